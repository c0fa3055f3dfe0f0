// Reconciling a bank: from the bank's file to the sign-off of the month.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { WordsTable } from './Figures.tsx'
import { Part } from './Part.tsx'

const keys = [
  ['j, k, arrows', 'next and previous line; Page Down, Home and End go further'],
  [
    'Enter or 1, 2, 3',
    'confirm the first, second or third suggested match; a match that needs a new document shows its entry first, and a second Enter records it',
  ],
  ['y', 'confirm all exact matches at once'],
  ['f, s', 'find a match or split a line: search words, numbers and amounts, and tick lines to add them up'],
  ['c', 'record a charge, interest with its final tax, a returned cheque, an unidentified deposit or a debit'],
  ['t', 'record a transfer between your own accounts'],
  ['x', 'reject the suggestion; it is not made again for this line'],
  ['l, q', 'leave for later, or ask a question; questions must be answered before sign-off'],
  ['e', 'mark an error of the bank, which stays in the statement until the bank corrects it'],
  ['a', 'add a rule for lines like this'],
  ['u', 'undo the last match'],
  ['o', 'sign off; the next month to reconcile is then offered'],
] as const

export function ReconcilingSections() {
  return (
    <Part id="reconciling">
      <p>
        Match each line of the bank statement with lines of your books on the same account. A match posts nothing;
        record missing bank transactions first. When every line is matched and both adjusted balances agree, sign off
        the month.
      </p>
      <h3>Steps</h3>
      <ol>
        <li>
          <Link to={paths.form('bankreconciliation')}>Upload the bank statement</Link> of the month.
        </li>
        <li>
          Open the month under <Link to={paths.category('BankReconciliation')}>Bank Reconciliation</Link>.
        </li>
        <li>
          Press <kbd>y</kbd> to confirm the exact matches.
        </li>
        <li>Confirm, find or record a match for each remaining line, until the difference is 0.00.</li>
        <li>
          Press <kbd>o</kbd> to sign off.
        </li>
      </ol>
      <h3>Upload and file layout</h3>
      <p>
        Talaan reads CSV, XLSX, OFX 1 and 2, QIF, MT940, CAMT.053, and PDF with a text layer. For CSV, XLSX and PDF you
        choose the layout once: the row of titles, the columns for date, text and amounts, and how dates and decimals
        are written. It is saved for the account. If the bank changes its titles, you are asked again; older files keep
        their layout.
      </p>
      <p>
        Before anything is saved, running balances are checked line by line and against earlier files, and you see the
        first wrong line, gaps, overlaps and lines that changed between two uploads. Files can overlap and come in any
        order: each line is saved once, and two equal withdrawals on one date stay two. You can remove a statement, with
        a reason, while none of its lines is matched.
      </p>
      <h3>Suggested matches</h3>
      <p>
        Each line has up to three suggestions, the best first, each with its reasons: same amount, same cheque number,
        days apart, customer or supplier named, the only one of its amount, confirmed before. A suggestion can be a
        single line, a deposit of several receipts, several bank lines for one of yours, an invoice paid net of
        withholding tax, an amount less a charge, a cheque, or the other side of a transfer. For a payment net of tax
        you can choose the code (ATC) of form 2307 before recording.
      </p>
      <WordsTable label="Keys of a month" titles={['Key', 'Result']} rows={keys} />
      <p>
        Accounts in a foreign currency are reconciled in that currency. Receipts take the rate of their date;
        disbursements leave at their carrying amount.
      </p>
      <p>
        Deposits from unknown senders are listed as unidentified below the months of{' '}
        <Link to={paths.category('BankReconciliation')}>Bank Reconciliation</Link>, with invoices of the same amount,
        until you identify them.
      </p>
      <h3>Rules</h3>
      <p>
        A rule handles lines with certain words, a direction and a range of amounts. Add one with <kbd>a</kbd>, or
        accept the one suggested after three equal decisions. A new rule only suggests. Its record shows how often it
        would have been right, wrong or silent on all reconciled lines. After ten right results and no wrong one, you
        can let it match automatically. You can undo its matches with one key, including the documents it recorded; it
        then only suggests again.
      </p>
      <h3>Differences</h3>
      <p>
        The difference is always in view, with hints below it: transposed digits, half or double an amount, an open
        item, the withholding tax of an invoice. If it remains when every line is matched, it comes from before the
        first statement: enter the opening balance of the account under <i>Beginning</i>.
      </p>
      <h3>Sign-off and reopening</h3>
      <p>
        You can sign off a month when the difference is 0.00, its statements cover every date, no question is open and
        the months before it are signed off. The signed bank reconciliation statement is saved, with deposits in
        transit, outstanding cheques by age, stale cheques and errors of the bank. The proof of cash also proves
        receipts and disbursements. A signed month cannot be changed. Reopening needs a reason and keeps the signed
        version; the last month is reopened first. To close a month of the books before its bank accounts are
        reconciled, you must add an explanation.
      </p>
    </Part>
  )
}
