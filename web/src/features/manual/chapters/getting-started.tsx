// Getting started: from signing in to the first recorded document, and the settings, keys and terms that all forms share.
import { documentWords } from '@talaan/contract/documents.ts'
import { glossary, glossaryTitle } from '@talaan/contract/glossary.ts'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  about: (
    <>
      Talaan records the documents of your company, one form for each type, and keeps the books from them. Start here;
      each of the other tabs explains one type of document.
    </>
  ),
  sections: [
    {
      title: 'Sign in',
      steps: [
        <>
          Enter your <b>Client ID</b> and <b>Password</b> and press <b>Log In</b>. Your administrator gives you both.
        </>,
        <>At your first login, choose your own password. The meter below the field shows what is still missing.</>,
        <>
          If you are already logged in elsewhere, <b>Continue</b> logs out there and continues here. You can use several
          tabs of one browser.
        </>,
      ],
      notes: [
        <>After 58 minutes without activity, Talaan asks whether you are still there; after 60 it logs you out.</>,
        <>
          The Back button of the browser asks whether you want to log out. <b>Stay Logged In</b> changes nothing.
        </>,
      ],
    },
    {
      title: 'Record your first document',
      text: <>Every form works in the same three steps.</>,
      steps: [
        <>
          <strong>Fill in</strong> the form in the order of your document. A draft is saved while you type; the time is
          at the bottom.
        </>,
        <>
          Press <b>Review</b>. It checks every field and lists all mistakes. Then it shows the document and its journal
          entry.
        </>,
        <>
          <b>{documentWords.yes}</b> records the document and gives it a number. <b>{documentWords.no}</b> cancels and
          returns to the start. <b>Edit</b> returns to the form.
        </>,
      ],
      notes: [
        <>
          Open a form again to find your drafts: <b>Continue</b> opens one, <b>Discard</b> deletes it. Only you see your
          drafts. They survive a reload, a crash and a logout.
        </>,
        <>
          Recorded documents are never changed or deleted. Void a wrong document, with a reason, and record it again.
        </>,
      ],
    },
    {
      title: 'Find your way',
      notes: [
        <>
          <strong>Menu</strong>, at the left: each entry is one type of document, with its form and the recorded
          documents. On a small screen, open it with the burger button.
        </>,
        <>
          <b>Search</b>, above the menu, finds a card by its title, for example <i>bills</i>. <kbd>Ctrl K</kbd> finds
          everything: documents, customers, suppliers and pages.
        </>,
        <>
          <strong>Your name</strong>, top right: Contact Us, dark colours, compact tables, keys and Log out.
        </>,
        <>
          <strong>Notifications</strong> disappear after a few seconds. Read them again under the bell beside your name.
        </>,
        <>You see only what your role may use. Reports and Documentation are for accountants.</>,
      ],
    },
    {
      title: 'Bookmark cards',
      text: <>Put the forms you use most on your dashboard.</>,
      steps: [
        <>Open the page of the card, for example Invoices.</>,
        <>
          Press the star on the card. The card is now on your <Link to={paths.dashboard}>dashboard</Link> under
          Favorites / Bookmarked, on every computer.
        </>,
        <>Press the star again to remove it.</>,
      ],
    },
    {
      title: 'Register customers and suppliers',
      text: <>Documents refer to a customer or supplier by TIN, so register each one once.</>,
      steps: [
        <>
          Open <Link to={paths.category('Tin')}>TIN Registration</Link>, or use the link below the TIN field of a form.
        </>,
        <>
          Enter the TIN, with or without dashes, for example 000-000-000. Leave the branch code empty for the head
          office.
        </>,
        <>Enter the registered name and address as on the certificate of registration (form 2303).</>,
        <>If a similar name or TIN exists, the form shows it. Use that one instead of registering it twice.</>,
      ],
      notes: [
        <>
          To correct an entry, an administrator or an accountant opens it, presses <b>Correct</b> and enters the reason.
          Recorded documents keep the old details; lists, certificates and returns that are not filed yet use the new
          ones.
        </>,
      ],
    },
    {
      title: 'Find recorded documents',
      text: (
        <>
          <Link to={paths.transactions}>Transactions</Link> lists documents of all types.
        </>
      ),
      steps: [
        <>Search for a word, number, TIN, name or amount.</>,
        <>
          Press <b>Filters</b> to choose dates, customers or suppliers, amounts, users and more. The filters are part of
          the address, so you can bookmark them in your browser.
        </>,
        <>
          Select rows with <kbd>x</kbd> to see their totals.
        </>,
        <>Download the list as XLSX, PDF or CSV, or the vouchers as one ZIP file.</>,
      ],
    },
    {
      title: 'Record a batch',
      text: <>Record many documents of one type and check them against a control total.</>,
      steps: [
        <>Open the batch above the form and enter the number of documents and their total.</>,
        <>Record the documents. Each one reduces the remaining number and total.</>,
        <>At the end both must be zero. Otherwise find the mistyped document, or explain the difference.</>,
      ],
      notes: [<>A batch stays open when you leave the page.</>],
    },
    {
      title: 'Import documents',
      text: (
        <>
          Administrators and accountants can import documents, customers and suppliers under <b>Import</b> on the
          Transactions page.
        </>
      ),
      steps: [
        <>Download the template of the type. It shows the columns.</>,
        <>Choose a CSV or XLSX file, or paste rows from a spreadsheet.</>,
        <>Check the number of documents and the control total against your own. Correct the marked rows.</>,
        <>Record. Either all rows are recorded, or none.</>,
      ],
      notes: [
        <>
          Rows that were imported before are skipped. If you voided the document since, you can include the row again.
        </>,
        <>
          In a file of collections or payments, a used or refunded credit is a row of its own, with the number of the
          receipt and the amount. Accounts in a foreign currency have columns for amount and rate.
        </>,
      ],
    },
    {
      title: 'Upload a bank statement',
      text: <>For accountants, in the Bank Reconciliation form.</>,
      steps: [
        <>
          Choose the account and the file from your bank: CSV, XLSX, OFX, QIF, MT940, CAMT.053, or a PDF with text.
          Scanned statements cannot be read.
        </>,
        <>If asked, choose what each column contains and how dates are written. Talaan saves it for the account.</>,
        <>Check the lines. Problems are marked on the line they concern. To save the statement anyway, enter why.</>,
        <>
          Press <b>{documentWords.yes}</b>. Files may overlap: a line that is already saved is not added again.
        </>,
        <>
          Open the month under <b>Reports</b>, <b>Bank Reconciliation</b>, and match its lines. The{' '}
          <Link to={`${paths.documentation}#reconciling`}>Documentation</Link> explains how.
        </>,
      ],
    },
    {
      title: 'Receipts by e-mail',
      text: <>Recording sends a receipt to the e-mail address on the form, with the voucher as a PDF.</>,
      notes: [
        <>
          The document shows its status: <b>Sent</b>, <b>Waiting</b>, or <b>Failed</b> with the answer of the mail
          server and a button to try again. Talaan retries for up to three days.
        </>,
        <>If e-mail isn’t set up yet, receipts stay queued. You can read and download them on the document.</>,
        <>The document is recorded even if its receipt never arrives.</>,
      ],
    },
    {
      title: 'Keys that work everywhere',
      text: (
        <>
          You can do everything without a mouse. Letters work while no field and no dialog is active. Press two letters
          one after the other, within a second.
        </>
      ),
      keys: [
        ['Ctrl K', <>find anything: a form, a page, a document, a customer or supplier</>],
        ['/', <>search the list on the screen</>],
        ['?', <>show all keys of this screen</>],
        ['g i', <>go to Invoices; g and another letter go to another page</>],
        ['n i', <>new invoice; n and another letter open another form</>],
        ['j', <>in a list: next row; k previous row, Enter opens it, Esc clears the search</>],
        ['p', <>on a document: print; u returns to the list</>],
      ],
      notes: [
        <>
          In <kbd>Ctrl K</kbd>, type <kbd>#</kbd> first for documents only, <kbd>@</kbd> for customers and suppliers,{' '}
          <kbd>{'>'}</kbd> for pages. <kbd>Ctrl Enter</kbd> opens the result in a new tab.
        </>,
        <>
          To turn off single-letter shortcuts on this computer, use <b>Single-letter shortcuts</b> under{' '}
          <b>Keyboard shortcuts</b> in the menu under your name.
        </>,
      ],
    },
    {
      title: 'Keys that work in forms',
      keys: [
        ['Enter', <>next field</>],
        ['Shift Enter', <>previous field</>],
        ['Ctrl Enter', <>review, from any field</>],
        ['Alt L', <>go to the lines</>],
        ['Alt Delete', <>remove a line</>],
        ['Y', <>on the confirmation page: Yes</>],
        ['N', <>on the confirmation page: No</>],
        ['Esc', <>on the confirmation page: back to the form</>],
      ],
      notes: [
        <>
          On a Mac, use <kbd>⌘</kbd> in place of <kbd>Ctrl</kbd>.
        </>,
      ],
    },
    {
      title: 'Type dates',
      text: <>Below the field you see the date with its weekday.</>,
      keys: [
        ['t', <>today; y is yesterday</>],
        ['15', <>the 15th of this month</>],
        ['3-15', <>15 March: with a dash, the month comes first</>],
        ['15/3', <>15 March: with a slash, the day comes first</>],
        ['15 Mar 2026', <>the full date</>],
        ['+5', <>in five days; in a due date, five days after the date of the document</>],
        ['m', <>the first day of this month; h is the last</>],
        ['Alt ↑', <>one day later; Alt ↓ one day earlier</>],
      ],
    },
    {
      title: 'Type amounts',
      text: <>An amount can be a calculation. It is computed exactly and rounded once, to the centavo.</>,
      keys: [
        ['1,234.56', <>the amount itself, also with a peso sign</>],
        ['12.5k', <>12,500.00</>],
        ['1200+350', <>1,550.00</>],
        ['5600/1.12', <>5,000.00, without VAT</>],
        ['10000*2%', <>200.00</>],
      ],
    },
    {
      title: 'Manage user accounts',
      text: (
        <>
          For administrators and accountants: <b>User Management</b> in the menu under your name.
        </>
      ),
      notes: [
        <>
          <b>Add User</b> creates an account with a Client ID, a first password and a role. Accountants can add users
          only. At most five accounts are active at once, including the administrator.
        </>,
        <>
          <b>Reset Password</b> asks for your own password first and logs the person out. Administrators can reset
          users, other administrators and themselves; accountants only themselves.
        </>,
        <>
          <b>Settings</b> beside a user: <b>Deactivate</b> logs the user out and frees a seat, <b>Activate</b> takes
          one, <b>Delete Account</b> is permanent. The user’s documents stay in the books.
        </>,
      ],
    },
    {
      title: 'Set up your company',
      text: (
        <>
          For administrators and accountants: <b>Company Settings</b> in the menu under your name. Complete them before
          you record documents; recorded documents keep the settings of their time.
        </>
      ),
      notes: [
        <>
          <b>Company</b>: name, TIN and registered address; VAT registration; top withholding agent; whether tax is
          withheld with the bill or the payment; fiscal year; permit for loose-leaf books.
        </>,
        <>
          <b>Chart of accounts</b>: add and rename accounts, or deactivate an account with a zero balance.
        </>,
        <>
          <b>Money accounts</b>: banks, e-wallets, petty cash funds and cash on hand, with currency and overdraft.
          Register cheque books under Cheque Disbursement.
        </>,
        <>
          <b>Expense types</b>: the types of expense for bills and petty cash, each with its account and usual taxes.
        </>,
        <>
          <b>Withholding codes</b> and <b>VAT rates</b>: a new rate needs a start date and its legal basis. The old rate
          ends the day before.
        </>,
        <>
          <b>Opening balances</b>: the closing balances of your old books, typed, pasted or from a file. <b>Check</b>{' '}
          lists all mistakes before anything is recorded.
        </>,
        <>
          <b>Mail</b>: send a test message. <b>Background jobs</b>: e-mail, backups and other jobs; <b>Retry</b> runs
          one now. <b>Changes</b>: who changed what, and when.
        </>,
      ],
    },
    {
      title: 'Common questions',
      questions: [
        [
          'I forgot my password.',
          <>
            Ask your administrator for a new one. Accountants ask the person who runs the server. You cannot reset it
            yourself.
          </>,
        ],
        [
          'The server cannot be reached. Is my work lost?',
          <>No. Your entries stay in the form, and a line tells you.</>,
        ],
        [
          'I recorded something wrong.',
          <>Ask an administrator or an accountant to void it, then record it again. Each tab explains how.</>,
        ],
        ['Why is a button gray?', <>Point at it, or move to it with the Tab key: it says why.</>],
        [
          'Where is the statement of account of a customer?',
          <>
            In <Link to={paths.category('Tin')}>TIN Registration</Link>, beside the name.
          </>,
        ],
        [
          'Who can help me?',
          <>
            <Link to={paths.contact}>Contact Us</Link> sends a question or a problem to the people who maintain Talaan
            for your company.
          </>,
        ],
      ],
    },
    { title: glossaryTitle, text: <>Terms of accounting, the BIR and banks.</>, terms: glossary },
  ],
}
