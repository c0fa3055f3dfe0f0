// A sales invoice debits the customer with its total, credits income net of VAT and discount, and credits output VAT.
import { accounts, takesIncome } from '../../accounts/chart.ts'
import { formatMoney } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { addressLine, displayName } from '../../core/party.ts'
import { dayMistakes, dayWarnings, dueWarnings, missingAccounts, partyMistakes } from '../common/posting.ts'
import { vatClassWords } from '../../tax/vat.ts'
import { computeSale, saleTotals } from '../sale-lines/figures.ts'
import type { Computed } from '../sale-lines/figures.ts'
import { saleEntry, saleMistakes, vatRateMistakes } from '../sale-lines/posting.ts'
import { details, effects, opens } from '../effects.ts'
import type { StatedEffect } from '../effects.ts'
import type { FactRequest, Facts } from '../facts.ts'
import type { FieldMistake, PostingResult, StoredFields } from '../type.ts'
import { invoiceNumbers } from './fields.ts'
import type { InvoiceFields, invoiceFields } from './fields.ts'

export type InvoiceFacts = Facts

export const invoiceFacts = ({ partyId, externalNo, externalNoTo, day: of }: InvoiceFields): FactRequest => ({
  partyId,
  externalNo,
  externalNoTo,
  day: of,
})

export const invoiceStated = ({ terms, email }: StoredFields<typeof invoiceFields>): StatedEffect[] =>
  details({ terms, email })

export function postInvoice(fields: InvoiceFields, facts: InvoiceFacts): PostingResult {
  const computed = computeSale(fields, facts)
  const mistakes = [...headMistakes(fields, facts), ...lineMistakes(fields, facts, computed)]
  if (mistakes.length > 0) return { ok: false, mistakes }

  const { total } = computed
  const { partyId, dueDay } = fields
  const externalNo = invoiceNumbers(fields)
  const memoLine = fields.memo === '' ? `Invoice no. ${externalNo}` : fields.memo
  return {
    ok: true,
    posting: {
      day: fields.day,
      partyId,
      externalNo,
      dueDay,
      memo: fields.memo,
      total,
      entry: saleEntry(fields, computed, memoLine),
      effects: effects(opens(accounts.receivables, partyId, total)),
      totals: saleTotals(computed),
      warnings: warnings(fields, facts, computed),
    },
  }
}

function headMistakes(fields: InvoiceFields, facts: InvoiceFacts): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  const mistake = (name: keyof InvoiceFields, message: string) => mistakes.push({ path: [name], message })
  const { sameExternalNo } = facts

  mistakes.push(...partyMistakes(fields.partyId, facts, 'customer'), ...dayMistakes(fields.day, facts))
  if (sameExternalNo !== undefined) {
    const { number } = sameExternalNo
    mistake(
      'externalNo',
      `Invoice no. ${invoiceNumbers(fields)} is already recorded as ${number}. Void that document first, or correct the number.`,
    )
  }
  const isVarious = facts.party?.noTin === 'various'
  if (fields.externalNoTo !== '' && !isVarious)
    mistake(
      'externalNoTo',
      'Only the sales of one day to Various customers can be recorded together. Clear the last number, or choose Various customers.',
    )
  const isZeroRated = fields.lines.some(({ vatClass }) => vatClass === 'zero_rated')
  if (isZeroRated && fields.zeroRating === '' && facts.party?.noTin === 'foreign')
    mistake('zeroRating', 'Choose why the sale is zero-rated.')
  if (!isZeroRated && fields.zeroRating !== '')
    mistake('zeroRating', 'No line is zero-rated. Choose Zero-rated on the lines, or clear the reason.')
  return [...mistakes, ...vatRateMistakes(fields, facts)]
}

function lineMistakes(fields: InvoiceFields, facts: InvoiceFacts, computed: Computed): FieldMistake[] {
  return [
    ...saleMistakes(fields, facts, computed, {
      noun: 'invoice',
      takes: takesIncome,
      pick: 'choose an income account',
      wrong: 'is not an income account. Choose one such as 4010 or 4020.',
    }),
    ...discountMistakes(fields, facts),
    ...missingAccounts(
      'Invoices',
      [
        accounts.receivables,
        ...(computed.vat > 0n ? [accounts.outputVat] : []),
        ...(computed.statutory > 0n ? [accounts.statutoryDiscounts] : []),
      ],
      facts,
    ),
  ]
}

/** A statutory discount excludes VAT and other discounts; the buyer may have the higher one (RR 7-2010, section 10). */
function discountMistakes({ discountFor, lines }: InvoiceFields, { company }: InvoiceFacts): FieldMistake[] {
  if (discountFor === '') return []
  const vatClass = company.vatRegistered ? 'exempt' : 'not_subject'
  return lines.flatMap((line, i): FieldMistake[] => [
    ...(line.vatClass === vatClass
      ? []
      : [
          {
            path: ['lines', i, 'vatClass'],
            message: `A sale with this discount is ${vatClassWords[vatClass]}. Choose this VAT type, or record the item on another invoice.`,
          },
        ]),
    ...(line.discountPercent === null && line.discountAmount === null
      ? []
      : [
          {
            path: ['lines', i, 'discountAmount'],
            message: 'Only one discount applies. Clear this one, or record the sale without the statutory discount.',
          },
        ]),
  ])
}

function warnings(fields: InvoiceFields, { company, party, today }: InvoiceFacts, { total }: Computed): string[] {
  const found: string[] = []
  found.push(...dayWarnings('The invoice', fields.day, today))
  found.push(...dueWarnings(fields.dueDay, today))
  // An invoice of 1,000.00 and more to a VAT-registered buyer shows the buyer's name, TIN and address (RMC 77-2024).
  if (company.vatRegistered && party?.vatStatus === 'vat' && total >= 100_000n) {
    const lacking = [party.tin9 === null ? 'TIN' : '', addressLine(party) === '' ? 'address' : ''].filter(
      (word) => word !== '',
    )
    if (lacking.length > 0) {
      found.push(
        `The sale is 1,000.00 or more and ${displayName(party)} is VAT-registered, but the registration has no ${lacking.join(' and no ')}.`,
      )
    }
  }
  if (party?.noTin === 'various' && fields.lines.some(({ vatClass }) => vatClass === 'zero_rated'))
    found.push('A sale to walk-in customers is rarely zero-rated. Check the VAT of the lines.')
  if (fields.zeroRating === 'export_enterprise' && fields.zeroRatingCertificate === '')
    found.push(
      'The sale is zero-rated only if the customer has a VAT zero-rating certificate. Enter the certificate number, or choose Vatable.',
    )
  if (party?.noTin === 'foreign' && fields.lines.some(({ vatClass }) => vatClass === 'vatable'))
    found.push(
      `${displayName(party)} is a foreign customer. Exports are zero-rated; goods and services used in the Philippines are vatable.`,
    )
  if (party?.government && fields.lines.some((line) => line.vatClass === 'vatable')) {
    found.push(`${displayName(party)} is a government office. Sales lines are usually “Vatable, sale to government”.`)
  }
  if (party?.registeredEnterprise && fields.lines.some(({ vatClass }) => vatClass === 'vatable'))
    found.push(
      `${displayName(party)} is a registered business enterprise. Sales to registered business enterprises are usually zero-rated if they have a certificate.`,
    )
  if (total >= unusualTotal)
    found.push(`The total of ${formatMoney(total)} is unusually large. Compare it with the document.`)
  return found
}

/** 10,000,000.00 */
const unusualTotal: Money = 1_000_000_000n
