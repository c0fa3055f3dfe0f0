// The verifier page: one file that is opened from a disk, reads an exported year line by line and says what holds.
import { formatDay, formatMonth } from '@talaan/ledger/day.ts'
import { formatMoney, sum } from '@talaan/ledger/money.ts'
import { codeMistakes, readCode } from '@talaan/ledger/proof/code.ts'
import { YearProof, type Proof, type ProvedPaper } from '@talaan/ledger/proof/year-file.ts'
import './verifier.css'

const input = document.querySelector<HTMLInputElement>('#file')
const drop = document.querySelector<HTMLElement>('.drop')
const result = document.querySelector<HTMLElement>('#result')
const progress = document.querySelector<HTMLProgressElement>('#progress')

input?.addEventListener('change', () => {
  const [file] = input.files ?? []
  if (file) void check(file)
})
drop?.addEventListener('dragover', (event) => {
  event.preventDefault()
  drop.dataset['over'] = 'yes'
})
drop?.addEventListener('dragleave', () => delete drop.dataset['over'])
drop?.addEventListener('drop', (event) => {
  event.preventDefault()
  delete drop.dataset['over']
  const [file] = event.dataTransfer?.files ?? []
  if (file) void check(file)
})

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

/** Line by line, so that a year of any length is checked in little memory. */
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
      sound ? '✓ Everything in this file holds.' : '✕ This file does not hold. See what is wrong below.',
    ),
    element(
      'p',
      {},
      `${name}: ${company}. ${period}. ${entries.toLocaleString('en')} entries, ${formatMoney(debits)} on each side.`,
    ),
    element('h2', {}, 'What was checked'),
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
            problems.length === 0 ? '✓ Holds. ' : '✕ Does not hold. ',
          ),
          checked,
          ...(problems.length === 0
            ? []
            : [element('ul', {}, ...problems.map((problem) => element('li', {}, problem)))]),
        ),
      ),
    ),
    element('h2', {}, 'What is compared with paper'),
    element(
      'p',
      {},
      'Whoever makes the whole file anew can make it hold. The seals below cannot be made to fit: compare them with those printed on the certificates of the bound books.',
    ),
    table(
      ['Month', 'Entries', 'Seal'],
      seals.map(({ month, entries: sealed, seal }) => [formatMonth(month), String(sealed), seal]),
      { figures: [1], seals: [2] },
    ),
    element('p', { class: 'quiet' }, seals.length === 0 ? 'No month of this year is closed.' : ''),
    element('p', { class: 'seal' }, `Hash of the last entry: ${last}`),
    element('h2', {}, 'A voucher by its code'),
    finder(proof),
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

/** A field that finds a voucher of the year by the code printed on it. */
function finder({ papers }: Proof): HTMLElement {
  const field = document.createElement('input')
  for (const [name, value] of Object.entries({ id: 'code', autocomplete: 'off', placeholder: '7K2M-9D4Q-0VX' }))
    field.setAttribute(name, value)
  const found = element('p', { 'aria-live': 'polite' })
  const look = () => {
    const read = readCode(field.value)
    found.textContent = !read.ok
      ? field.value.trim() === ''
        ? ''
        : codeMistakes[read.why]
      : told(papers.get(read.code))
  }
  field.addEventListener('input', look)
  const label = element('label', { for: 'code' }, 'Code on the voucher')
  return element('div', { class: 'finder' }, label, field, found)
}

function told(paper: ProvedPaper | undefined): string {
  if (paper === undefined) return '✕ No voucher of this year has this code.'
  const { number, day, party, total, entry, voided } = paper
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
