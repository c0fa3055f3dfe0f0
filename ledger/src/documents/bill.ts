// A bill debits what was bought and input VAT, and credits the supplier with what is to be paid and the tax office with
// what is withheld from it. A credit from the supplier is the same the other way round.
import { z } from 'zod'
import { accounts } from '../accounts/chart.ts'
import { day, formatDay } from '../core/date.ts'
import { email, fieldSet, memo, optionalText } from '../core/fields.ts'
import { credit, debit, entry, reversal } from '../accounts/journal.ts'
import type { Line } from '../accounts/journal.ts'
import { amountInWords, formatMoney, money, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { formatRate } from '../tax/vat.ts'
import {
  companyHeading,
  dayMistakes,
  dayWarnings,
  journalOf,
  missingAccounts,
  partyHeading,
  partyMistakes,
} from './common.ts'
import { itemKey } from './type.ts'
import type { DocumentKind, Facts, FieldMistake, Movement, OpenItem, Total } from './type.ts'
import {
  computePurchase,
  priceMode,
  purchaseDebits,
  purchaseLines,
  purchaseMistakes,
  purchaseTable,
  purchaseTotals,
  purchaseWarnings,
  vatPrinted,
  withheldCredits,
} from './purchase-lines.ts'
import type { Computed, Priced, PriceFacts } from './purchase-lines.ts'
import { billWords } from './bill/words.ts'

/** A supplier's own number, printed on its invoice; letters in capitals. */
export const supplierNumber = z
  .string("Enter the supplier's invoice number.")
  .trim()
  .toUpperCase()
  .max(30, "A supplier's invoice number has at most 30 characters; check it.")
  .regex(/^[0-9A-Z/ .#-]*$/, "A supplier's invoice number has digits, letters, - / . # and spaces only; check it.")

export const maximumAdvances = 20

export const billFields = fieldSet({
  /** Where the receipt is mailed. */
  email,
  partyId: z.uuid('Pick a supplier from the list.').toLowerCase(),
  /** An invoice of the supplier, or a credit for what went back or was charged too much. */
  nature: z.enum(['invoice', 'credit'], 'Say whether this is an invoice or a credit.').default('invoice'),
  /** The bill that a credit is about; without one the whole credit is kept for later bills. */
  creditOf: z.uuid('Pick the bill from the list.').toLowerCase().nullable().default(null),
  externalNo: supplierNumber.min(1, "Enter the supplier's invoice number."),
  day,
  dueDay: day.nullable().default(null),
  terms: optionalText('terms', 100),
  priceMode,
  vatPrinted,
  lines: purchaseLines,
  /** Advances paid to the supplier before, used up by this bill. */
  advances: z
    .array(
      fieldSet({
        documentId: z.uuid('Pick the advance from the list.').toLowerCase(),
        amount: money.refine((amount) => amount > 0n, 'The amount applied must be more than zero.'),
      }),
    )
    .max(maximumAdvances, `A bill uses at most ${maximumAdvances} advances.`)
    .default([]),
  memo,
})
  .refine((fields) => fields.dueDay === null || fields.dueDay >= fields.day, {
    path: ['dueDay'],
    error: 'The due day is before the day of the bill; correct one of them.',
  })
  .refine((fields) => fields.nature === 'credit' || fields.creditOf === null, {
    path: ['creditOf'],
    error: 'Only a credit names the bill it is about.',
  })
  .refine((fields) => fields.nature === 'invoice' || fields.advances.length === 0, {
    path: ['advances'],
    error: 'A credit uses no advances; clear them.',
  })

export type BillFields = z.output<typeof billFields>

export const bill: DocumentKind<typeof billFields> = {
  ...billWords,
  fields: billFields,
  mentions: ({ partyId, externalNo, day: of, advances, creditOf }) => ({
    partyId,
    externalNo,
    externalNoPerParty: true,
    day: of,
    documents: [...advances.map(({ documentId }) => documentId), ...(creditOf === null ? [] : [creditOf])],
  }),

  post(fields, facts) {
    const computed = computePurchase(fields, facts, withholdsNow(facts))
    const applied = sum(fields.advances.map(({ amount }) => amount))
    const mistakes = [
      ...headMistakes(fields, facts),
      ...purchaseMistakes(fields, facts, computed, 'bill'),
      ...advanceMistakes(fields, facts, computed.payable),
    ]
    if (mistakes.length > 0) return { ok: false, mistakes }

    const { partyId, externalNo } = fields
    const { lines, items } =
      fields.nature === 'credit' ? credited(fields, facts, computed) : billed(fields, facts, computed)
    const memoLine = fields.memo === '' ? `${isCredit(fields) ? 'Credit' : 'Invoice'} no. ${externalNo}` : fields.memo
    const made = entry('PJ', fields.day, memoLine, ...lines)
    return {
      ok: true,
      posting: {
        day: fields.day,
        partyId,
        externalNo,
        dueDay: fields.dueDay,
        memo: fields.memo,
        total: computed.payable,
        entry: isCredit(fields) ? reversal(made, fields.day, memoLine) : made,
        items,
        cheque: null,
        totals: totals(fields, computed, applied),
        warnings: warnings(fields, facts, computed),
        receiptTo: fields.email,
      },
    }
  },

  receipt(fields, facts, posting, number) {
    const { company, party } = facts
    const taxed = fields.lines.some(({ vatClass }) => vatClass === 'vatable')
    const about = creditedItem(fields, facts)
    const later = withholdsNow(facts) ? [] : computePurchase(fields, facts, true).withheld
    return {
      title: isCredit(fields) ? 'Credit from Supplier' : 'Bill',
      number,
      status: number === null ? 'review' : 'recorded',
      day: fields.day,
      note: '',
      company: companyHeading(company),
      party: partyHeading('Supplier', party),
      facts: [
        { label: isCredit(fields) ? "Supplier's credit no." : "Supplier's invoice no.", value: fields.externalNo },
        ...(about === undefined ? [] : [{ label: 'Credit of', value: about.number }]),
        ...(fields.terms === '' ? [] : [{ label: 'Terms', value: fields.terms }]),
        ...(fields.dueDay === null ? [] : [{ label: 'Due', value: formatDay(fields.dueDay) }]),
        ...(taxed
          ? [{ label: 'Amounts', value: fields.priceMode === 'inclusive' ? 'VAT-inclusive' : 'VAT-exclusive' }]
          : []),
        ...later.map(({ atc, rate, tax }) => ({
          label: 'To be withheld at payment',
          value: `${atc}, ${formatRate(rate)}: ${formatMoney(tax)}`,
        })),
      ],
      lines: [],
      tables: [
        purchaseTable(fields, facts),
        ...(fields.advances.length === 0
          ? []
          : [
              {
                title: 'Advances used',
                columns: [
                  { label: 'Document', numeric: false },
                  { label: 'Amount', numeric: true },
                ],
                rows: fields.advances.map(({ documentId, amount }) => [
                  facts.items.get(itemKey(documentId, accounts.supplierAdvances))?.number ?? '',
                  formatMoney(amount),
                ]),
              },
            ]),
      ],
      totals: posting.totals,
      amountInWords: amountInWords(posting.total),
      memo: fields.memo,
      journal: journalOf(posting.entry, facts),
      attachments: facts.attachments.map(({ name }) => name),
    }
  },
}

/**
 * What a bill comes to as far as it is filled in, by the arithmetic that posts it. A form shows this while one types,
 * so that what is seen is what will be recorded.
 */
export function billFigures(
  fields: Priced,
  facts: PriceFacts & Pick<Facts, 'company'>,
): { totals: Total[]; total: Money; gross: Money; vat: Money } {
  const computed = computePurchase(fields, facts, withholdsNow(facts))
  const { payable, gross, computedVat } = computed
  return { totals: purchaseTotals(fields, computed, 'To be paid'), total: payable, gross, vat: computedVat }
}

const isCredit = ({ nature }: Pick<BillFields, 'nature'>): boolean => nature === 'credit'

/** Tax is withheld when the bill is recorded (RR 4-2024), unless the company chose the payment. */
const withholdsNow = ({ company }: Pick<Facts, 'company'>): boolean => company.withholdAt === 'bill'

function billed(fields: BillFields, facts: Facts, computed: Computed): { lines: Line[]; items: Movement[] } {
  const { partyId, advances } = fields
  const { payable, importVat } = computed
  const applied = sum(advances.map(({ amount }) => amount))
  const movements: Movement[] = [
    { settles: 'itself', account: accounts.payables, partyId, amount: payable - applied },
    ...advances.map(({ documentId, amount }) => ({
      settles: documentId,
      account: accounts.supplierAdvances,
      partyId,
      amount: -amount,
    })),
  ]
  return {
    lines: [
      ...purchased(fields, facts, computed),
      credit(accounts.payables, payable, { partyId }),
      credit(accounts.payablesOthers, importVat, { partyId }),
      debit(accounts.payables, applied, { partyId }),
      credit(accounts.supplierAdvances, applied, { partyId }),
    ],
    items: movements.filter(({ amount }) => amount !== 0n),
  }
}

/** As a bill would be posted, to be turned round. What exceeds the bill it is about is kept as an advance. */
function credited(fields: BillFields, facts: Facts, computed: Computed): { lines: Line[]; items: Movement[] } {
  const { partyId } = fields
  const open = creditedItem(fields, facts)?.open ?? 0n
  const settled = computed.payable < open ? computed.payable : open
  const kept = computed.payable - settled
  const movements: Movement[] = [
    { settles: fields.creditOf ?? 'itself', account: accounts.payables, partyId, amount: -settled },
    { settles: 'itself', account: accounts.supplierAdvances, partyId, amount: kept },
  ]
  return {
    lines: [
      ...purchased(fields, facts, computed),
      credit(accounts.payables, settled, { partyId }),
      credit(accounts.supplierAdvances, kept, { partyId }),
      credit(accounts.payablesOthers, computed.importVat, { partyId }),
    ],
    items: movements.filter(({ amount }) => amount !== 0n),
  }
}

const purchased = (fields: BillFields, facts: Facts, computed: Computed): Line[] => [
  ...purchaseDebits(fields, computed, facts, fields.partyId),
  ...withheldCredits(computed, fields.partyId),
]

const creditedItem = ({ creditOf }: BillFields, { items }: Facts): OpenItem | undefined =>
  creditOf === null ? undefined : items.get(itemKey(creditOf, accounts.payables))

function headMistakes(fields: BillFields, facts: Facts): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  const mistake = (name: keyof BillFields, message: string) => mistakes.push({ path: [name], message })
  const { sameExternalNo } = facts

  mistakes.push(...partyMistakes(fields.partyId, facts, 'supplier'), ...dayMistakes(fields.day, facts))
  if (sameExternalNo !== undefined) {
    mistake(
      'externalNo',
      `Invoice no. ${fields.externalNo} of this supplier is already recorded as ${sameExternalNo.number}; void that one first or correct the number.`,
    )
  }
  if (fields.creditOf !== null) {
    const item = creditedItem(fields, facts)
    if (item === undefined) mistake('creditOf', 'This bill is not there any more; pick another.')
    else if (item.partyId !== fields.partyId)
      mistake('creditOf', `${item.number} is of another supplier; pick a bill of this one.`)
  }
  mistakes.push(...missingAccounts('Bills', [accounts.payables], facts))
  return mistakes
}

function advanceMistakes({ advances, partyId }: BillFields, { items }: Facts, payable: Money): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  let rest = payable
  advances.forEach(({ documentId, amount }, i) => {
    const at = (message: string) => mistakes.push({ path: ['advances', i, 'amount'], message })
    const item = items.get(itemKey(documentId, accounts.supplierAdvances))
    rest -= amount
    if (item === undefined || item.partyId !== partyId) {
      at('This advance is not there any more; take it off.')
    } else if (advances.findIndex((other) => other.documentId === documentId) !== i) {
      at(`${item.number} is used twice; take one of them off.`)
    } else if (amount > item.open) {
      const by = item.changedBy[0] === undefined ? '' : `, ${item.changedBy[0]} used it`
      at(`${item.number} has ${formatMoney(item.open)} left${by}; lower the amount.`)
    } else if (rest < 0n) {
      at(`The advances come to more than the ${formatMoney(payable)} to be paid; lower this one.`)
    }
  })
  return mistakes
}

function totals(fields: BillFields, computed: Computed, applied: Money): Total[] {
  const label = isCredit(fields) ? 'Credited' : 'To be paid'
  const shown = purchaseTotals(fields, computed, label)
  if (applied === 0n) return shown
  return [
    ...shown,
    { label: 'Advances used', amount: -applied },
    { label: 'Left to be paid', amount: computed.payable - applied },
  ]
}

function warnings(fields: BillFields, facts: Facts, computed: Computed): string[] {
  const found = [
    ...dayWarnings(isCredit(fields) ? 'The credit' : 'The bill', fields.day, facts.today),
    ...purchaseWarnings(fields, facts, computed),
  ]
  if (fields.dueDay !== null && fields.dueDay < facts.today && !isCredit(fields)) {
    found.push(`The due day, ${formatDay(fields.dueDay)}, has passed already.`)
  }
  const about = creditedItem(fields, facts)
  if (about !== undefined && computed.payable > about.open) {
    const kept = formatMoney(computed.payable - about.open)
    found.push(`${about.number} has ${formatMoney(about.open)} open; ${kept} is kept as an advance for later bills.`)
  }
  if (computed.payable >= unusualTotal) {
    found.push(`The total of ${formatMoney(computed.payable)} is unusually large; compare it with the paper.`)
  }
  return found
}

/** 10,000,000.00 */
const unusualTotal: Money = 1_000_000_000n
