// How the books are protected, and deadlines: hash chain, month close, loose-leaf books, taxes, backup.
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
  'total debits equal total credits',
  'stored monthly totals equal the journal lines',
  'stored daily totals equal the journal lines',
  'both sides of a bank match have the same total, and only active matches contain lines',
  'a signed-off month has no unmatched bank lines',
  'each number series runs from 1 without a gap',
  'document numbers follow the order of the entries',
  'a document has its entry, and a void its reversal',
  'each document agrees with its number, its receipt and its entry',
  'customer and supplier details match their change history',
  'merged customers and suppliers match their merges',
  'every entry has its audit event',
  'at least one administrator is active, and at most five accounts',
  'approved documents match their approvals',
  'inactive user accounts are not logged in',
  'control accounts reconcile to their open items',
  'the open amount of each item equals its movements',
  'movements of open items equal those of their documents',
  'movements of open items belong to the party of the item',
  'an issued cheque has its document and its leaf',
  'every leaf belongs to one cheque book, and a void cheque cannot be used again',
  'no petty cash fund falls below zero',
  'every requested receipt is queued or sent',
  'every reference points to an existing row',
  'the hash chain matches the stored entries',
  'the links and details of each document match the data entered',
  'attachments are unchanged',
  'the seals of closed months match their entries',
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
          Entries can only be added. Debits and credits are checked three times: by the posting rule, by the code that
          writes the entry, and by the database. The database refuses to change or delete entries, lines and documents.
        </p>
        <p>
          Each entry has a SHA-256 hash of its own data, its lines, its document, every attached file, and the hash of
          the entry before it. Any change, however it was made, breaks the chain from that entry on.
        </p>
        <p>
          Your system administrator runs <code>npm run talaan verify</code>, which recomputes everything and lists all
          problems. It checks that
        </p>
        <ul>
          {verified.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <p>
          Administrators and accountants see the same checks, and those of backups, background jobs and the system, on
          the page <Link to={paths.trust}>Trust</Link>, each with its last result and what it proves. Talaan runs them
          each night, and the page has a signed report for your auditor.
        </p>
        <p>
          A person with full access to the database could recompute both hash chains: that of the entries and that of
          the audit trail. To detect this, store the line with the last hashes of both chains outside the server. It is
          on the certificate of each bound book, and in the e-mails about backups and closings if your system
          administrator has set addresses for them.
        </p>
      </Part>

      <ReconcilingSections />
      <Part id="closing">
        <p>
          Close months in order, after they end, on <Link to={paths.monthClose}>Month Close</Link>. Nothing can be
          posted to a closed month or an earlier one. The database refuses it, and forms show a message at the date
          field.
        </p>
        <p>The page lists the items to resolve first:</p>
        <ul>
          <li>drafts of the month;</li>
          <li>month-end entries that are not recorded;</li>
          <li>bank accounts that are not reconciled;</li>
          <li>petty cash funds not counted in the month;</li>
          <li>skipped cheque leaves and stale cheques;</li>
          <li>missing invoice and collection receipt numbers;</li>
          <li>receipts that were not sent;</li>
          <li>open questions about the month, its documents, bank lines and returns;</li>
          <li>at the end of a quarter: certificates of tax withheld that are not issued or not received;</li>
          <li>balances on 3090, 2065 and 1050 that are not zero;</li>
          <li>at the end of a fiscal year: profit not yet closed to retained earnings;</li>
          <li>problems that the quick checks of verify find.</li>
        </ul>
        <p>
          Follow the link next to an item to resolve it, or enter an explanation if the item allows one. An explanation
          is valid as long as the item is unchanged, and it is saved when you close the month. Errors in the books must
          be resolved.
        </p>
        <p>
          Closing seals the month with a SHA-256 hash of the hashes of its entries and the seal of the month before.
          Verify recomputes this seal. Only the last closed month can be reopened, with a reason of 5 to 500 characters.
          Every closing and reopening is recorded with its seal, person and time.
        </p>
        <p>
          <Link to={paths.completeness()}>Completeness</Link>, next to Month Close, tests whether anything is missing
          from the month: numbers of suppliers’ invoices, usual bills, days without sales, bank lines, slips and more.
          Resolve or explain each finding, and then press Sign month. The signed page can be downloaded and is in the
          audit pack.
        </p>
        <p>
          Recurring entries and fixed assets are registered under <Link to={paths.monthEnd}>Month-End Registers</Link>:
          accruals reversed in the next month, prepayments amortized over their months, and straight-line depreciation.
          On a document with a line on 1340 Prepaid expenses, press Spread over months to amortize the prepayment. Month
          Close suggests the entries of the month and records each one only once. At the end of the fiscal year, it
          suggests the closing entry against 3030. The income statement does not include that entry.
        </p>
        <p>
          When an asset is sold, scrapped or lost, press Dispose on the Month-End Registers page. Month Close then
          suggests the voucher that depreciates the asset to that date and removes it from the books. For a sale, record
          the sales invoice first, with a line on account 7040. The gain or loss remains in account 7040. In the cash
          flow statement, the proceeds are an investing cash flow on the date the buyer pays. The cost of an asset is an
          investing cash flow on the date its bill is paid.
        </p>
        <p>After each closing, ask your system administrator to run verify and make a backup.</p>
      </Part>

      <Part id="books">
        <p>
          Print the six books under <Link to={paths.category('LooseLeaf')}>Looseleaf</Link>, as a draft for any month or
          as a bound book once the month is closed. A bound book is stored unchanged, as PDF, XLSX, CSV and audit text.
          If the month is reopened and something is recorded, the list shows the number of new entries. You can then
          bind the book again; the first version remains stored.
        </p>
        <p>
          Each line of an entry is in one column, so every row of a special journal balances. Each journal ends with
          totals by account. The totals of the five journals together equal the movements of the general ledger. Page
          numbers are consecutive within the fiscal year for each book and paper size. A void appears in the same book
          as its document, with negative amounts. Columns that are empty in the whole fiscal year are left out; a bound
          book keeps its columns. The sales and purchases journals show the descriptions of the lines.
        </p>
        <p>
          The certificate at the end of a book shows the seal of each month and a digest of all rows. The verifier page
          checks an exported year on any computer, offline. Compare its seals with those on the certificates. It also
          finds a voucher or a page of a bound book by its code, and checks whether a file is the original. The audit
          pack contains the books, the financial statements, and every document with its attachments.
        </p>
        <p>
          Each voucher and each page of a bound book has a code that you can scan or type. Under{' '}
          <Link to={paths.proof()}>Check a Document</Link>, every user can see which document or book the page belongs
          to and whether it still agrees with the books.
        </p>
        <p>
          Bind and register the books within 15 days after the end of the fiscal year. Confirm this date with your RDO.
        </p>
      </Part>

      <Part id="certificates">
        <p>
          Tax that a customer withheld is in account 1321, with one open item for each receipt. Under{' '}
          <Link to={paths.certificatesReceived}>From Customers</Link>, match form 2307 with its receipts. The amounts on
          the form are debited to 1320 and credited to 1321; any amount that is not on the form is still expected. If a
          certificate never arrives, write off the amount to 6290 with a reason. VAT that a government office withheld
          stays in account 1325 until you claim it in the VAT return. Each certificate is claimed in only one return and
          is listed in the SAWT of that return.
        </p>
        <p>
          Under <Link to={paths.certificatesIssued}>For Suppliers</Link>, issue form 2307 when a quarter ends. It is
          created from the lines on account 2140, with a row for each code and the payments of each month net of VAT.
          Form 2306 is created the same way from final tax (2145) and VAT withheld (2147). An issued certificate does
          not change. If a later posting or a corrected registration affects it, the page shows this and you issue the
          certificate again. E-mail it, or mark it as delivered. You can print the certificates of a quarter as one file
          or download them as an archive. Form 2307 is due on the 20th of the month after the quarter, and form 2306 on
          31 January of the next year.
        </p>
        <p>
          <Link to={paths.taxLists}>Lists</Link> contain the monthly summary lists of sales, purchases and importations
          for RELIEF, the quarterly and annual alphalists of payees, and the SAWT. Above each list, you see the problems
          for which the BIR module would refuse the file, how to correct them, and the assumptions to confirm. Test each
          file in the module before you submit it.
        </p>
      </Part>

      <Part id="calendar">
        <Notice title="Confirm with your RDO">
          These are the default dates for calendar-year taxpayers who do not file through eFPS. They were collected from
          public sources and are not tax advice. A deadline on a non-working day moves to the next working day, and a
          BIR circular can change it for one period.
        </Notice>
        <p>
          The deadlines of your company are under <Link to={paths.taxCompliance}>Tax Compliance</Link>. Change them, the
          rates and the forms in use under <Link to={paths.settings('taxes')}>Tax returns</Link> in the settings. Talaan
          computes returns and stores the returns that you filed. It does not file them for you.
        </p>
        <p>
          Open a return from the calendar. Each box explains its amount and has a link to its lines, and you can add a
          manual amount to a box with a reason. Prepare the return, file it with the BIR, and enter the date and
          reference. From then on, the return does not change. The effects of later postings and corrections are shown
          box by box and prepared as an amendment. <Link to={paths.taxReconciliation}>The tax reconciliation</Link>{' '}
          compares the returns of a quarter with lists, certificates and accounts, and shows every difference.
        </p>
        <p>
          Under <Link to={paths.settings('taxes')}>Tax returns</Link> in the settings, choose which other deadlines
          apply: inventory list, documentary stamp tax, SEC, business permit, local tax and renewals. Add your own
          deadlines there, and mark them as done in the calendar. Upload the year-end count under{' '}
          <Link to={paths.inventory}>Inventory list</Link>; Talaan compares it with the books and prepares the
          adjustment. Under <Link to={paths.eInvoices}>Sales documents</Link>, export invoices, memos and voids as
          signed JSON. Talaan sends nothing to the BIR.
        </p>
        <p>
          <Link to={paths.annualStatements}>Annual statements</Link> has the statements for a fiscal year with notes
          filled in from the books. Enter the details that the page lists as missing, then download all parts together,
          or each one, as XLSX or PDF. Your auditor completes the notes.
        </p>
        <WordsTable
          label="Tax calendar"
          titles={['Return', 'Due', 'Source']}
          rows={deadlines.map(({ what, when, source }) => [what, when, `${source}; confirm with your RDO`])}
        />
        <p>
          eFPS groups file 0619-E and 0619-F between the 11th and the 15th. Keep books and documents for 5 years from
          the day after the filing deadline for the year of the last entry (RR 7-2024). Confirm this with your RDO, too.
        </p>
      </Part>

      <Part id="backup">
        <p>
          If your system administrator has set a folder (<code>BACKUP_DIR</code>), Talaan backs up all data to one file
          every night after 3:00 a.m., and whenever you press <em>Back up now</em> in <em>Company Settings</em>,{' '}
          <em>Backups</em>. You can continue to work during a backup.
        </p>
        <ul>
          <li>
            Each backup is restored into a separate database and verified before it is saved. The list shows its number
            of entries and the hash at the end of its chain. If a backup fails, the list shows the reason and the backup
            is tried again. Books with errors are also backed up: the list marks such a backup and shows the first
            error.
          </li>
          <li>
            Talaan keeps the newest seven backups, and the newest of each of the last seven days, five weeks, twelve
            months and ten years. After closing a month, write down the hash at the end of the chain. Years later, it
            can prove that a copy contains the books as of that date.
          </li>
          <li>
            Backups contain password hashes, keys and attachments. Ask your system administrator to encrypt them, to
            keep the key elsewhere, and to store a copy at another location.
          </li>
        </ul>
        <p>The commands are in docs/operations.md.</p>
      </Part>
    </>
  )
}
