// A sales invoice debits the customer with its total, credits income net of VAT and discount, and credits output VAT.
import { z } from 'zod'
import { accounts, takesIncome } from '../accounts/chart.ts'
import { day, formatDay } from '../core/date.ts'
import { email, fieldSet, memo, optionalText } from '../core/fields.ts'
import { credit, debit, entry } from '../accounts/journal.ts'
import { amountInWords, formatMoney } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { addressLine, displayName } from '../core/party.ts'
import { bearsVat, rateOn } from '../tax/vat.ts'
import {
  companyHeading,
  dayMistakes,
  dayWarnings,
  journalOf,
  missingAccounts,
  partyHeading,
  partyMistakes,
} from './common.ts'
import type { DocumentKind, Facts, FieldMistake } from './type.ts'
import {
  computeSale,
  incomeLines,
  printedLines,
  printedSerial,
  saleLine,
  saleMistakes,
  saleTotals,
} from './sale-lines.ts'
import type { Computed } from './sale-lines.ts'
import { invoiceWords } from './invoice/words.ts'

export const maximumInvoiceLines = 200

export const invoiceFields = fieldSet({
  /** Where the receipt is mailed. */
  email,
  partyId: z.uuid('Pick a customer from the list.').toLowerCase(),
  /** The serial printed on the authorised paper. */
  externalNo: printedSerial('the invoice number printed on the paper', 'An invoice number'),
  day,
  dueDay: day.nullable().default(null),
  terms: optionalText('terms', 100),
  priceMode: z.enum(['inclusive', 'exclusive'], 'Say whether the prices include VAT.'),
  lines: z
    .array(saleLine, 'Add at least one line.')
    .min(1, 'Add at least one line.')
    .max(
      maximumInvoiceLines,
      `An invoice has at most ${maximumInvoiceLines} lines; record the rest as another invoice.`,
    ),
  memo,
}).refine((fields) => fields.dueDay === null || fields.dueDay >= fields.day, {
  path: ['dueDay'],
  error: 'The due day is before the day of the invoice; correct one of them.',
})

export type InvoiceFields = z.output<typeof invoiceFields>

export const invoice: DocumentKind<typeof invoiceFields> = {
  ...invoiceWords,
  fields: invoiceFields,
  mentions: ({ partyId, externalNo, day: of }) => ({ partyId, externalNo, day: of }),

  post(fields, facts) {
    const computed = computeSale(fields, facts)
    const mistakes = [...headMistakes(fields, facts), ...lineMistakes(fields, facts, computed)]
    if (mistakes.length > 0) return { ok: false, mistakes }

    const { total, vat } = computed
    const { partyId, externalNo, dueDay } = fields
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
        items: [{ settles: 'itself', account: accounts.receivables, partyId, amount: total }],
        cheque: null,
        entry: entry(
          'SJ',
          fields.day,
          memoLine,
          debit(accounts.receivables, total, { partyId }),
          ...incomeLines(fields, computed.splits),
          credit(accounts.outputVat, vat, { partyId }),
        ),
        totals: saleTotals(computed),
        warnings: warnings(fields, facts, computed),
        receiptTo: fields.email,
      },
    }
  },

  receipt(fields, facts, posting, number) {
    const { company, party } = facts
    const taxed = fields.lines.some((line) => bearsVat(line.vatClass))
    return {
      title: 'Sales Invoice',
      number,
      status: number === null ? 'review' : 'recorded',
      day: fields.day,
      note: 'Internal copy - not an invoice',
      company: companyHeading(company),
      party: partyHeading('Customer', party),
      facts: [
        { label: 'Invoice no.', value: fields.externalNo },
        ...(fields.terms === '' ? [] : [{ label: 'Terms', value: fields.terms }]),
        ...(fields.dueDay === null ? [] : [{ label: 'Due', value: formatDay(fields.dueDay) }]),
        ...(taxed
          ? [{ label: 'Prices', value: fields.priceMode === 'inclusive' ? 'VAT-inclusive' : 'VAT-exclusive' }]
          : []),
      ],
      lines: printedLines(fields.lines, computeSale(fields, facts)),
      totals: posting.totals,
      amountInWords: amountInWords(posting.total),
      memo: fields.memo,
      journal: journalOf(posting.entry, facts),
      attachments: facts.attachments.map(({ name }) => name),
    }
  },
}

function headMistakes(fields: InvoiceFields, facts: Facts): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  const mistake = (name: keyof InvoiceFields, message: string) => mistakes.push({ path: [name], message })
  const { sameExternalNo } = facts

  mistakes.push(...partyMistakes(fields.partyId, facts, 'customer'), ...dayMistakes(fields.day, facts))
  if (sameExternalNo !== undefined) {
    const { number } = sameExternalNo
    mistake(
      'externalNo',
      `Invoice no. ${fields.externalNo} is already recorded as ${number}; void that one first or correct the number.`,
    )
  }
  if (fields.lines.some((line) => bearsVat(line.vatClass)) && rateOn(fields.day, facts.vatRates) === undefined) {
    mistake(
      'day',
      `No VAT rate is in force on ${formatDay(fields.day)}; check the day or add the rate in the company settings.`,
    )
  }
  return mistakes
}

function lineMistakes(fields: InvoiceFields, facts: Facts, computed: Computed): FieldMistake[] {
  return [
    ...saleMistakes(fields, facts, computed, {
      noun: 'invoice',
      takes: takesIncome,
      pick: 'pick an income account',
      wrong: 'is not an income account; pick one that earns, such as 4010 or 4020.',
    }),
    ...missingAccounts('Invoices', [accounts.receivables, ...(computed.vat > 0n ? [accounts.outputVat] : [])], facts),
  ]
}

function warnings(fields: InvoiceFields, { company, party, today }: Facts, { total }: Computed): string[] {
  const found: string[] = []
  found.push(...dayWarnings('The invoice', fields.day, today))
  if (fields.dueDay !== null && fields.dueDay < today) {
    found.push(`The due day, ${formatDay(fields.dueDay)}, has passed already.`)
  }
  // An invoice of 1,000.00 and more to a VAT-registered buyer shows the buyer's name, TIN and address (RMC 77-2024).
  if (company.vatRegistered && party?.vatStatus === 'vat' && total >= 100_000n) {
    const lacking = [party.tin9 === null ? 'TIN' : '', addressLine(party) === '' ? 'address' : ''].filter(
      (word) => word !== '',
    )
    if (lacking.length > 0) {
      found.push(
        `${displayName(party)} is VAT-registered and buys for 1,000.00 or more, ` +
          `but the register has no ${lacking.join(' and no ')}.`,
      )
    }
  }
  if (party?.government && fields.lines.some((line) => line.vatClass === 'vatable')) {
    found.push(`${displayName(party)} is a government office; its lines are usually 'Vatable, sale to government'.`)
  }
  if (total >= unusualTotal)
    found.push(`The total of ${formatMoney(total)} is unusually large; compare it with the paper.`)
  return found
}

/** 10,000,000.00 */
const unusualTotal: Money = 1_000_000_000n
