// Form 2307 of a customer: the tax withheld from us is proved by it, and until it comes it is only expected. One that never
// comes is written off.
import { z } from 'zod'
import { accounts } from '../accounts/chart.ts'
import type { Day } from '../core/date.ts'
import { day, formatDay } from '../core/date.ts'
import { fieldSet, memo } from '../core/fields.ts'
import { credit, debit, entry } from '../accounts/journal.ts'
import type { Withheld } from '../accounts/journal.ts'
import { amountInWords, formatMoney, money, multiplyRate, sum } from '../core/money.ts'
import { displayName } from '../core/party.ts'
import { withholdingOn } from '../tax/withholding.ts'
import { companyHeading, dayMistakes, dayWarnings, journalOf, missingAccounts, partyHeading } from './common.ts'
import { itemKey } from './type.ts'
import type { DocumentKind, Facts, FieldMistake, OpenItem } from './type.ts'
import { certificateWords } from './certificate/words.ts'

export const maximumCertificateRows = 100

const positive = (what: string) => money.refine((given) => given > 0n, `Enter ${what}, more than zero.`)

/** What a certificate proves: income tax, which moves to 1320, or VAT and percentage tax, which stays on 1325. */
export const provedAccounts = [accounts.withheldAwaitingCertificate, accounts.vatWithheld] as const

export const certificateFields = fieldSet({
  act: z.enum(['received', 'written_off'], 'Say whether the certificate came or is written off.').default('received'),
  partyId: z.uuid('Pick the customer from the list.').toLowerCase(),
  day,
  /** The period on the certificate; null when there is none. */
  from: day.nullable().default(null),
  to: day.nullable().default(null),
  /** The receipts whose tax it proves, and how much of each. */
  rows: z
    .array(
      fieldSet({
        documentId: z.uuid('Pick receipts from the list.').toLowerCase(),
        /** Where the receipt put the tax: income tax, or VAT and percentage tax. */
        account: z.enum(provedAccounts).default(accounts.withheldAwaitingCertificate),
        amount: positive('how much of the tax is covered'),
      }),
    )
    .min(1, 'Tick the receipts that the certificate is for.')
    .max(maximumCertificateRows, `A certificate covers at most ${maximumCertificateRows} receipts here.`),
  /** The lines of the certificate as printed. */
  taxes: z
    .array(
      fieldSet({
        atc: z
          .string('Pick the code on the certificate.')
          .regex(/^[A-Z]{2}\d{3}$/, 'Pick the code on the certificate from the list.'),
        base: positive('the income payment'),
        tax: positive('the tax withheld'),
      }),
    )
    .max(20, 'A certificate has at most 20 lines here.')
    .default([]),
  memo,
}).superRefine((fields, context) => {
  const mistake = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
  const twice = (values: readonly string[]) => values.findIndex((value, at) => values.indexOf(value) !== at)
  const row = twice(fields.rows.map(({ documentId, account }) => itemKey(documentId, account)))
  if (row >= 0) mistake(['rows', row, 'amount'], 'This receipt stands on two rows; keep one.')
  const other = fields.rows.findIndex(({ account }) => account !== fields.rows[0]?.account)
  if (other >= 0) {
    mistake(
      ['rows', other, 'amount'],
      'Income tax and VAT are claimed in different returns; record this paper once for each, with its own lines.',
    )
  }
  const line = twice(fields.taxes.map(({ atc }) => atc))
  if (line >= 0) mistake(['taxes', line, 'atc'], 'This code stands on two lines; add them up.')
  if (fields.act === 'written_off') {
    if (fields.taxes.length > 0) mistake(['taxes'], 'What is written off has no certificate; leave its lines empty.')
    if (fields.from !== null || fields.to !== null) mistake(['from'], 'What is written off has no period; clear it.')
    if (fields.memo === '') mistake(['memo'], 'Say why the certificate is given up.')
    return
  }
  if (fields.from === null) mistake(['from'], 'Enter the first day of the period on the certificate.')
  if (fields.to === null) mistake(['to'], 'Enter the last day of the period on the certificate.')
  if (fields.from !== null && fields.to !== null && fields.from > fields.to)
    mistake(['to'], 'The period ends before it begins; swap the days.')
  if (fields.taxes.length === 0) mistake(['taxes'], 'Enter the lines of the certificate.')
})
export type CertificateFields = z.output<typeof certificateFields>

