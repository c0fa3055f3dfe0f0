// Reconciling a bank account: from the bank's file to the sign-off of the month.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { WordsTable } from './Figures.tsx'
import { Part } from './Part.tsx'

const keys = [
  ['j, k, arrows', 'next and previous line; Page Down, Home and End go further'],
  [
    'Enter or 1, 2, 3',
    'confirm the first, second or third suggested match; if the match needs a new document, its entry is shown first, and a second Enter records it',
  ],
  ['y', 'confirm all exact matches together; u undoes them together'],
  ['f, s', 'find a match or split a line: search words, numbers and amounts, and select lines to add them up'],
  ['c', 'record a charge, interest with its final tax, a returned cheque, an unidentified deposit or a debit'],
  ['t', 'record a transfer between your own accounts'],
  ['x', 'reject the suggestion; Talaan does not suggest it again for this line'],
  ['l, q', 'skip the line for now, or ask a question; resolve all questions before you sign off'],
  ['e', 'mark a bank error, which stays in the reconciliation until the bank corrects it'],
  ['a', 'add a rule for lines like this one'],
  ['u', 'undo the last match; a document that was recorded for it is voided, and the effects are shown first'],
  ['o', 'sign off; the next month to reconcile is then suggested'],
] as const

export function ReconcilingSections() {
  return (
    <Part id="reconciling">
      <p>
        Match each line of the bank statement with lines of the same account in your books. A match posts nothing, so
        record missing bank transactions first. When every line is matched and both adjusted balances agree, sign off
        the month.
      </p>
      <h3>Steps</h3>
      <ol>
        <li>
          <Link to={paths.form('bankreconciliation')}>Upload the bank statement</Link> of the month. You can choose
          several files for an account at once; each has its own result.
        </li>
        <li>
          Choose Reconcile next month on the card of the account under{' '}
          <Link to={paths.category('BankReconciliation')}>Bank Reconciliation</Link>.
        </li>
        <li>
          Press <kbd>y</kbd> to confirm the exact matches.
        </li>
        <li>Confirm, find or record a match for each remaining line, until every line is matched.</li>
        <li>
          Press <kbd>o</kbd> to sign off.
        </li>
      </ol>
      <h3>Upload and file layout</h3>
      <p>
        Talaan reads CSV, XLSX, OFX 1 and 2, QIF, MT940, CAMT.053, and PDF with a text layer. For CSV, XLSX and PDF
        files, you choose the layout once: the heading row, the columns for date, text and amounts, and how dates and
        decimals are written. The layout is saved for the account. If the bank changes the headings, Talaan asks you
        again. Older files keep their layout.
      </p>
      <p>
        Before anything is saved, running balances are checked line by line and compared with earlier files. You see the
        first wrong line, gaps, overlaps and lines that changed between two uploads. Files can overlap, and you can
        upload them in any order. Each line is saved only once, but two equal withdrawals on one date remain two lines.
        You can remove a statement with a reason as long as none of its lines is matched.
      </p>
      <h3>Suggested matches</h3>
      <p>
        Each line has up to three suggestions, with the best one first. Each suggestion shows its reasons, such as the
        same amount, the same cheque number, the number of days between the dates, the customer’s or supplier’s name in
        the text, the only line with this amount, or a similar match confirmed before. A suggestion can be a single
        line, a cheque, a deposit of several receipts, or several bank lines for one line in your books. It can also be
        an invoice paid net of withholding tax, an amount less a charge, or the other side of a transfer. For a payment
        net of tax, you can choose the tax code (ATC) for form 2307 before you record it.
      </p>
      <WordsTable label="Keys of a month" titles={['Key', 'Result']} rows={keys} />
      <p>
        Accounts in a foreign currency are reconciled in that currency. Receipts are posted at the rate of their date,
        and disbursements at the carrying amount.
      </p>
      <p>
        Deposits from unknown senders are listed as unidentified below the accounts of{' '}
        <Link to={paths.category('BankReconciliation')}>Bank Reconciliation</Link>, with invoices of the same amount,
        until you identify them.
      </p>
      <h3>Rules</h3>
      <p>
        A rule applies to lines with certain words, money in or out, and a range of amounts. Press <kbd>a</kbd> to add a
        rule, or accept a rule that Talaan suggests after you make the same decision three times. A new rule only makes
        suggestions. Its track record shows how often it would have been right or wrong, or made no suggestion, on all
        reconciled lines. After ten correct results and no wrong ones, you can let it match automatically. You can undo
        its matches with one key, including the documents that it recorded. The rule then goes back to only making
        suggestions.
      </p>
      <h3>Differences</h3>
      <p>
        The number of unmatched lines and the difference are always visible, with hints below them: transposed digits,
        half or double an amount, an open item, or the withholding tax of an invoice. If there is still a difference
        when every line is matched, it arose before the first statement. In this case, enter the balance under{' '}
        <i>More</i>, <i>Starting balance</i>.
      </p>
      <h3>Sign-off and reopening</h3>
      <p>
        You can sign off a month when the difference is 0.00, its statements cover every date, no question is open and
        the months before it are signed off. Talaan saves the bank reconciliation statement as signed off, with deposits
        in transit, outstanding cheques by age, stale cheques and bank errors. The proof of cash also reconciles
        receipts and disbursements. A month that is signed off can’t be changed. To reopen it, enter a reason and begin
        with the last month; the version that was signed off remains saved. To close a month of the books before its
        bank accounts are reconciled, you must add an explanation.
      </p>
    </Part>
  )
}
