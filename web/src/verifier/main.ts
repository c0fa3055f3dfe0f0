// The verifier page: a single file, opened from disk. It reads an exported year line by line and reports whether it is
// valid. It also finds the document of a printed code, and checks whether a file is the stored file of a bound book.
import { dayInManila, formatDay, formatMonth } from '@talaan/ledger/core/date.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import type { ProvedBook, ProvedPage } from '@talaan/ledger/proof/bound-book.ts'
import { compareWithYear, readHeads } from '@talaan/ledger/proof/heads.ts'
import { codeMistakes, oldCodeOf, readCode, readOldCode } from '@talaan/ledger/proof/code.ts'
import { YearProof, type Proof, type ProvedVoucher } from '@talaan/ledger/proof/year-file.ts'
import { growingSha256 } from '@talaan/ledger/core/sha256.ts'
import './verifier.css'

const input = document.querySelector<HTMLInputElement>('#file')
const drop = document.querySelector<HTMLElement>('.drop')
const result = document.querySelector<HTMLElement>('#result')
const progress = document.querySelector<HTMLProgressElement>('#progress')

if (input && drop) taking(drop, input, check)

/** The user chooses a file in a field, or drops it on the label around the field. */
function taking(zone: HTMLElement, field: HTMLInputElement, take: (file: File) => Promise<void>): void {
  field.addEventListener('change', () => {
    const [file] = field.files ?? []
    if (file) void take(file)
  })
  zone.addEventListener('dragover', (event) => {
    event.preventDefault()
    zone.dataset['over'] = 'yes'
  })
  zone.addEventListener('dragleave', () => delete zone.dataset['over'])
  zone.addEventListener('drop', (event) => {
    event.preventDefault()
    delete zone.dataset['over']
    const [file] = event.dataTransfer?.files ?? []
    if (file) void take(file)
  })
}

async function check(file: File): Promise<void> {
  if (!result || !progress) return
  result.hidden = true
  progress.hidden = false
  progress.value = 0
  try {
    show(file.name, await proofOf(file, (share) => (progress.value = share)))
  } catch (error) {
    result.replaceChildren(
      element('p', { class: 'verdict', 'data-sound': 'no' }, 'The file could not be read.'),
      element('p', {}, error instanceof Error ? error.message : String(error)),
    )
  }
  progress.hidden = true
  result.hidden = false
}

/** Reads line by line, so that a year of any length needs little memory. */
async function proofOf(file: File, onShare: (share: number) => void): Promise<Proof> {
  const proof = new YearProof()
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const reader = file.stream().getReader()
  let rest = ''
  for (let read = 0; ;) {
    const { done, value } = await reader.read()
    rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) proof.line(line)
    read += value?.length ?? 0
    onShare(file.size === 0 ? 1 : read / file.size)
    if (done) break
  }
  if (rest !== '') proof.line(rest)
  return proof.end()
}

