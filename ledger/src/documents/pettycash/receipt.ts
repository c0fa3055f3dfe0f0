// The petty cash voucher as it is printed, mailed and shown.
import { amountInWords } from '../../core/money.ts'
import { balancesTable, companyHeading, journalOf, partyHeading } from '../common/receipt.ts'
import { purchaseTable } from '../purchase-lines/receipt.ts'
import type { Receipt } from '../receipt.ts'
import type { Posting } from '../type.ts'
import type { PettyCashFields } from './fields.ts'
import { advanceOf } from './posting.ts'
import type { PettyCashFacts } from './posting.ts'

export function pettyCashReceipt(
  fields: PettyCashFields,
  facts: PettyCashFacts,
  posting: Posting,
  number: string | null,
): Receipt {
  const expense = fields.nature === 'expense' ? fields : undefined
  const fund = facts.money.get(fields.fund)
  const advance = expense && advanceOf(expense, facts)
  const taken = posting.entry.lines.find(({ account }) => account === fields.fund)
  return {
    title: fields.nature === 'expense' ? 'Petty Cash Voucher' : 'Petty Cash Voucher - Cash Advance',
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    note: '',
    company: companyHeading(facts.company),
    party: partyHeading('Paid to', facts.party),
    facts: [
      ...(fields.paidTo === '' ? [] : [{ label: facts.party ? 'Received by' : 'Paid to', value: fields.paidTo }]),
      ...(expense === undefined || expense.externalNo === ''
        ? []
        : [{ label: 'Receipt no.', value: expense.externalNo }]),
      { label: 'Fund', value: `${fields.fund} ${fund?.name ?? ''}`.trim() },
      ...(fund === undefined || fund.custodian === '' ? [] : [{ label: 'Custodian', value: fund.custodian }]),
      ...(advance === undefined ? [] : [{ label: 'Liquidates', value: advance.number }]),
    ],
    lines: [],
    tables: [
      ...(expense === undefined ? [] : [purchaseTable(expense, facts)]),
      ...(fund === undefined || taken === undefined
        ? []
        : [balancesTable([{ account: fund, amount: taken.debit - taken.credit }])]),
    ],
    totals: posting.totals,
    amountInWords: amountInWords(posting.total),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}
