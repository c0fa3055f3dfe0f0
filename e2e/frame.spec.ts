// A form frame is isolated: in a real browser it can't reach the portal's storage, the network or the window
// around it, and the portal ignores messages from any other window.
import fc from 'fast-check'
import type { Frame, Page } from '@playwright/test'
import { channelWords } from '@talaan/contract/channel.ts'
import { formScreens } from '@talaan/contract/cards.ts'
import { startPortal } from './fixtures/portal.ts'
import { companyName } from './fixtures/programs.ts'
import { fillInvoice, openInvoiceForm, readyForm, record, review, formOf, simpleInvoice } from './fixtures/invoice.ts'
import { logInTo, storeSession } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

const sandbox = 'allow-scripts allow-forms allow-modals allow-downloads'

function frameOf(page: Page): Frame {
  const frame = page.frames().find((each) => each.url().includes('/forms/'))
  if (frame === undefined) throw new Error('The form frame is not there.')
  return frame
}

test('the frame cannot read its parent, storage or cookies, and has no origin', async ({ page, setSession }) => {
  await setSession(page, 'ana')
  await openInvoiceForm(page)
  const reached = await frameOf(page).evaluate(() => {
    const attempts: Record<string, () => unknown> = {
      'the document around it': () => parent.document.title,
      "the portal's storage through its parent": () => parent.localStorage.length,
      'the address around it': () => parent.location.href,
      localStorage: () => localStorage.length,
      sessionStorage: () => sessionStorage.length,
      cookies: () => document.cookie,
      indexedDB: () => indexedDB.open('x'),
      caches: () => caches.keys(),
    }
    return Object.entries(attempts).flatMap(([what, attempt]) => {
      try {
        attempt()
        return [what]
      } catch {
        return []
      }
    })
  })
  expect(reached).toEqual([])
  expect(await frameOf(page).evaluate(() => origin)).toBe('null')
})

test('a form opens in the frame that was loaded while the page was idle', async ({ page, setSession }) => {
  await setSession(page, 'ana')
  await page.goto('/dashboard')
  const ahead = await page.waitForSelector('body > iframe', { state: 'attached' })
  // It was loaded for another form.
  await page.keyboard.press('n')
  await page.keyboard.press('b')
  await expect(page.frameLocator('main iframe').getByRole('combobox', { name: 'Supplier TIN' })).toBeFocused()
  expect(await ahead.evaluate((frame) => frame.closest('main') !== null)).toBe(true)
})

test('the frame has no network: neither to the portal nor to another site, by any means', async ({
  page,
  setSession,
  portal,
  outside,
  consoleErrors,
}) => {
  consoleErrors.expect(
    /Content Security Policy|Refused to|Connecting to|Loading the (script|image|stylesheet)|violates the following|cspReport|NotSameOrigin/,
  )
  await setSession(page, 'ana')
  await openInvoiceForm(page)
  const outcomes = await frameOf(page).evaluate(
    async ({ own, foreign }) => {
      const isRefused = (attempt: () => Promise<unknown>) =>
        attempt().then(
          () => 'went out',
          () => 'refused',
        )
      const loads = (element: HTMLElement) =>
        new Promise((resolve, reject) => {
          element.onload = resolve
          element.onerror = reject
          document.body.append(element)
        })
      navigator.sendBeacon(`${foreign}/taken`, 'x')
      return {
        'fetch, own': await isRefused(() => fetch(`${own}/api/portal`)),
        'fetch, foreign': await isRefused(() => fetch(`${foreign}/taken`, { mode: 'no-cors' })),
        XMLHttpRequest: await isRefused(
          () =>
            new Promise((resolve, reject) => {
              const request = new XMLHttpRequest()
              request.onload = resolve
              request.onerror = reject
              request.open('GET', `${foreign}/taken`)
              request.send()
            }),
        ),
        WebSocket: await isRefused(
          () =>
            new Promise((resolve, reject) => {
              const socket = new WebSocket(foreign.replace('http', 'ws'))
              socket.onopen = resolve
              socket.onerror = reject
            }),
        ),
        image: await isRefused(() => loads(Object.assign(new Image(), { src: `${foreign}/taken.png` }))),
        script: await isRefused(() =>
          loads(Object.assign(document.createElement('script'), { src: `${foreign}/taken.js` })),
        ),
        'inline script': await isRefused(async () => {
          const script = document.createElement('script')
          script.textContent = 'window.ran = true'
          document.body.append(script)
          if (!('ran' in window)) throw new Error('did not run')
        }),
        eval: await isRefused(async () => new Function('return 1')() as unknown),
        WebRTC: await isRefused(async () => new RTCPeerConnection()),
      }
    },
    { own: portal.url, foreign: outside.url },
  )
  expect(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'refused')).toEqual([])
  await portal.waitForOutput(/cspReport.*connect-src/)
  expect(outside.visits).toEqual([])
})

