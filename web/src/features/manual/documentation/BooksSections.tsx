// What keeps the books safe and when they are due: the chain, closed months, the calendar, backup.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { Notice } from '../Notice.tsx'
import { deadlines } from './calendar.ts'
import { WordsTable } from './Figures.tsx'
import { Part } from './Part.tsx'
import { ReconcilingSections } from './ReconcilingSections.tsx'

/** In the words that verify prints. */
const verified = [
  'every entry has two lines or more and balances',
  'a line carries the day of its entry',
  'the trial balance is zero',
  'kept sums per month equal the lines',
  'kept sums per day equal the lines',
  'both sides of a match are the same money, and only what stands is held',
  'a month that is signed off has nothing of the bank unexplained',
  'each number series runs from 1 without a gap',
  'numbers of a series follow the order of the chain',
  'a document has its entry, and a void its reversal',
  'a document says the same as its number, its paper and its entry',
  'the register has what its corrections end with, each of which begins where the one before ended',
  'an entry is posted by someone with an account',
  'at least one administrator is active, and at most five accounts',
  'inactive accounts have no live session',
  'control accounts equal their open items',
  'what is left of each item equals its movements',
  'what an item moved is what its document moved',
  'what an item moved is of the party whose item it is',
  'an issued cheque has its document and its leaf',
  'every leaf belongs to one cheque book, and a void cheque is out of use',
  'no petty cash fund falls below zero',
  'a receipt that was asked for is in the outbox',
  'the hash chain recomputes from the rows',
  'links and details of documents are what their fields say',
  'attached papers are what was attached',
  'the seals of closed months recompute from their entries',
  'bound books are what was bound',
  'returns are what was filed',
  'certificates are what was issued',
  'what the audit trail tells of is there as it was',
  'the audit trail is as it was sealed',
]

