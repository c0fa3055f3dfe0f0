// Form 2307 of a customer certifies the tax withheld from us, which is only expected until then. A certificate that
// never arrives is written off.
import { accounts } from '../../accounts/chart.ts'
import { credit, debit, entry } from '../../accounts/journal.ts'
import type { Withheld } from '../../accounts/journal.ts'
import { formatDay } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import { formatMoney, multiplyRate, sum } from '../../core/money.ts'
import { displayName } from '../../core/party.ts'
import { withholdingOn } from '../../tax/withholding.ts'
import { dayMistakes, dayWarnings, missingAccounts } from '../common/posting.ts'
import { certifies, effects, settles } from '../effects.ts'
import type { StatedEffect } from '../effects.ts'
import { itemKey } from '../facts.ts'
import type { FactRequest, Facts, FactsOf, OpenItem } from '../facts.ts'
import type { FieldMistake, PostingResult, StoredFields } from '../type.ts'
import type { CertificateFields, certificateFields } from './fields.ts'

export type CertificateFacts = Facts<'items'>

export const certificateFacts = ({ partyId, day: of, rows }: CertificateFields): FactRequest<'items'> => ({
  partyId,
  externalNo: null,
  day: of,
  items: rows.map(({ documentId }) => documentId),
})

export const certificateStated = ({
  act = 'received',
  rows,
  from = null,
  to = null,
}: StoredFields<typeof certificateFields>): StatedEffect[] => [certifies({ act, account: provedOf(rows), from, to })]

export function postCertificate(fields: CertificateFields, facts: CertificateFacts): PostingResult {
  const taxes = taxesOn(fields, facts)
  const mistakes = mistakesOf(fields, facts)
  if (mistakes.length > 0) return { ok: false, mistakes }
  const { partyId } = fields
  const total = sum(fields.rows.map(({ amount }) => amount))
  const name = facts.party === undefined ? '' : displayName(facts.party)
  const isWrittenOff = fields.act === 'written_off'
  const said = isWrittenOff ? `Certificate of ${name} written off` : `Form 2307 of ${name}`
  const awaiting = provedOf(fields.rows)
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
            // Code and base are frozen on the collection that withheld them; here they are as on the certificate.
            credit(awaiting, total, { partyId }),
          ),
      effects: effects(
        ...fields.rows.map(({ documentId, account, amount }) => settles(documentId, account, partyId, amount)),
      ),
      totals: [{ label: isWrittenOff ? 'Written off' : 'Tax withheld', amount: total, emphasis: 'grand' }],
      warnings: warningsOf(fields, facts, taxes),
    },
  }
}

type Proved = CertificateFields['rows'][number]

const provedOf = ([first]: readonly Partial<Pick<Proved, 'account'>>[]): Proved['account'] =>
  first?.account ?? accounts.withheldAwaitingCertificate

const inHandOf = (awaiting: Proved['account']): string =>
  awaiting === accounts.vatWithheld ? accounts.vatWithheld : accounts.withheldWithCertificate

export const itemOf = (
  { documentId, account }: Pick<Proved, 'documentId' | 'account'>,
  { items }: FactsOf<'items'>,
): OpenItem | undefined => items.get(itemKey(documentId, account))

/** The lines of the certificate with the rates in force at the end of its period. */
function taxesOn({ taxes, to }: CertificateFields, { withholdingCodes }: CertificateFacts): Withheld[] {
  return taxes.map(({ atc, base, tax }) => {
    const code = to === null ? undefined : withholdingOn(to, 'either', atc, withholdingCodes)
    return { atc, rate: code?.rate ?? '0', base, tax }
  })
}

function mistakesOf(fields: CertificateFields, facts: CertificateFacts): FieldMistake[] {
  const mistakes: FieldMistake[] = [...dayMistakes(fields.day, facts)]
  const mistake = (path: (string | number)[], message: string) => mistakes.push({ path, message })
  if (facts.party === undefined)
    mistake(['partyId'], 'This customer is no longer registered. Choose another one, or register this customer again.')
  fields.rows.forEach((row, i) => {
    const said = rowMistake(itemOf(row, facts), row.amount, fields)
    if (said !== undefined) mistake(['rows', i, 'amount'], said)
  })
  fields.taxes.forEach(({ atc }, i) => {
    const { to } = fields
    if (to === null) return
    const code = withholdingOn(to, 'either', atc, facts.withholdingCodes)
    const isBusiness = provedOf(fields.rows) === accounts.vatWithheld
    if (code === undefined)
      mistake(['taxes', i, 'atc'], `${atc} was not in force on ${formatDay(to)}. Check the certificate.`)
    else if (isBusiness === (code.tax === 'ewt')) {
      const [is, ticked] = isBusiness ? ['income tax', 'VAT'] : ['VAT or percentage tax', 'income tax']
      mistake(
        ['taxes', i, 'atc'],
        `${atc} is an ATC for ${is}, but the selected receipts are for ${ticked}. Check the certificate.`,
      )
    }
  })
  if (fields.to !== null && fields.to > facts.today)
    mistake(['to'], 'The period has not ended yet. Check the certificate.')
  const covered = sum(fields.rows.map(({ amount }) => amount))
  const printed = sum(fields.taxes.map(({ tax }) => tax))
  if (fields.act === 'received' && covered !== printed) {
    mistake(
      ['taxes', 0, 'tax'],
      `The certificate shows ${formatMoney(printed)}, but the selected receipts show ${formatMoney(covered)}. Change the amounts so that both totals are equal. Tax that is not on the certificate stays outstanding.`,
    )
  }
  if (mistakes.length > 0) return mistakes
  const other = fields.act === 'received' ? inHandOf(provedOf(fields.rows)) : accounts.miscellaneousExpense
  return missingAccounts('Certificates', [provedOf(fields.rows), other], facts)
}

function rowMistake(
  item: OpenItem | undefined,
  amount: bigint,
  { partyId, day: of }: { partyId: string; day: Day },
): string | undefined {
  if (item === undefined) return 'This receipt is void or has no tax withheld. Deselect it.'
  const { number, open, changedBy } = item
  const by = changedBy[0] === undefined ? '' : ` after ${changedBy[0]}`
  if (item.partyId !== partyId) return `${number} belongs to another customer. Deselect it.`
  if (item.day > of)
    return `${number} is dated ${formatDay(item.day)}, after this date. Correct the date or deselect it.`
  if (amount > open)
    return `${number} has only ${formatMoney(open)} of tax without a certificate${by}. Enter at most that amount.`
  return undefined
}

function warningsOf(fields: CertificateFields, facts: CertificateFacts, taxes: readonly Withheld[]): string[] {
  const found = dayWarnings('The certificate', fields.day, facts.today)
  for (const { atc, rate, base, tax } of taxes) {
    const expected = multiplyRate(base, rate)
    const off = tax > expected ? tax - expected : expected - tax
    if (off > 5n) {
      found.push(
        `${atc} on ${formatMoney(base)} would be ${formatMoney(expected)}, not ${formatMoney(tax)}. Check the certificate.`,
      )
    }
  }
  const { from, to } = fields
  if (from === null || to === null) return found
  for (const row of fields.rows) {
    const item = itemOf(row, facts)
    if (item !== undefined && (item.day < from || item.day > to))
      found.push(
        `${item.number} of ${formatDay(item.day)} is outside the period covered by the certificate. Check the certificate.`,
      )
  }
  return found
}
