// Reconciling a bank, from the file that the bank gives to the signature under its month.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { PictureOf } from '../PictureOf.tsx'
import { pictures } from '../pictures.ts'
import { WordsTable } from './Figures.tsx'
import { Part } from './Part.tsx'

const keys = [
  ['j, k, arrows', 'to the next line and the one before; Page Down, Home and End go further'],
  [
    'Enter or 1, 2, 3',
    'confirm the first, second or third proposal; what has to be recorded first shows its entry, and a second Enter records it',
  ],
  ['y', 'confirm all that is certain at once'],
  ['f, s', 'find by hand or split over several: words, numbers and amounts are looked for, ticked lines are summed up'],
  ['c', 'record something new: a charge, interest with its final tax, a returned cheque, a deposit of nobody, a debit'],
  ['t', 'record a transfer between our own accounts: the other account is picked where no statement has told it yet'],
  ['x', 'not this: the proposal is not made again for this line'],
  ['l, q', 'ask later, or ask in words; a question in words is answered before the month is signed off'],
  ['e', 'an error of the bank, which stays in the statement until the bank mends it'],
  ['a', 'always do this for lines like this: a rule'],
  ['u', 'undo the last match'],
  ['o', 'sign off; then the next month to reconcile is offered, of this bank or of another'],
] as const

export function ReconcilingSections() {
  return (
    <Part id="reconciling">
      <p>
        A line of a bank&rsquo;s statement is matched with lines of our books on the same account. A match posts
        nothing; what the bank knows and our books do not is recorded first, and then matched. Once every line is
        explained and both balances are led to the same one, the month is signed off.
      </p>
      {pictures
        .filter(({ tab }) => tab === 'documentation')
        .map((picture) => (
          <PictureOf key={picture.screen} picture={picture} />
        ))}
      <h3>Uploading, and layouts</h3>
      <p>
        <Link to={paths.form('bankreconciliation')}>Upload the statement of account</Link> as the bank gives it: CSV,
        XLSX, OFX 1 and 2, QIF, MT940, CAMT.053, or a PDF with a text layer. The format is told by what is in the file.
        Of CSV, XLSX and PDF the layout is said once: which row has the titles, which columns are day, text and money,
        how days and decimals are written. It is kept for the account; where the bank changes its titles it is asked
        again, and older files are still read by the layout of their time.
      </p>
      <p>
        Running balances are checked line by line, and with earlier files: the first broken line, a gap, an overlap, a
        line that was altered between two uploads are told before anything is stored. The same file is stored once.
        Files may overlap and come in any order; a line is kept once, and two equal withdrawals of one day stay two. A
        statement is taken back with a reason while none of its lines is matched.
      </p>
      <h3>Matching, and its reasons</h3>
      <p>
        Each line has up to three proposals, the best first, with a badge for each reason: amount equal, cheque number
        equal, days apart, the party named, only one with this amount, so often confirmed before. They find single
        lines, a deposit of several receipts, several lines of the bank for one of ours, an invoice paid net of each
        likely withholding tax, money less a charge, cheques by their leaf, and the other end of a transfer. Of a
        payment net of tax the code of form 2307 can be chosen before it is recorded. What was turned down is not
        offered again.
      </p>
      <WordsTable label="Keys of a month" titles={['Key', 'What it does']} rows={keys} />
      <p>
        Accounts in foreign money are reconciled in their own money. What came in takes the rate of its day, what went
        out leaves at what it was carried at.
      </p>
      <p>
        Money of which nobody knows whose it is waits as an unidentified deposit, below the months of{' '}
        <Link to={paths.category('BankReconciliation')}>Bank Reconciliation</Link>, with the invoices of just its
        amount, until somebody says whose it was.
      </p>
      <h3>Rules</h3>
      <p>
        A rule says what is done with lines like one: those with certain words, one way of the money, a range of
        amounts. It is made by <kbd>a</kbd>, or suggested after the same was decided three times. It proposes at once,
        and its record shows how often it would have been right, wrong and silent on all that was reconciled. Ten times
        right and never wrong, it may be switched on to act alone; what it did stands under its name, and is undone by
        one key, with the document that it recorded. Undone once, it only proposes again, and says why.
      </p>
      <h3>Differences</h3>
      <p>
        The difference stays in view. What it may be is told below it: two figures transposed, half or double of an
        amount, an item that is open, the withholding of an invoice. It is the sum of what the bank has and nobody
        explained; if it stays when all is explained, it is from before the first statement: <i>Beginning</i> says with
        what the account began.
      </p>
      <h3>Signing off, and reopening</h3>
      <p>
        A month is signed off at a difference of 0.00, with statements for all of its days, without an open question,
        after the months before it. The bank reconciliation statement is kept as it was signed: deposits in transit,
        outstanding cheques with their age, stale ones named, errors of the bank. Beside it stands the proof of cash,
        which proves receipts and disbursements as well. Nothing of a signed month is matched, marked or undone.
        Reopening asks for a reason and keeps what was signed; the last month is reopened first. A month of the books is
        not closed while a bank account of that month is not reconciled, unless somebody says why.
      </p>
    </Part>
  )
}
