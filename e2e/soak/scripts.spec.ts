// Stored texts with scripts in them: no page of the portal runs one, asks another server for anything, or reports a violation
// of its content security policy.
import type { BrowserContext, Page } from '@playwright/test'
import type { Client } from 'pg'
import { categoryPages, formScreens } from '@talaan/contract/cards.ts'
import { settingsSections } from '@talaan/contract/settings.ts'
import { seed } from '../../scripts/seed.ts'
import { paths } from '../../web/src/app/paths.ts'
import { withClient } from '../fixtures/databases.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Name } from '../fixtures/sign-in.ts'
import { payloads } from './payloads.ts'

const everyPage = [
  ...Object.values(paths).filter((path) => typeof path === 'string'),
  ...categoryPages.map(({ path }) => path),
  ...formScreens.map(({ path }) => path),
  // These two need no session and lead elsewhere with one.
].filter((path) => path !== paths.login && path !== paths.unauthorized)
const settings = settingsSections.map(({ id }) => paths.settings(id))
/** The accountant opens every page; the administrator those that need the role. */
const beginnings: [Name, string[]][] = [
  ['ben', [...everyPage, ...settings]],
  ['carla', [paths.userManagement, ...settings]],
]

test.use({ setup: { company: 'demo', env: {} } })

test('no stored text runs a script on any page', async ({ page, context, portal, setSession, consoleErrors }) => {
  consoleErrors.expect(/./)
  const findings: string[] = []
  const watched = await watch(context, portal.url, findings)

  // The payloads do run where nothing stops them; else this test would be blind.
  const control = await context.newPage()
  await control.setContent(payloads.join('\n<hr>'))
  await control.goto('about:blank')
  for (const payload of payloads) await control.setContent(`<!doctype html><p>a</p>${payload}`)
  await expect.poll(() => watched.executed.size).toBeGreaterThan(payloads.length / 3)
  const effective = watched.executed.size
  await control.close()
  findings.length = 0

  // An open page would notice that its session is replaced, and lead to the sign-in page while the next one loads.
  const change = async (name: Name) => {
    await page.goto('about:blank')
    await setSession(page, name)
  }
  const known = new Map<Name, string[]>()
  for (const [name, beginning] of beginnings) {
    await change(name)
    known.set(name, await visitAll(page, beginning, name === 'ben'))
  }
  expect(findings, 'before any payload is stored').toEqual([])

  const poisoned = await withClient(portal.books['DATABASE_URL'] ?? '', poison)
  expect(poisoned.columns).toBeGreaterThan(40)

  let [visited, shown] = [0, 0]
  for (const [name, pages] of known) {
    await change(name)
    for (const path of pages) {
      await visit(page, path)
      visited += 1
      const isShown = await Promise.all(page.frames().map((frame) => frame.evaluate(showsPayload).catch(() => false)))
      if (isShown.includes(true)) shown += 1
      const active = await Promise.all(page.frames().map((frame) => frame.evaluate(activeAttributes).catch(() => [])))
      findings.push(...active.flat().map((attribute) => `${path}: ${attribute}`))
    }
  }
  expect(findings).toEqual([])
  expect(shown).toBeGreaterThan(visited / 2)
  const stored = `${payloads.length} texts with scripts (${effective} of them run on an unprotected page) in ${poisoned.texts} stored values of ${poisoned.columns} columns`
  test.info().annotations.push({
    type: 'figures',
    description: `${stored}; ${visited} pages visited, ${shown} of them showed such texts: no script ran, and there was no request to another server and no violation of the content security policy`,
  })
})

/** Records what scripts do, in every page and frame. */
async function watch(context: BrowserContext, url: string, findings: string[]) {
  const executed = new Set<string>()
  await context.exposeBinding('executed', ({ page, frame }, no: unknown) => {
    executed.add(String(no))
    findings.push(`${page.url()} (${frame.url()}): ran ${payloads[Number(no)] ?? String(no)}`)
  })
  await context.exposeBinding('violated', ({ page }, what: string) => {
    findings.push(`${page.url()}: violated its content security policy: ${what}`)
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violated } = window as unknown as { violated: (what: string) => void }
      violated(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  context.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') findings.push(`${dialog.page()?.url()}: a dialog: ${dialog.message()}`)
    void dialog.accept()
  })
  context.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(url)) findings.push(`request to ${request.url()}`)
  })
  return { executed }
}