function show(name: string, proof: Proof): void {
  const { head, checks, sound, entries, balances, seals, last } = proof
  const company = head === null ? '' : `${head.company.name}, TIN ${head.company.tin || 'not entered'}`
  const period = head === null ? '' : `${formatMonth(head.from)} to ${formatMonth(head.to)}`
  const debits = sum([...balances.values()].map(({ debit }) => debit))
  result?.replaceChildren(
    element(
      'p',
      { class: 'verdict', 'data-sound': sound ? 'yes' : 'no' },
      sound
        ? '✓ All checks passed. The file is complete and unchanged.'
        : '✕ Some checks failed. The problems are listed below.',
    ),
    element(
      'p',
      {},
      `${name}: ${company}. ${period}. ${entries === 1 ? '1 entry' : `${entries.toLocaleString('en')} entries`}, ${formatMoney(debits)} in debits and in credits.`,
    ),
    element('h2', {}, 'Checks'),
    element(
      'ul',
      { class: 'checks' },
      ...checks.map(({ name: checked, problems }) =>
        element(
          'li',
          {},
          element(
            'span',
            { class: 'mark', 'data-sound': problems.length === 0 ? 'yes' : 'no' },
            problems.length === 0 ? '✓ Holds. ' : '✕ Failed. ',
          ),
          checked,
          ...(problems.length === 0
            ? []
            : [element('ul', {}, ...problems.map((problem) => element('li', {}, problem)))]),
        ),
      ),
    ),
    element('h2', {}, 'Compare with the printed certificates'),
    element(
      'p',
      {},
      'Someone who replaces the whole file could make these checks pass, but cannot change the printed seals. Compare the seals below with those printed on the certificates of the bound books.',
    ),
    table(
      ['Month', 'Entries', 'Seal'],
      seals.map(({ month, entries: sealed, seal }) => [formatMonth(month), String(sealed), seal]),
      { figures: [1], seals: [2] },
    ),
    element('p', { class: 'quiet' }, seals.length === 0 ? 'No months in this year are closed.' : ''),
    element('p', { class: 'seal' }, `Hash of the last entry: ${last}`),
    element('h2', {}, 'Compare with a saved line'),
    comparer(proof),
    element('h2', {}, 'Check a voucher or a page by its code'),
    finder(proof),
    element('h2', {}, 'Check a file of a bound book'),
    ...keeper(proof),
    element('h2', {}, 'Movement by account'),
    table(
      ['Account', 'Debit', 'Credit'],
      [...balances]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([account, { debit, credit }]) => [account, formatMoney(debit), formatMoney(credit)]),
      { figures: [1, 2], seals: [] },
    ),
  )
}

/** A field for a line from a backup, a closing or a bound book. The line is compared with the file. */
function comparer(proof: Proof): HTMLElement {
  const field = document.createElement('textarea')
  for (const [name, value] of Object.entries({ id: 'line', rows: '3', autocomplete: 'off', spellcheck: 'false' }))
    field.setAttribute(name, value)
  const found = element('div', { 'aria-live': 'polite' })
  field.addEventListener('input', () => {
    const heads = readHeads(field.value)
    if (heads === null && field.value.trim() === '') return found.replaceChildren()
    if (heads === null)
      return found.replaceChildren(
        element(
          'p',
          {},
          'This text has no line that begins with "Talaan" and contains two hashes. Copy the whole line.',
        ),
      )
    const { entries, events } = compareWithYear(proof, heads)
    found.replaceChildren(
      element('p', {}, comparedWords(entries, `entry ${heads.entries}`)),
      element('p', {}, comparedWords(events, `event ${heads.events} of the audit trail`)),
    )
  })
  const label = element('label', { for: 'line' }, 'Line from a backup, a closing or a bound book')
  return element('div', { class: 'finder' }, label, field, found)
}

function comparedWords(isSame: boolean | null, what: string): string {
  if (isSame === null) return `This file does not contain ${what}.`
  return isSame ? `✓ In this file, ${what} is the same.` : `✕ In this file, ${what} is different.`
}

/** A field that finds a voucher of the year, or a page of one of its bound books, by its printed code. */
function finder({ vouchers, books }: Proof): HTMLElement {
  const field = document.createElement('input')
  for (const [name, value] of Object.entries({ id: 'code', autocomplete: 'off', placeholder: '7K2M-9D4Q-0VX' }))
    field.setAttribute(name, value)
  const found = element('div', { 'aria-live': 'polite' })
  const look = () => {
    const read = readCode(field.value)
    // Pages that were bound before each page had its own code have a code of twelve digits.
    const old = readOldCode(field.value)
    const code = read.ok ? read.code : old === null ? undefined : oldCodeOf(old)
    const page = code === undefined ? undefined : books.pages.get(code)
    if (page !== undefined) found.replaceChildren(...pageDescription(page))
    else if (field.value.trim() === '') found.replaceChildren()
    else
      found.replaceChildren(
        element('p', {}, read.ok ? voucherDescription(vouchers.get(read.code)) : codeMistakes[read.why]),
      )
  }
  field.addEventListener('input', look)
  const label = element('label', { for: 'code' }, 'Code on the voucher or the page')
  return element('div', { class: 'finder' }, label, field, found)
}