test('the frame cannot take over the window: no top navigation and no pop-up', async ({
  page,
  setSession,
  outside,
  consoleErrors,
}) => {
  consoleErrors.expect(/Blocked|Unsafe attempt|sandboxed/)
  await setSession(page, 'ana')
  await openInvoiceForm(page)
  const opened = await frameOf(page).evaluate((foreign) => {
    const attempt = (act: () => unknown) => {
      try {
        return act()
      } catch {
        return null
      }
    }
    attempt(() => (top!.location.href = `${foreign}/top`))
    attempt(() => top!.location.replace(`${foreign}/top`))
    const link = Object.assign(document.createElement('a'), { href: `${foreign}/top`, target: '_top' })
    document.body.append(link)
    link.click()
    return attempt(() => window.open(`${foreign}/popup`)) === null
  }, outside.url)
  expect(opened).toBe(true)
  await expect(page.getByRole('heading', { level: 1, name: 'Invoice Form' })).toBeVisible()
  await expect(formOf(page).getByLabel('Invoice number')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/invoiceform')
  expect(page.context().pages()).toHaveLength(1)
  expect(outside.visits).toEqual([])
})

test(
  'a frame that navigates away is disconnected, and the form can be loaded again',
  { tag: '@soak' },
  async ({ page, setSession, outside, consoleErrors }) => {
    consoleErrors.expect(/Content Security Policy|Refused|violates|Framing|cspReport|NotSameOrigin/)
    await setSession(page, 'ana')
    const form = await openInvoiceForm(page)
    await form.getByLabel('Invoice number').fill('KEPT-2')
    await expect(form.getByText(/^Draft saved/)).toBeVisible()
    await frameOf(page).evaluate((foreign) => {
      const form = Object.assign(document.createElement('form'), { action: `${foreign}/taken`, method: 'post' })
      document.body.append(form)
      form.submit()
      location.href = `${foreign}/taken`
    }, outside.url)
    await expect(page.getByText(channelWords.frameSilent)).toBeVisible()
    expect(outside.visits).toEqual([])
    await page.getByRole('button', { name: channelWords.retry }).click()
    await expect((await readyForm(page)).getByLabel('Invoice number')).toHaveValue('KEPT-2')
  },
)

test('the attributes and headers of the frame are exactly these', async ({ page, setSession, portal }) => {
  await setSession(page, 'ana')
  await openInvoiceForm(page)
  const frame = page.locator('main iframe')
  await expect(frame).toHaveAttribute('sandbox', sandbox)
  await expect(frame).toHaveAttribute('referrerpolicy', 'no-referrer')
  expect(await frame.getAttribute('allow')).toBeNull()
  for (const { frame: form } of formScreens) {
    const { headers } = await fetch(`${portal.url}/forms/${form}`)
    const policy = headers.get('content-security-policy') ?? ''
    const nonce = /'nonce-([A-Za-z0-9+/]{22}==)'/.exec(policy)?.[0]
    expect(policy.split('; ')).toEqual([
      `sandbox ${sandbox}`,
      "default-src 'none'",
      `script-src ${portal.url}/assets/`,
      `style-src ${portal.url}/assets/ ${nonce}`,
      'img-src data: blob:',
      `font-src ${portal.url}/assets/`,
      "connect-src 'none'",
      "form-action 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'self'",
      'report-uri /api/security/csp-report',
    ])
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  }
})

/** Puts the test in the frame's place: it sends messages to the portal and gets the answers. */
async function connectToPortal(
  page: Page,
): Promise<{ ask: (message: unknown) => Promise<unknown>; say: (message: unknown) => Promise<void> }> {
  const frame = frameOf(page)
  await frame.evaluate(() => {
    const holder = window as unknown as { port: Promise<MessagePort> }
    holder.port = new Promise((resolve) => {
      addEventListener('message', function onPort({ ports: [port] }) {
        if (!port) return
        removeEventListener('message', onPort)
        resolve(port)
      })
    })
    parent.postMessage({ talaan: 'hello' }, '*')
  })
  return {
    ask: (message) =>
      frame.evaluate(async (word) => {
        const port = await (window as unknown as { port: Promise<MessagePort> }).port
        return new Promise((resolve) => {
          // The portal also says things unasked.
          port.onmessage = ({ data }) => data.type === 'answer' && resolve(data)
          port.postMessage(word)
        })
      }, message),
    say: (message) =>
      frame.evaluate(async (word) => {
        const port = await (window as unknown as { port: Promise<MessagePort> }).port
        port.postMessage(word)
      }, message),
  }
}

test('an endpoint that is not on the list is refused without a call', async ({ page, setSession }) => {
  await setSession(page, 'carla')
  await openInvoiceForm(page)
  const { ask } = await connectToPortal(page)
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  const off = [
    'users.add',
    'users.list',
    'session.logOut',
    'documents.void',
    'documents.list',
    'reports.view',
    'bookmarks.add',
    '__proto__',
    'constructor',
    '',
  ]
  for (const [at, endpoint] of off.entries()) {
    expect(await ask({ type: 'call', id: at + 1, endpoint, params: {}, query: {}, body: {} })).toMatchObject({
      ok: false,
      status: 403,
      error: channelWords.endpointRefused,
    })
  }
  expect(paths.filter((path) => path.startsWith('/api/') && !/^\/api\/(drafts|notifications)\b/.test(path))).toEqual([])
})

test('a listed call cannot be redirected to another address', async ({ page, setSession }) => {
  await setSession(page, 'carla')
  await openInvoiceForm(page)
  const { ask } = await connectToPortal(page)
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  for (const documentId of ['../auth/userManagement', '..%2fauth', '?x=1#', '//evil.example/x']) {
    expect(
      await ask({ type: 'call', id: 1, endpoint: 'documents.get', params: { documentId }, query: {}, body: {} }),
    ).toMatchObject({ ok: false })
  }
  // The form fetches its later pages meanwhile, and the portal its notifications.
  expect(paths.filter((path) => !/^\/(assets|api\/documents|api\/auth\/ping|api\/notifications)\b/.test(path))).toEqual(
    [],
  )
})

test('a thousand random messages do nothing and throw nothing', { tag: '@soak' }, async ({ page, setSession }) => {
  await setSession(page, 'ana')
  await openInvoiceForm(page)
  const { say, ask } = await connectToPortal(page)
  const word = fc.constantFrom(
    'call',
    'navigate',
    'unsaved',
    'activity',
    'recorded',
    'hello',
    'answer',
    'users.add',
    'drafts.get',
    'dashboard',
    '/',
    'javascript:alert(1)',
  )
  const part: fc.Arbitrary<unknown> = fc.oneof(word, fc.jsonValue(), fc.integer(), fc.constant(null))
  const message: fc.Arbitrary<unknown> = fc.oneof(
    fc.jsonValue(),
    fc.record(
      { type: word, id: part, endpoint: part, params: part, query: part, to: part, unsaved: part, number: part },
      { requiredKeys: [] },
    ),
  )
  // A valid request to leave would be granted, so only the invalid ones of the thousand are sent over the port.
  const nonsense = fc.sample(message, { numRuns: 1000, seed: 1898 }).filter((each) => !isValidRequest(each))
  expect(nonsense.length).toBeGreaterThan(900)
  await frameOf(page).evaluate((all: unknown[]) => {
    for (const each of all) parent.postMessage(each, '*')
  }, nonsense)
  await frameOf(page).evaluate(async (all: unknown[]) => {
    const port = await (window as unknown as { port: Promise<MessagePort> }).port
    for (const each of all) port.postMessage(each)
  }, nonsense)
  await say({ type: 'unsaved', unsaved: false })
  expect(await ask({ type: 'call', id: 77, endpoint: 'accounts.list', params: {}, query: {}, body: {} })).toMatchObject(
    { type: 'answer' },
  )
  await expect(page.getByRole('heading', { level: 1, name: 'Invoice Form' })).toBeVisible()
})

function isValidRequest(message: unknown): boolean {
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined
  return (
    ['navigate', 'restart', 'unsaved', 'recorded', 'call'].includes(String(type)) && JSON.stringify(message).length < 60
  )
}

test('messages from any other window are ignored', async ({ page, setSession, portal }) => {
  await setSession(page, 'ana')
  const form = await openInvoiceForm(page)
  await form.getByLabel('Invoice number').fill('KEPT-1')
  const isAnswered = await page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const stranger = document.createElement('iframe')
        stranger.setAttribute('sandbox', 'allow-scripts')
        stranger.srcdoc = '<p>'
        stranger.onload = () => {
          // Hellos from the portal's own window and from a frame that is not the form.
          window.postMessage({ talaan: 'hello' }, '*')
          window.dispatchEvent(
            new MessageEvent('message', { data: { talaan: 'hello' }, origin: 'null', source: stranger.contentWindow }),
          )
          // Messages arrive in order: an answer to any of these would come before that to our second one.
          window.postMessage('first', '*')
        }
        addEventListener('message', ({ data, ports }) => {
          if (ports.length > 0) resolve(true)
          if (data === 'first') window.postMessage('second', '*')
          if (data === 'second') resolve(false)
        })
        document.body.append(stranger)
      }),
  )
  expect(isAnswered).toBe(false)

  await expect(form.getByLabel('Invoice number')).toHaveValue('KEPT-1')

  // A page that opened the portal loses its reference to the window, too.
  const { headers } = await fetch(portal.url)
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
})

