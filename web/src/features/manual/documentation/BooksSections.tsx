// How the books are kept safe and what is due when: hash chain, month close, loose-leaf books, taxes, backup.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { Notice } from '../Notice.tsx'
import { deadlines } from './calendar.ts'
import { WordsTable } from './Figures.tsx'
import { Part } from './Part.tsx'
import { ReconcilingSections } from './ReconcilingSections.tsx'

/** The checks of verify, in the words of docs/accounting.md. */
const verified = [
  'every entry has two lines or more and balances',
  'every line has the date of its entry',
  'the trial balance is zero',
  'stored monthly totals equal the journal lines',
  'stored daily totals equal the journal lines',
  'both sides of a bank match have the same total, and only active matches hold lines',
  'a signed-off month has no unmatched bank lines',
  'each number series runs from 1 without a gap',
  'numbers of a series follow the order of the chain',
  'a document has its entry, and a void its reversal',
  'each document agrees with its number, its receipt and its entry',
  'customer and supplier details match their change history',
  'every entry is posted by an existing account',
  'at least one administrator is active, and at most five accounts',
  'inactive accounts have no live session',
  'control accounts reconcile to their open items',
  'the open amount of each item equals its movements',
  'movements of open items equal those of their documents',
  'movements of open items belong to the party of the item',
  'an issued cheque has its document and its leaf',
  'every leaf belongs to one cheque book, and a void cheque is out of use',
  'no petty cash fund falls below zero',
  'every requested receipt is in the outbox',
  'every reference leads to an existing row',
  'the hash chain recomputes from the rows',
  'the links and details of each document match the data entered',
  'attachments are unchanged',
  'the seals of closed months recompute from their entries',
  'bound books are unchanged',
  'filed returns are unchanged',
  'issued certificates are unchanged',
  'records match the audit trail',
  'recorded and voided documents match the audit trail',
  'accounts, settings, registers and bank records match the audit trail',
  'entries match what backups recorded',
  'the audit trail matches its seals',
]