export const certificate: DocumentKind<typeof certificateFields> = {
  ...certificateWords,
  fields: certificateFields,
  mentions: ({ partyId, day: of, rows }) => ({
    partyId,
    externalNo: null,
    day: of,
    documents: rows.map(({ documentId }) => documentId),
  }),

  post(fields, facts) {
    const taxes = taxesOn(fields, facts)
    const mistakes = mistakesOf(fields, facts)
    if (mistakes.length > 0) return { ok: false, mistakes }
    const { partyId } = fields
    const total = sum(fields.rows.map(({ amount }) => amount))
    const name = facts.party === undefined ? '' : displayName(facts.party)
    const isWrittenOff = fields.act === 'written_off'
    const said = isWrittenOff ? `Certificate of ${name} written off` : `Form 2307 of ${name}`
    const awaiting = provedOf(fields)
    return {
      ok: true,
      posting: {
        day: fields.day,
        partyId,
        externalNo: null,
        dueDay: null,
        memo: fields.memo,
        total,
        entry: isWrittenOff
          ? entry(
              'GJ',
              fields.day,
              said,
              debit(accounts.miscellaneousExpense, total, { partyId }),
              credit(awaiting, total, { partyId }),
            )
          : entry(
              'GJ',
              fields.day,
              said,
              ...taxes.map((one) => debit(inHandOf(awaiting), one.tax, { partyId, withheld: one })),
              // Code and base stay with the collection that withheld them; here they stand as the certificate has them.
              credit(awaiting, total, { partyId }),
            ),
        items: fields.rows.map(({ documentId, account, amount }) => ({
          ...{ settles: documentId, account, partyId },
          amount: -amount,
        })),
        cheque: null,
        totals: [{ label: isWrittenOff ? 'Written off' : 'Tax withheld', amount: total, emphasis: 'grand' }],
        warnings: warningsOf(fields, facts, taxes),
        receiptTo: null,
      },
    }
  },

  receipt(fields, facts, posting, number) {
    const isWrittenOff = fields.act === 'written_off'
    return {
      title: isWrittenOff ? 'Certificate Written Off' : 'Certificate of Tax Withheld',
      number,
      status: number === null ? 'review' : 'recorded',
      day: fields.day,
      note: isWrittenOff ? 'Form 2307 that never came' : 'Form 2307 received',
      company: companyHeading(facts.company),
      party: partyHeading('Withheld by', facts.party),
      facts:
        fields.from === null || fields.to === null
          ? []
          : [{ label: 'Period', value: `${formatDay(fields.from)} to ${formatDay(fields.to)}` }],
      lines: [],
      tables: [
        {
          title: isWrittenOff ? 'Receipts given up' : 'Receipts it proves',
          columns: [
            { label: 'Receipt', numeric: false },
            { label: 'Expected', numeric: true },
            { label: isWrittenOff ? 'Written off' : 'Proved', numeric: true },
            { label: 'Left', numeric: true },
          ],
          rows: fields.rows.map(({ documentId, account, amount }) => {
            const item = itemOf({ documentId, account }, facts)
            const open = item?.open ?? 0n
            const receipt = item === undefined ? '' : `${item.number}, ${formatDay(item.day)}`
            return [receipt, formatMoney(open), formatMoney(amount), formatMoney(open - amount)]
          }),
        },
        {
          title: 'Lines of the certificate',
          columns: [
            { label: 'ATC', numeric: false },
            { label: 'Income payment', numeric: true },
            { label: 'Tax withheld', numeric: true },
          ],
          rows: fields.taxes.map(({ atc, base, tax }) => [atc, formatMoney(base), formatMoney(tax)]),
        },
      ].filter(({ rows }) => rows.length > 0),
      totals: posting.totals,
      amountInWords: amountInWords(posting.total),
      memo: fields.memo,
      journal: journalOf(posting.entry, facts),
      attachments: facts.attachments.map(({ name }) => name),
    }
  },
}

type Proved = CertificateFields['rows'][number]

const provedOf = ({ rows }: Pick<CertificateFields, 'rows'>): Proved['account'] =>
  rows[0]?.account ?? accounts.withheldAwaitingCertificate

const inHandOf = (awaiting: Proved['account']): string =>
  awaiting === accounts.vatWithheld ? accounts.vatWithheld : accounts.withheldWithCertificate