/** These pages, and one of each kind that they link to. */
async function visitAll(page: Page, beginning: readonly string[], alsoLinks: boolean): Promise<string[]> {
  const waiting = [...beginning]
  const seen = new Set<string>()
  const visited: string[] = []
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const kind = kindOf(path)
    if (seen.has(kind)) continue
    seen.add(kind)
    await visit(page, path)
    visited.push(path)
    const links = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
        .filter((link) => link.origin === location.origin && !link.download && !link.pathname.startsWith('/api/'))
        .map((link) => link.pathname + link.search),
    )
    if (alsoLinks) waiting.push(...new Set(links))
  }
  return visited
}

/** Addresses that differ only in an id, a number, a day or a query are pages of one kind. */
const kindOf = (path: string) =>
  path
    .replace(/\?.*/, (query) => [...new URLSearchParams(query).keys()].toSorted().join('&'))
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*')
    .replace(/\d[\d-]*/g, '*')

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  // Some pages look for news all the time.
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined)
}

function showsPayload(): boolean {
  const values = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
  return /executed[(`]|outside\.example/.test([document.body.textContent, ...values].join('\n'))
}

/** Handlers and links with scripts, which run only when someone clicks. */
function activeAttributes(): string[] {
  return [...document.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes]
      .filter(
        ({ name, value }) => /^on/i.test(name) || /^\s*(java\s*script|data:text\/html)/i.test(linkIn(name, value)),
      )
      .map(({ name, value }) => `<${element.localName} ${name}="${value.slice(0, 100)}">`),
  )
  function linkIn(name: string, value: string): string {
    return ['href', 'src', 'action', 'formaction', 'xlink:href', 'data'].includes(name) ? value : ''
  }
}

// ── Storing the payloads past every check, as a page must be safe whatever is stored.

/** Keys, secrets and bookkeeping of the portal itself, which no page shows. */
const untouched = /^(schema_migration|session|limiter|job|signing_key|secret)|password|hash|token|secret|_id$/

async function poison(client: Client): Promise<{ columns: number; texts: number }> {
  // Each value gets the next payload.
  let next = seed
  const { rows: columns } = await client.query<{ table: string; column: string; type: string }>(`
    select c.table_name as table, c.column_name as column, c.data_type as type
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
       and c.data_type in ('text', 'character varying', 'json', 'jsonb')
     order by 1, 2`)
  await client.query('begin; set local session_replication_role = replica')
  const total = { columns: 0, texts: 0 }
  for (const { table, column, type } of columns.filter(
    (each) => !untouched.test(each.table) && !untouched.test(each.column),
  )) {
    const { rows } = await client.query<{ at: string; value: string | null }>(
      `select ctid::text as at, "${column}"::text as value from "${table}"`,
    )
    let texts = 0
    const changed = rows.flatMap(({ at, value }) => {
      if (value === null) return []
      const before = texts
      const poisoned = type.startsWith('json') ? JSON.stringify(inside(JSON.parse(value))) : poisonedText(value)
      return texts === before ? [] : [{ at, poisoned }]
    })
    function inside(value: unknown): unknown {
      if (typeof value === 'string') return poisonedText(value)
      if (Array.isArray(value)) return value.map(inside)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inside(each)]))
    }
    function poisonedText(value: string): string {
      if (!isProse(value)) return value
      texts += 1
      return `${value} ${payloads[(next += 1) % payloads.length]}`
    }
    if (changed.length === 0) continue
    await client.query('savepoint one')
    try {
      await client.query(
        `update "${table}" set "${column}" = new.value::${type === 'character varying' ? 'text' : type}
           from unnest($1::tid[], $2::text[]) as new (at, value) where "${table}".ctid = new.at`,
        [changed.map(({ at }) => at), changed.map(({ poisoned }) => poisoned)],
      )
      total.columns += 1
      total.texts += texts
    } catch {
      // A check of the table does not let it in.
      await client.query('rollback to savepoint one')
    }
  }
  await client.query('commit')
  return total
}

/** Texts that people write, not codes, dates or the words of the portal's own lists. */
const isProse = (text: string) => /[a-z]/.test(text) && (/^[A-Z][a-z]/.test(text) || /\S \S/.test(text))