test('replaying a recorded Yes records nothing more', { tag: '@soak' }, async ({ page, setSession }) => {
  await setSession(page, 'ana')
  const form = await openInvoiceForm(page)
  await fillInvoice(form, simpleInvoice())
  await review(form)
  const yes = page.waitForRequest(
    (request) => new URL(request.url()).pathname === '/api/documents' && request.method() === 'POST',
  )
  const number = await record(form)
  const { ask } = await connectToPortal(page)
  const body = JSON.parse((await yes).postData() ?? '{}') as unknown
  expect(await ask({ type: 'call', id: 5, endpoint: 'documents.record', params: {}, query: {}, body })).toMatchObject({
    ok: true,
    body: { number, already: true },
  })
})

test('neither the portal nor a form can be framed by another site', async ({
  page,
  outside,
  portal,
  consoleErrors,
}) => {
  consoleErrors.expect(
    /Refused to (display|frame)|frame-ancestors|X-Frame-Options|Framing|cspReport|violates|NotSameOrigin/,
  )
  for (const path of ['/', '/dashboard', '/forms/invoice']) {
    await page.goto(outside.show('/framing', `<iframe src="${portal.url}${path}" title="Taken"></iframe>`))
    const inside = page.frames().at(-1)
    await expect.poll(() => inside?.url() ?? '').toMatch(/^chrome-error:/)
  }
  // The outside server stops before the page closes.
  await page.goto('about:blank')
})

