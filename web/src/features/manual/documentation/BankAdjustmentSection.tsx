// How what only the bank knew posts.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { WordsTable } from './Figures.tsx'
import { Part } from './Part.tsx'

/** As the rule of bank adjustments posts them. */
const adjustments = [
  ['Bank charge', 'debit 6250, stamps on cheques 6240; credit the bank'],
  ['Interest with final tax', 'debit the bank, debit 8050 with the tax; credit 7010 with the whole'],
  ['Returned cheque', 'debit 1110; credit the bank, and 1321 with what was withheld with its receipt'],
  ['Direct deposit, unidentified', 'debit the bank; credit 2065, open until somebody knows whose it is'],
  ['Automatic debit', 'debit the account that is chosen; credit the bank'],
  ['Correction of our books', 'the bank against the account that is chosen'],
  ['Unidentified deposit found out', 'debit 2065; credit 1110'],
]

export function BankAdjustmentSection() {
  return (
    <Part id="bankadjustments">
      <p>
        What a bank knows and our books do not is recorded while its month is{' '}
        <Link to={`${paths.documentation}#reconciling`}>reconciled</Link>, and matched at once: a bank adjustment,
        series BA, general journal.
      </p>
      <WordsTable label="Bank adjustments" titles={['What the bank did', 'Entry']} rows={adjustments} />
    </Part>
  )
}