const itemOf = (
  { documentId, account }: Pick<Proved, 'documentId' | 'account'>,
  { items }: Pick<Facts, 'items'>,
): OpenItem | undefined => items.get(itemKey(documentId, account))

/** The lines of the certificate with the rates that were in force at the end of its period. */
function taxesOn({ taxes, to }: CertificateFields, { withholdingCodes }: Facts): Withheld[] {
  return taxes.map(({ atc, base, tax }) => {
    const code = to === null ? undefined : withholdingOn(to, 'either', atc, withholdingCodes)
    return { atc, rate: code?.rate ?? '0', base, tax }
  })
}

function mistakesOf(fields: CertificateFields, facts: Facts): FieldMistake[] {
  const mistakes: FieldMistake[] = [...dayMistakes(fields.day, facts)]
  const mistake = (path: (string | number)[], message: string) => mistakes.push({ path, message })
  if (facts.party === undefined)
    mistake(['partyId'], 'This customer is no longer in the register; pick another or register it again.')
  fields.rows.forEach((row, i) => {
    const said = rowMistake(itemOf(row, facts), row.amount, fields)
    if (said !== undefined) mistake(['rows', i, 'amount'], said)
  })
  fields.taxes.forEach(({ atc }, i) => {
    const { to } = fields
    if (to === null) return
    const code = withholdingOn(to, 'either', atc, facts.withholdingCodes)
    const isBusiness = provedOf(fields) === accounts.vatWithheld
    if (code === undefined)
      mistake(['taxes', i, 'atc'], `${atc} was not in force on ${formatDay(to)}; compare with the certificate.`)
    else if (isBusiness === (code.tax === 'ewt')) {
      const [is, ticked] = isBusiness ? ['income tax', 'VAT'] : ['VAT or percentage tax', 'income tax']
      mistake(
        ['taxes', i, 'atc'],
        `${atc} is a code of ${is}, and the receipts ticked are of ${ticked}; compare with the certificate.`,
      )
    }
  })
  if (fields.to !== null && fields.to > facts.today)
    mistake(['to'], 'The period has not ended yet; compare with the certificate.')
  const covered = sum(fields.rows.map(({ amount }) => amount))
  const printed = sum(fields.taxes.map(({ tax }) => tax))
  if (fields.act === 'received' && covered !== printed) {
    mistake(
      ['taxes', 0, 'tax'],
      `The certificate has ${formatMoney(printed)} and the receipts it proves have ${formatMoney(covered)}; make them equal. What is missing on the certificate stays expected.`,
    )
  }
  if (mistakes.length > 0) return mistakes
  const other = fields.act === 'received' ? inHandOf(provedOf(fields)) : accounts.miscellaneousExpense
  return missingAccounts('Certificates', [provedOf(fields), other], facts)
}

function rowMistake(
  item: OpenItem | undefined,
  amount: bigint,
  { partyId, day: of }: { partyId: string; day: Day },
): string | undefined {
  if (item === undefined) return 'This receipt is void, or no tax was withheld on it; untick it.'
  const { number, open, changedBy } = item
  const by = changedBy[0] === undefined ? '' : ` after ${changedBy[0]}`
  if (item.partyId !== partyId) return `${number} is of another customer; untick it.`
  if (item.day > of) return `${number} is of ${formatDay(item.day)}, after this day; correct the day or untick it.`
  if (amount > open) return `${number} has ${formatMoney(open)} without a certificate${by}; enter no more than that.`
  return undefined
}

function warningsOf(fields: CertificateFields, facts: Facts, taxes: readonly Withheld[]): string[] {
  const found = dayWarnings('The certificate', fields.day, facts.today)
  for (const { atc, rate, base, tax } of taxes) {
    const expected = multiplyRate(base, rate)
    const off = tax > expected ? tax - expected : expected - tax
    if (off > 5n) {
      found.push(
        `${atc} on ${formatMoney(base)} would be ${formatMoney(expected)}, not ${formatMoney(tax)}; compare with the certificate.`,
      )
    }
  }
  const { from, to } = fields
  if (from === null || to === null) return found
  for (const row of fields.rows) {
    const item = itemOf(row, facts)
    if (item !== undefined && (item.day < from || item.day > to))
      found.push(`${item.number} of ${formatDay(item.day)} lies outside of the period of the certificate.`)
  }
  return found
}