test('a form that never responds is reported after 15 seconds and can be loaded again', async ({ page, signIn }) => {
  await page.clock.install()
  await signIn(page, 'ana')
  await page.route('**/forms/invoice', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Silent' }), {
    times: 1,
  })
  await page.goto('/invoiceform')
  await expect(page.getByRole('status', { name: 'Loading form' })).toBeVisible()
  await page.clock.runFor(15_500)
  await expect(page.getByText(channelWords.frameSilent)).toBeVisible()
  await page.getByRole('button', { name: channelWords.retry }).click()
  await readyForm(page)
})

test(
  'FORM_URL_INVOICE shows an external page in the frame, and the rest of the portal works',
  { tag: '@soak' },
  async ({ page, outside, consoleErrors }) => {
    consoleErrors.expect(/Unsafe attempt/)
    const url = outside.show(
      '/form',
      '<h1>Our own form</h1><script>try { top.location = "/gone" } catch {} parent.postMessage({ talaan: "hello" }, "*")</script>',
    )
    await using portal = await startPortal({ company: 'demo', env: { FORM_URL_INVOICE: url } })
    await storeSession(page.context(), portal, await logInTo(portal, 'ana'))
    await page.goto(`${portal.url}/invoiceform`)
    await expect(formOf(page).getByRole('heading', { name: 'Our own form' })).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading form' })).toBeHidden()
    await expect(page.getByRole('button', { name: new RegExp(`^User menu\\W+ana\\W+${companyName}`) })).toBeVisible()
    expect(outside.visits.filter((path) => path === '/gone')).toEqual([])

    await page.getByRole('navigation').getByRole('link', { name: 'TIN Registration' }).click()
    await page.getByRole('link', { name: 'Register Customer' }).click()
    await expect(formOf(page, 'Customer Tin Form').getByLabel('Registered name')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Back To Dashboard' }).click()
    await expect(page).toHaveURL(`${portal.url}/dashboard`)
    // Close the page before the portal of this test stops, to avoid errors on its console.
    await page.goto('about:blank')
  },
)

test('no other site can make a signed-in browser change anything', async ({
  page,
  signIn,
  outside,
  portal,
  consoleErrors,
}) => {
  consoleErrors.expect(/CORS|net::ERR|Failed to load/)
  await signIn(page, 'carla')
  await expect(page.getByRole('button', { name: /^User menu\W+carla/ })).toBeVisible()
  const stranger = await page.context().newPage()
  await stranger.goto(outside.show('/csrf', '<p>Harmless'))
  const answers = await stranger.evaluate(async (url) => {
    const targets = ['/api/auth/logout', '/api/bookmarks', '/api/auth/userManagement', '/api/documents']
    const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded']
    const results: string[] = []
    for (const target of targets) {
      for (const type of types) {
        const body = '{"sessionId":"x","cardId":"invoice"}'
        const answer = await fetch(url + target, {
          method: 'POST',
          mode: type === 'application/json' ? 'cors' : 'no-cors',
          credentials: 'include',
          headers: { 'content-type': type },
          body,
        }).catch(() => null)
        results.push(answer === null ? 'blocked' : answer.type)
      }
      navigator.sendBeacon(url + target, new Blob(['{"sessionId":"x"}'], { type: 'text/plain' }))
    }
    return [...new Set(results)]
  }, portal.url)
  expect(answers.filter((kind) => !['blocked', 'opaque'].includes(kind))).toEqual([])
  await page.reload()
  await expect(page.getByRole('button', { name: /^User menu\W+carla/ })).toBeVisible()
  await expect(page.getByText('No bookmarks yet.')).toBeVisible()
})

test('neither the portal nor a form violates its own content security policy', async ({ page, signIn }) => {
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (what: string) => void violations.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const { reportViolation } = globalThis as unknown as { reportViolation: (what: string) => void }
      reportViolation(`${violatedDirective} ${blockedURI} in ${sourceFile}`)
    })
  })
  await signIn(page, 'ana')
  await openInvoiceForm(page)
  expect(violations).toEqual([])
})