/** A field for a file that is compared byte by byte with the stored file of a bound book. */
function keeper({ head, books }: Proof): HTMLElement[] {
  if (books.files.size === 0) {
    const none =
      head?.version === 1
        ? 'This file was exported by an older release of Talaan, without the bound books. Export the year again to check the books.'
        : 'No book for this year was bound when the year was exported.'
    return [element('p', { class: 'quiet' }, none)]
  }
  const field = document.createElement('input')
  for (const [name, value] of Object.entries({ id: 'kept', type: 'file', accept: '.pdf,.xlsx,.csv,.txt' }))
    field.setAttribute(name, value)
  const words = element('span', {}, 'Choose a file of a bound book (PDF, XLSX, CSV, text), or drop it here')
  const zone = element('label', { class: 'drop', for: 'kept' }, words, field)
  const found = element('div', { 'aria-live': 'polite' })
  taking(zone, field, async (file) => {
    found.replaceChildren(element('p', {}, 'Reading the file…'))
    try {
      const digest = await digestOf(file)
      const known = books.files.get(digest)
      found.replaceChildren(
        element(
          'p',
          {},
          known === undefined
            ? `✕ ${file.name} is not a file of a bound book for this year, or it was changed.`
            : `✓ ${file.name} is ${known.name}, unchanged since it was stored: ${wordsOf(known.book)}`,
        ),
        element('p', { class: 'seal' }, `SHA-256 ${digest}`),
      )
    } catch (error) {
      found.replaceChildren(element('p', {}, `✕ The file could not be read. ${String(error)}`))
    }
  })
  return [zone, found]
}

async function digestOf(file: File): Promise<string> {
  const digest = growingSha256()
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return digest.hex()
    digest.add(value)
  }
}

function pageDescription({ book, page }: ProvedPage): HTMLElement[] {
  const { firstPage, lastPage, files } = book
  const where =
    page === null
      ? 'Cover, index or certificate'
      : `${page === 'any' ? 'One' : `Page ${page}`} of pages ${firstPage} to ${lastPage}`
  return [
    element('p', {}, `✓ ${where}. ${wordsOf(book)}`),
    table(
      ['File', 'Expected SHA-256'],
      files.map(({ name, sha256 }) => [name, sha256]),
      { figures: [], seals: [1] },
    ),
  ]
}

function wordsOf({ name, paper, version, boundAt, replacedBy, since }: ProvedBook): string {
  const later = [
    replacedBy === null ? '' : ` It was bound again later, as version ${replacedBy}.`,
    since === 0 ? '' : ` ${since} ${since === 1 ? 'entry was' : 'entries were'} recorded in its months since then.`,
  ]
  const moment = Date.parse(boundAt)
  const day = Number.isNaN(moment) ? boundAt : formatDay(dayInManila(moment))
  return `${name}, ${paper === 'a4' ? 'A4' : 'folio'}, version ${version}, bound on ${day}.${later.join('')}`
}

function voucherDescription(voucher: ProvedVoucher | undefined): string {
  if (voucher === undefined) return '✕ No voucher from this year, and no page of its bound books, has this code.'
  const { number, day, party, total, entry, voided } = voucher
  const amount = /^\d{1,18}$/.test(total) ? formatMoney(BigInt(total)) : total
  return `✓ ${[number, day === '' ? '' : formatDay(day), party, amount, voided ? 'VOID' : 'recorded', `entry ${entry}`].filter(Boolean).join(', ')}.`
}

function table(
  heads: string[],
  rows: string[][],
  { figures, seals }: { figures: number[]; seals: number[] },
): HTMLElement {
  const look = (i: number) => ({ class: figures.includes(i) ? 'figure' : seals.includes(i) ? 'seal' : '' })
  return element(
    'table',
    {},
    element(
      'thead',
      {},
      element('tr', {}, ...heads.map((head, i) => element('th', { scope: 'col', ...look(i) }, head))),
    ),
    element(
      'tbody',
      {},
      ...rows.map((row) => element('tr', {}, ...row.map((cell, i) => element('td', look(i), cell)))),
    ),
  )
}

function element(name: string, attributes: Record<string, string>, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) if (value !== '') made.setAttribute(key, value)
  made.append(...children)
  return made
}
