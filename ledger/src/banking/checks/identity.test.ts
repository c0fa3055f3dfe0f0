// Line identity: for any order of uploads, the account has exactly the lines that the bank booked.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkAgainstEarlier, checkBalances, uncovered } from './statement-checks.ts'
import type { EarlierStatement } from './statement-checks.ts'
import { alignLines } from './identity.ts'
import type { KnownLine } from './identity.ts'
import type { Statement, StatementLine } from '../formats/statement.ts'

type Upload = { id: string; lines: StatementLine[] }

/** Stores uploads as the server does, with the identity itself as the fingerprint. */
function uploads(files: readonly StatementLine[][]) {
  const known: (KnownLine & { sightings: StatementLine[] })[] = []
  const earlier: Upload[] = []
  for (const [at, lines] of files.entries()) {
    const aligned = alignLines(lines, known, { account: '1031', fingerprint: (identity) => identity })
    for (const each of aligned) {
      if (each.known !== null) known.find(({ id }) => id === each.known?.id)?.sightings.push(each.line)
      else {
        const { day, amount } = each.line
        known.push({ id: `line ${known.length}`, day, amount, fingerprint: each.identity, sightings: [each.line] })
      }
    }
    earlier.push({ id: `file ${at}`, lines })
  }
  return known
}

const set = (known: readonly KnownLine[]) => known.map(({ fingerprint }) => fingerprint).toSorted()
const counted = (lines: readonly { day: string; amount: bigint }[]) =>
  lines.map(({ day, amount }) => `${day} ${amount}`).toSorted()

/** The bank's bookings: few amounts and words, so that equal lines are frequent. */
const booked = fc
  .array(
    fc.tuple(
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom(-500n, -500n, 500n, 1000n),
      fc.constantFrom('ATM', 'ATM', 'POS'),
    ),
    {
      minLength: 1,
      maxLength: 14,
    },
  )
  .map((moves) => {
    let balance = 10_000n
    return moves
      .toSorted((a, b) => a[0] - b[0])
      .map(([n, amount, description], at): StatementLine => {
        balance += amount
        return { day: `2026-03-0${n}`, amount, balance, reference: `R${at}`, description, position: at + 1 }
      })
  })

type StatedFields = 'balances' | 'references' | 'words'
/** The same lines in three formats. */
const stated = (lines: readonly StatementLine[], how: StatedFields): StatementLine[] =>
  lines.map(({ balance, reference, ...line }, at) => ({
    ...line,
    position: at + 1,
    ...(how === 'balances' && balance !== undefined && { balance }),
    ...(how === 'references' && reference !== undefined && { reference }),
  }))

const window = fc.tuple(fc.nat(13), fc.nat(14))

test.each(['balances', 'references', 'words'] as const)(
  'files that state %s give the same lines in any order of uploads, overlaps and repetitions, and no line is lost',
  (how) => {
    fc.assert(
      fc.property(booked, fc.array(window, { minLength: 1, maxLength: 5 }), fc.nat(), (lines, windows, turn) => {
        const files = windows.map(([from, length]) => stated(lines.slice(from, from + length), how))
        const once = uploads(files)
        const turned = files.map((_, at) => files[(at * 7 + turn) % files.length] ?? [])
        const shuffled = [...files.toReversed(), ...files, ...turned]
        expect(set(uploads(shuffled))).toEqual(set(once))
        // Balances and references that distinguish every line.
        const shown = lines.filter((_, at) => windows.some(([from, length]) => at >= from && at < from + length))
        if (how === 'references') expect(counted(once)).toEqual(counted(shown))
      }),
      { numRuns: 150 },
    )
  },
)