export function BooksSections() {
  return (
    <>
      <Part id="chain">
        <p>
          The journal only grows. Debits equal credits: the rule cannot make an unbalanced entry, the writer checks
          again, and the database checks a third time when the transaction commits. It refuses every update and deletion
          of entries, lines and documents.
        </p>
        <p>
          Each entry carries a SHA-256 hash over its own columns, all its lines, the document with its paper and the
          SHA-256 of every attached file, and the hash of the entry before it. A change of any of these, however it was
          made, breaks the chain from that entry on.
        </p>
        <p>
          The operator runs <code>npm run talaan verify</code>, which recomputes all of it from the rows and names
          everything that is wrong. It checks that
        </p>
        <ul>
          {verified.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <p>
          What the chain cannot show is a person with full access to the database who recomputes all of it. Against
          that, write down the number and hash of the last entry and of the last act of the audit trail that verify
          prints, outside the machine, as often as you like: once a month, and after each backup.
        </p>
      </Part>

      <ReconcilingSections />
      <Part id="closing">
        <p>
          Months are closed in their order, once they are over, on <Link to={paths.monthClose}>Month Close</Link>. A
          closed month, and all before it, takes no postings by whatever path: the database refuses them, and forms say
          so beside the day.
        </p>
        <p>The page looks at what stands between now and closed:</p>
        <ul>
          <li>papers of the month that somebody has begun and not recorded;</li>
          <li>entries that the registers ask for and nobody has recorded;</li>
          <li>bank accounts that are not reconciled with their statement;</li>
          <li>petty cash funds that nobody counted in the month;</li>
          <li>leaves of cheque books that were skipped, and cheques that went stale;</li>
          <li>numbers of our own booklets, invoices and collection receipts, that are missing;</li>
          <li>receipts that were asked for and not sent;</li>
          <li>when a quarter ends, certificates of tax withheld that are owed or awaited;</li>
          <li>balances on 3090, 2065 and 1050, which are to be looked for until they are zero;</li>
          <li>when a fiscal year ends, its profit that is not closed to retained earnings;</li>
          <li>whatever verify finds without reading every entry again.</li>
        </ul>
        <p>
          Each leads to where it is settled, or is explained in words. Words hold while the finding is as it was; they
          and the findings are kept with the closing. Books that contradict themselves cannot be explained.
        </p>
        <p>
          Closing seals the month: a SHA-256 over the hashes of its entries and the seal of the month before. Verify
          makes the seals again. Only the last closed month can be reopened, with a reason of 5 to 500 characters; each
          closing and reopening stays, with its seal, who did it and when.
        </p>
        <p>
          What comes again is registered under <Link to={paths.monthEnd}>Month-End Registers</Link>: accruals taken back
          next month, prepayments used up over their months, and assets written off in equal parts over their life. The
          page proposes the entries of the month and records each once. On the last day of the fiscal year it proposes
          the entry that brings income and expense to zero against 3030; the income statement leaves that one out.
        </p>
        <p>
          An asset that is sold, scrapped or lost goes by Dispose in the same register: the month then proposes the
          voucher that writes it off up to the day and takes it off the books. Record the sales invoice to the buyer
          first, with its line on 7040; what stands there in the end is the gain or loss. In the cash flow statement its
          price is an investing flow of the day the buyer pays, as the cost of one that was bought is of the day its
          bill is paid.
        </p>
        <p>Have the operator run verify and make a backup after each closing.</p>
      </Part>

      <Part id="books">
        <p>
          The six books are made from the entries under <Link to={paths.category('LooseLeaf')}>Looseleaf</Link>: as a
          draft of any month, or bound once the month is closed. A bound book is kept byte for byte, as PDF, XLSX, CSV
          and audit text; if something is recorded later, after a reopening, the list says how much, and the book can be
          bound anew beside the first.
        </p>
        <p>
          Each line of an entry stands in one column, so every row of a special journal balances. Each journal ends with
          what it posts to the accounts; together the five journals are the movement of the general ledger. Pages are
          numbered through the fiscal year, for each book and each paper. A void stands where the paper it undoes
          stands, with a minus.
        </p>
        <p>
          The certificate shows the seal of each month and a digest of all rows. An exported year is checked by the
          verifier page on any computer without a network; compare the seals it shows with those on the certificates. It
          also finds a voucher or a page of a bound book by its code, and says whether a file is the one that was kept.
          The audit pack has the books, the statements, every document and its papers in one archive.
        </p>
        <p>
          Each voucher and each page of a bound book has a code, as a square to scan and as letters to type. Under{' '}
          <Link to={paths.proof()}>Check a Document</Link> anybody who is signed in learns what the paper is and whether
          the books still agree with it.
        </p>
        <p>Bind and register the books within 15 days after the end of the fiscal year; confirm with your RDO.</p>
      </Part>

      <Part id="certificates">
        <p>
          What a customer withholds is expected on 1321, one open item for each receipt. Under{' '}
          <Link to={paths.certificatesReceived}>From Customers</Link> form 2307 is matched with the receipts it proves,
          which debits 1320 with the lines of the paper and credits 1321; what is missing on the paper stays expected. A
          certificate that never comes is written off to 6290, with the reason. VAT that a government office withheld is
          on 1325 and awaits a paper of its own; it stays there until the VAT return takes it. Certificates in hand are
          claimed once, in a return of their tax: they count there, and stand in its summary of taxes withheld.
        </p>
        <p>
          Under <Link to={paths.certificatesIssued}>For Suppliers</Link> form 2307 is issued when a quarter is over,
          from the lines of 2140: a row for each code, the payments of each month without VAT. What was issued stays as
          it was; if a later posting or a corrected registration changes it, the page says so, and it is issued anew. It
          is mailed, or noted as handed over; those of a quarter are printed as one file or packed as an archive with a
          file for each. Certificates are due on the 20th after the quarter.
        </p>
        <p>
          <Link to={paths.taxLists}>Lists</Link> are the summary lists of sales, purchases and importations of each
          month for RELIEF, the alphalists of payees of the quarter and the year, and the summary of taxes withheld.
          Above each list stands what its module would refuse, with the way to mend it, and what nobody has confirmed.
          Load a file into the module before you send it.
        </p>
      </Part>

      <Part id="calendar">
        <Notice title="Confirm with your RDO">
          For calendar-year taxpayers who do not file by eFPS. These dates are the rows a company starts with; they were
          gathered from public material and are no tax advice. A date on a day without work moves to the next working
          day, and a circular may move it for one period.
        </Notice>
        <p>
          What is due for this company, moved off closed days, stands under{' '}
          <Link to={paths.taxCompliance}>Tax Compliance</Link>; the rows are changed under{' '}
          <Link to={paths.settings('taxes')}>Tax returns</Link> in the settings, and so are rates and the forms in use.
          The portal works returns out and keeps what was filed; it files nothing by itself.
        </p>
        <p>
          A return is opened from the calendar: each box says how it is made and leads to its lines, and a box may be
          entered into by hand with a reason. Prepare it, hand it in, and note the day and the reference. From then on
          it stays as it was filed; what is posted into its period later, or corrected in the register, is shown box by
          box or line by line, and prepares the amendment. Under <Link to={paths.taxTies}>Ties</Link> the returns of a
          quarter stand beside lists, certificates and accounts with every difference named, and sales by month as four
          sources have them. What no public text proves stands under To Confirm.
        </p>
        <WordsTable
          label="Tax calendar"
          titles={['What', 'When', 'Source']}
          rows={deadlines.map(({ what, when, source }) => [what, when, `${source}; confirm with your RDO`])}
        />
        <p>
          eFPS groups file 0619-E between the 11th and the 15th. Books and papers are kept for 5 years from the day
          after the filing deadline for the year of the last entry (RR 7-2024); confirm that, too.
        </p>
      </Part>

      <Part id="backup">
        <p>
          Where the operator has named a folder (<code>BACKUP_DIR</code>), the portal copies all of the books into one
          file each night from three o&rsquo;clock on, and whenever you press <em>Back up now</em> in{' '}
          <em>Company Settings</em>, <em>Backups</em>. People go on working meanwhile.
        </p>
        <ul>
          <li>
            Each file is restored into a database of its own and verified before it is kept. The list says how many
            entries it holds and where its chain ends; a backup that failed says why, and is tried again.
          </li>
          <li>
            Kept are the newest seven, and the newest of each of the last seven days, five weeks, twelve months and ten
            years. Write down the end of the chain after closing a month: that line proves, years later, that a copy is
            the books of that day.
          </li>
          <li>
            The files hold password hashes, keys and papers. Ask the operator to encrypt them, to keep the key apart,
            and to carry a copy to another place.
          </li>
        </ul>
        <p>The steps, with the commands, are in the operations page of the program&rsquo;s documentation.</p>
      </Part>
    </>
  )
}