export function BooksSections() {
  return (
    <>
      <Part id="chain">
        <p>
          Entries are only ever added. Debits and credits are checked three times: by the posting rule, when the entry
          is written, and by the database. The database refuses to change or delete entries, lines and documents.
        </p>
        <p>
          Each entry has a SHA-256 hash of its own data, its lines, its document, every attached file, and the hash of
          the entry before it. Any change, however it was made, breaks the chain from that entry on.
        </p>
        <p>
          The operator runs <code>npm run talaan verify</code>, which recomputes everything and lists what is wrong. It
          checks that
        </p>
        <ul>
          {verified.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <p>
          A person with full access to the database could recompute both chains, of the entries and of the audit trail.
          To detect that, keep the line with the ends of both chains off the server: it is on the certificate of each
          bound book, and in the e-mails of backups and closings if the operator has set addresses for them.
        </p>
      </Part>

      <ReconcilingSections />
      <Part id="closing">
        <p>
          Close months in order, after they end, on <Link to={paths.monthClose}>Month Close</Link>. Nothing can be
          posted into a closed month or an earlier one: the database refuses it, and forms say so at the date.
        </p>
        <p>The page lists what to resolve first:</p>
        <ul>
          <li>documents of the month that are drafts;</li>
          <li>entries of the month-end registers that are not recorded;</li>
          <li>bank accounts that are not reconciled;</li>
          <li>petty cash funds not counted in the month;</li>
          <li>skipped cheque leaves and stale cheques;</li>
          <li>missing numbers of your invoices and collection receipts;</li>
          <li>receipts that were not sent;</li>
          <li>at the end of a quarter: certificates of tax withheld to issue or to receive;</li>
          <li>balances on 3090, 2065 and 1050 that are not zero;</li>
          <li>at the end of a fiscal year: profit not yet closed to retained earnings;</li>
          <li>problems that the quick checks of verify find.</li>
        </ul>
        <p>
          Each item has a link to resolve it, or accepts an explanation. An explanation is valid while the item is
          unchanged and is saved with the closing. Contradictions in the books cannot be explained away.
        </p>
        <p>
          Closing seals the month: a SHA-256 of the hashes of its entries and the seal of the month before, which verify
          recomputes. Only the last closed month can be reopened, with a reason of 5 to 500 characters. Every closing
          and reopening stays on record with its seal, person and time.
        </p>
        <p>
          Recurring entries and fixed assets are registered under <Link to={paths.monthEnd}>Month-End Registers</Link>:
          accruals reversed in the next month, prepayments amortised over their months, and straight-line depreciation.
          The page suggests the entries of the month and records each once. At the end of the fiscal year it suggests
          the closing entry against 3030, which the income statement excludes.
        </p>
        <p>
          When an asset is sold, scrapped or lost, press Dispose in the same register: the month then suggests the
          voucher that depreciates the asset to that date and removes it. For a sale, record the sales invoice first,
          with its line on 7040, where the gain or loss remains. In the cash flow statement, the proceeds are an
          investing cash flow on the date the buyer pays; the cost of a purchase, on the date its bill is paid.
        </p>
        <p>Have the operator run verify and make a backup after each closing.</p>
      </Part>

      <Part id="books">
        <p>
          Print the six books under <Link to={paths.category('LooseLeaf')}>Looseleaf</Link>: as a draft for any month,
          or bound once the month is closed. A bound book is stored unchanged, as PDF, XLSX, CSV and audit text. If
          something is recorded later, after a reopening, the list says how much, and you can bind the book again beside
          the first.
        </p>
        <p>
          Each line of an entry is in one column, so every row of a special journal balances. Each journal ends with its
          totals by account; together the five journals equal the movement of the general ledger. Page numbers run
          through the fiscal year, for each book and paper size. A void is in the same book as its document, as a
          negative amount.
        </p>
        <p>
          The certificate shows the seal of each month and a digest of all rows. The verifier page checks an exported
          year on any computer, offline; compare its seals with those on the certificates. It also finds a voucher or a
          page of a bound book by its code, and checks whether a file is the original. The audit pack contains the
          books, the financial statements, and every document with its attachments.
        </p>
        <p>
          Each voucher and each page of a bound book has a code, to scan or to type. Under{' '}
          <Link to={paths.proof()}>Check a Document</Link>, every user can see what the page is and whether it still
          agrees with the books.
        </p>
        <p>Bind and register the books within 15 days after the end of the fiscal year; confirm with your RDO.</p>
      </Part>

      <Part id="certificates">
        <p>
          Tax that a customer withheld is on 1321, one open item for each receipt. Under{' '}
          <Link to={paths.certificatesReceived}>From Customers</Link>, match form 2307 with its receipts: 1320 is
          debited with the lines of the form and 1321 credited; a missing amount stays expected. Write off a certificate
          that never comes to 6290, with a reason. VAT that a government office withheld stays on 1325 until the VAT
          return claims it. Each certificate is claimed once, in one return, and is listed in its SAWT.
        </p>
        <p>
          Under <Link to={paths.certificatesIssued}>For Suppliers</Link>, issue form 2307 when a quarter ends, from the
          lines of 2140: a row for each code, with the payments of each month without VAT. An issued certificate does
          not change; if a later posting or a corrected registration affects it, the page says so and you issue it
          again. E-mail it or mark it as handed over. Print the certificates of a quarter as one file or download them
          as an archive. They are due on the 20th after the quarter.
        </p>
        <p>
          <Link to={paths.taxLists}>Lists</Link> contain the monthly summary lists of sales, purchases and importations
          for RELIEF, the quarterly and annual alphalists of payees, and the SAWT. Above each list you see what the BIR
          module would refuse, how to correct it, and the assumptions to confirm. Load a file into the module before you
          submit it.
        </p>
      </Part>

      <Part id="calendar">
        <Notice title="Confirm with your RDO">
          For calendar-year taxpayers who do not file by eFPS. These are the default dates, collected from public
          sources; they are not tax advice. A deadline on a non-working day moves to the next working day, and a BIR
          circular can move it for one period.
        </Notice>
        <p>
          The deadlines of your company are under <Link to={paths.taxCompliance}>Tax Compliance</Link>. Change them, the
          rates and the forms in use under <Link to={paths.settings('taxes')}>Tax returns</Link> in the settings. Talaan
          computes returns and stores what you filed; it files nothing itself.
        </p>
        <p>
          Open a return from the calendar: each box explains its amount and leads to its lines, and you can override a
          box with a reason. Prepare the return, file it with the BIR, and enter the date and reference. From then on it
          stays as filed; later postings and corrections are shown box by box and prepare the amendment.{' '}
          <Link to={paths.taxTies}>The tax reconciliation</Link> compares the returns of a quarter with lists,
          certificates and accounts, and names every difference.
        </p>
        <WordsTable
          label="Tax calendar"
          titles={['Return', 'Due', 'Source']}
          rows={deadlines.map(({ what, when, source }) => [what, when, `${source}; confirm with your RDO`])}
        />
        <p>
          eFPS groups file 0619-E between the 11th and the 15th. Keep books and documents for 5 years from the day after
          the filing deadline for the year of the last entry (RR 7-2024); confirm that, too.
        </p>
      </Part>

      <Part id="backup">
        <p>
          If the operator has set a folder (<code>BACKUP_DIR</code>), Talaan backs up all data into one file every night
          after 3:00, and whenever you press <em>Back up now</em> in <em>Company Settings</em>, <em>Backups</em>. You
          can go on working meanwhile.
        </p>
        <ul>
          <li>
            Each backup is restored into a separate database and verified before it counts. The list shows its number of
            entries and the end of its chain. A failed backup shows the reason and is tried again. Books with errors are
            backed up too, as they are: the list marks such a backup and shows the first error.
          </li>
          <li>
            Talaan keeps the newest seven backups, and the newest of each of the last seven days, five weeks, twelve
            months and ten years. Write down the end of the chain after closing a month: years later it proves that a
            copy has the books of that date.
          </li>
          <li>
            Backups contain password hashes, keys and attachments. Ask the operator to encrypt them, to keep the key
            elsewhere, and to store a copy at another location.
          </li>
        </ul>
        <p>The commands are in docs/operations.md.</p>
      </Part>
    </>
  )
}