test('files of whole days in any format and order give exactly what the bank booked on those days', () => {
  const days = fc.tuple(
    fc.integer({ min: 1, max: 6 }),
    fc.integer({ min: 0, max: 5 }),
    fc.constantFrom<StatedFields>('balances', 'references', 'words'),
  )
  fc.assert(
    fc.property(booked, fc.array(days, { minLength: 1, maxLength: 6 }), (lines, files) => {
      const within = (first: number, more: number) => (line: StatementLine) =>
        line.day >= `2026-03-0${first}` && line.day <= `2026-03-0${Math.min(9, first + more)}`
      const written = files.map(([first, more, how]) => stated(lines.filter(within(first, more)), how))
      const expected = counted(lines.filter((line) => files.some(([first, more]) => within(first, more)(line))))
      expect(counted(uploads(written))).toEqual(expected)
      expect(counted(uploads([...written.toReversed(), ...written]))).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

const line = (position: number, day: string, amount: bigint, more: Partial<StatementLine> = {}): StatementLine => ({
  day,
  amount,
  description: 'ATM',
  position,
  ...more,
})

test('two equal withdrawals on one day stay two; bank references separate equal lines of two files', () => {
  const twice = [line(1, '2026-03-01', -500n), line(2, '2026-03-01', -500n)]
  expect(uploads([twice, twice])).toHaveLength(2)
  const first = [line(1, '2026-03-01', -500n, { reference: 'A' })]
  const second = [line(1, '2026-03-01', -500n, { reference: 'B' })]
  expect(uploads([first, second, first])).toHaveLength(2)
  const later = [line(1, '2026-03-01', -500n, { balance: 500n })]
  expect(uploads([[line(1, '2026-03-01', -500n, { balance: 1000n })], later])).toHaveLength(2)
})

const april: Statement = {
  from: '2026-04-01',
  to: '2026-04-30',
  opening: 1000n,
  closing: 1300n,
  lines: [
    line(1, '2026-04-02', 500n, { balance: 1500n, description: 'DEPOSIT' }),
    line(2, '2026-04-03', -100n, { balance: 1400n }),
    line(3, '2026-04-20', -100n, { balance: 1300n }),
  ],
}

const findingsOf = (statement: Statement) =>
  checkBalances(statement).map(({ line: at, message }) => `${at ?? '-'} ${message}`)

test('running balances are checked line by line, and the first wrong one is reported with the correct balance; all lines must reach the closing balance', () => {
  expect(findingsOf(april)).toEqual([])
  const lost = { ...april, lines: april.lines.filter(({ position }) => position !== 2) }
  expect(findingsOf(lost)).toEqual([
    '- The opening balance of 10.00 plus all lines is 14.00, but the closing balance is 13.00: 1.00 too little.',
    '3 The previous balance was 15.00 and this line changes it to 14.00, but the statement shows 13.00: 1.00 too little. A line is missing or was changed here.',
  ])
  const turned = {
    ...april,
    lines: april.lines.map((each) => (each.position === 2 ? { ...each, amount: 100n } : each)),
  }
  expect(checkBalances(turned).map(({ line: at }) => at)).toEqual([null, 2])
})

test('a lost line or a changed amount is always found', () => {
  fc.assert(
    fc.property(booked, fc.nat(), fc.boolean(), (lines, at, lose) => {
      const { balance: closing } = lines.at(-1) ?? {}
      const first = lines[0]
      const opening = (first?.balance ?? 0n) - (first?.amount ?? 0n)
      const hit = at % lines.length
      const changed = lose
        ? lines.filter((_, n) => n !== hit)
        : lines.map((each, n) => (n === hit ? { ...each, amount: each.amount + 1n } : each))
      expect(checkBalances({ opening, ...(closing !== undefined && { closing }), lines })).toEqual([])
      expect(checkBalances({ opening, ...(closing !== undefined && { closing }), lines: changed })).not.toEqual([])
    }),
    { numRuns: 200 },
  )
})

/** A file after one that was uploaded before it. */
function compared(before: Statement, after: Statement): string[] {
  const known: KnownLine[] = before.lines.map((each, at) => ({
    ...each,
    id: `line ${at}`,
    fingerprint: `${at}`,
    sightings: [each],
  }))
  const aligned = alignLines(after.lines, known, { account: '1031', fingerprint: (identity) => identity })
  const earlier: EarlierStatement = {
    id: 'earlier',
    fileName: 'earlier.csv',
    from: before.from ?? '',
    to: before.to ?? '',
    ...(before.opening !== undefined && { opening: before.opening }),
    ...(before.closing !== undefined && { closing: before.closing }),
    lines: before.lines.map((each, at) => ({ ...each, lineId: `line ${at}` })),
  }
  return checkAgainstEarlier(after, aligned, [earlier]).map(
    ({ kind, line: at, message }) => `${kind} ${at ?? '-'} ${message}`,
  )
}

test('uploading the same days again is an overlap; a line altered, added or removed between two uploads is reported', () => {
  expect(compared(april, april)).toEqual([
    'overlap - 3 of 3 lines are already on earlier statements and will not be saved twice.',
  ])
  const altered = {
    ...april,
    lines: april.lines.map((each) => (each.position === 2 ? { ...each, amount: -1000n, balance: 500n } : each)),
  }
  expect(compared(april, altered)[0]).toBe(
    "altered 2 earlier.csv shows this line differently: 3 Apr 2026, -1.00 with the balance 14.00, 'ATM'.",
  )
  const less = { ...april, lines: april.lines.filter(({ position }) => position !== 2) }
  expect(compared(april, less)[0]).toBe("missing - earlier.csv shows -1.00 on 3 Apr 2026, 'ATM'; this file does not.")
  expect(compared(less, april)[0]).toBe('added 2 earlier.csv covers 3 Apr 2026 but does not show this line.')
})

test('a further line on the last day of an earlier upload needs no review note', () => {
  const untilThird = { ...april, to: '2026-04-03', closing: 1500n, lines: april.lines.slice(0, 1) }
  expect(compared(untilThird, april).filter((stated) => !stated.startsWith('overlap'))).toEqual([])
})

test('a gap is reported: the opening balance differs from the previous closing balance, or days are missing', () => {
  const march: Statement = {
    from: '2026-03-01',
    to: '2026-03-31',
    opening: 0n,
    closing: 1000n,
    lines: [line(1, '2026-03-31', 1000n)],
  }
  expect(compared(march, april)).toEqual([])
  expect(compared({ ...march, closing: 900n }, april)).toEqual([
    'gap - The opening balance is 10.00, but earlier.csv ended on 31 Mar 2026 with 9.00. Transactions totaling 1.00 are missing between the two statements.',
  ])
  expect(compared(april, { ...march, closing: 900n })).toEqual([
    'gap - The closing balance is 9.00, but earlier.csv starts on 1 Apr 2026 with 10.00. Transactions totaling 1.00 are missing between the two statements.',
  ])
  const { opening: _, ...without } = april
  expect(compared({ ...march, to: '2026-03-20' }, without)).toEqual([
    'gap - No statement covers 21 Mar 2026 to 31 Mar 2026, and the statements show no balances, so Talaan cannot tell whether transactions are missing.',
  ])
})

test('missing days are reported with their movements, unless the balances agree across them', () => {
  const of = (from: string, to: string, opening?: bigint, closing?: bigint) => ({
    from: `2026-${from}`,
    to: `2026-${to}`,
    ...(opening !== undefined && { opening }),
    ...(closing !== undefined && { closing }),
  })
  expect(
    uncovered([
      of('05-01', '05-31', 700n, 900n),
      of('01-01', '01-31', 0n, 100n),
      of('02-03', '02-28', 100n, 200n),
      of('02-10', '02-15'),
      of('04-01', '04-30', 500n),
    ]),
  ).toEqual([{ from: '2026-03-01', to: '2026-03-31', moved: 300n }])
  expect(uncovered([of('01-01', '01-31'), of('03-01', '03-31', 1n)])).toEqual([
    { from: '2026-02-01', to: '2026-02-28', moved: null },
  ])
})
