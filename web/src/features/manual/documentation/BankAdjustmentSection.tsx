// How transactions known only to the bank are posted.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { WordsTable } from './Figures.tsx'
import { Part } from './Part.tsx'

/** The same as the posting rule of bank adjustments. */
const adjustments = [
  ['Bank charge', 'debit 6250, stamps on cheques 6240; credit the bank'],
  [
    'Interest with final tax',
    'debit the bank with the net interest and 8050 with the tax; credit 7010 with the gross interest',
  ],
  ['Returned cheque', 'debit 1110; credit the bank, and 1321 with the tax withheld on its receipt'],
  ['Direct deposit, unidentified', 'debit the bank; credit 2065, open until it is identified'],
  ['Automatic debit', 'debit the chosen account; credit the bank'],
  ['Correction of your books', 'debit or credit the bank; the other side is the chosen account'],
  ['Unidentified deposit, identified', 'debit 2065; credit 1110'],
]

export function BankAdjustmentSection() {
  return (
    <Part id="bankadjustments">
      <p>
        Bank transactions missing from your books are recorded during the{' '}
        <Link to={`${paths.documentation}#reconciling`}>reconciliation</Link> and matched in the same step. Series BA,
        general journal (GJ).
      </p>
      <WordsTable label="Bank adjustments" titles={['Transaction', 'Entry']} rows={adjustments} />
    </Part>
  )
}
