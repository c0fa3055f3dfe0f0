// Getting started: from signing in to the first recorded document, and the settings, keys and terms that all forms share.
import { documentWords } from '@talaan/contract/documents.ts'
import { glossary, glossaryTitle } from '@talaan/contract/glossary.ts'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'
import {
  approvals,
  arrivals,
  notifications,
  otherPrograms,
  questionsAndAnswers,
  severalDocuments,
  tags,
  tasks,
} from './working-together.tsx'

export const chapter: Chapter = {
  about: (
    <>
      Talaan records the documents of your company, with one form for each type, and posts them to the books. Start
      here. Each of the other tabs explains one type of document.
    </>
  ),
  sections: [
    {
      title: 'Sign in',
      steps: [
        <>
          Enter your <b>Client ID</b> and <b>Password</b> and press <b>Log In</b>. You get both from your administrator.
        </>,
        <>
          At your first login, choose your own password. The meter below the field shows which requirements are still
          missing.
        </>,
        <>
          If you are already logged in on another device, <b>Continue</b> logs you out there and logs you in here. You
          can use several tabs in one browser.
        </>,
      ],
      notes: [
        <>After 58 minutes without activity, Talaan shows a warning. After 60 minutes, it logs you out.</>,
        <>
          If you press your browser’s Back button, Talaan asks whether you want to log out. Press <b>Stay Logged In</b>{' '}
          to continue working.
        </>,
      ],
    },
    {
      title: 'Record your first document',
      text: <>Every form works in the same three steps.</>,
      steps: [
        <>
          <strong>Fill in</strong> the form in the order of your document. A draft is saved while you type, and the time
          of the last save is shown at the bottom.
        </>,
        <>
          Press <b>Review</b>. Talaan checks every field and lists all mistakes. If there are none, it shows the
          document and its journal entry.
        </>,
        <>
          <b>{documentWords.yes}</b> records the document and gives it a number. <b>{documentWords.no}</b> cancels and
          returns to the start. <b>Edit</b> returns to the form.
        </>,
      ],
      notes: [
        <>
          Open a form again to find your drafts: <b>Continue</b> opens one, <b>Discard</b> deletes it. Only you can see
          your drafts. They are not lost if you reload the page, the browser crashes, or you log out.
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
          <strong>Menu</strong>, on the left: each entry is one type of document, with its form and the recorded
          documents. On a small screen, open it with the menu button (three lines).
        </>,
        <>
          <b>Search</b>, above the menu: finds a card by its title, for example <i>bills</i>. Press <kbd>Ctrl K</kbd> to
          find documents, customers, suppliers and pages.
        </>,
        <>
          <strong>Your name</strong>, at the top right: Contact Us, dark colors, compact tables, keyboard shortcuts and
          Log out.
        </>,
        <>
          <strong>Notifications</strong>: they disappear after a few seconds. Read them again under the bell next to
          your name.
        </>,
        <>You see only the pages that your role can use. Reports and Documentation are for accountants.</>,
      ],
    },
    {
      title: 'Bookmark cards',
      text: <>Add the forms that you use most to your dashboard.</>,
      steps: [
        <>Open the page with the card, for example Invoices.</>,
        <>
          Press the star on the card. The card is now on your <Link to={paths.dashboard}>dashboard</Link> under
          Favorites / Bookmarked, on every computer that you use.
        </>,
        <>Press the star again to remove it.</>,
      ],
    },
    tasks,
    approvals,
    notifications,
    arrivals,
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
        <>
          If a similar name or TIN exists, the form shows it. If it is the same company or person, don’t register it
          again.
        </>,
      ],
      notes: [
        <>
          To correct a customer or supplier, an administrator or an accountant opens it, presses <b>Correct</b> and
          enters the reason. Recorded documents keep the old details. Lists, certificates and returns that are not filed
          yet use the new details.
        </>,
        <>
          If a customer or supplier was registered twice, an administrator or an accountant opens it, presses{' '}
          <b>Details</b> and <b>Merge</b>, and chooses which registration to keep. They can undo the merge until a
          document, certificate or return depends on it.
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
          the page address, so you can bookmark them in your browser.
        </>,
        <>Download the list as XLSX, PDF or CSV, or the vouchers as one ZIP file.</>,
      ],
    },
    severalDocuments,
    tags,
    questionsAndAnswers,
    {
      title: 'Repeat documents',
      text: (
        <>
          <Link to={paths.recurring()}>Recurring</Link> lists documents that are repeated on a schedule, such as rent or
          a monthly invoice, and the drafts to confirm.
        </>
      ),
      steps: [
        <>
          Open a recorded invoice, bill, cheque, petty cash voucher, transfer or journal voucher and press{' '}
          <b>Make recurring</b>. Choose the frequency, the first date, the end, and how many days in advance the draft
          is created.
        </>,
        <>
          For each date, Talaan creates a draft and notifies you. Press <b>Review</b> next to it on the Recurring page,
          complete it, and record it as usual.
        </>,
        <>
          Under the three dots of a row, you can edit the rule or its contents, skip the next date, create the draft
          now, or pause or delete the rule. Existing documents stay.
        </>,
        <>
          After three documents have been confirmed unchanged, an accountant or administrator can choose{' '}
          <b>Record automatically</b>, with a maximum amount. If Talaan can’t record a document, the draft stays on the
          page with the reason. Cheques are always confirmed by a person.
        </>,
      ],
      notes: [
        <>
          <b>Templates</b>, at the top of these forms, saves what you typed under a name, even if the form is not
          complete, and starts a new form from it.
        </>,
        <>
          Write <code>{'{month}'}</code> and <code>{'{year}'}</code> in descriptions and in the memo. Each document gets
          the month and year of its date.
        </>,
      ],
    },
    {
      title: 'Record a batch',
      text: <>Record many documents of one type and check them against a control total.</>,
      steps: [
        <>Open the menu above the form, choose Start batch, and enter the number of documents and their total.</>,
        <>Record the documents. Each one reduces the remaining number and total.</>,
        <>At the end, both must be zero. If they are not, find the mistyped document or explain the difference.</>,
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
        <>Download the template for the type of document. It shows the required columns.</>,
        <>Choose a CSV or XLSX file, or paste rows from a spreadsheet.</>,
        <>Compare the number of documents and the control total with your own figures. Correct the marked rows.</>,
        <>Record the documents. Either all rows are recorded, or none.</>,
      ],
      notes: [
        <>
          Rows that you imported before are skipped. If you have voided the document since then, you can include the row
          again.
        </>,
        <>
          In a file of collections or payments, enter each credit that is used or refunded in a separate row, with the
          amount and the number of the document that the credit comes from. The template has columns for these numbers.
          For accounts in a foreign currency, there are columns for the amount and the rate.
        </>,
      ],
    },
    {
      title: 'Upload a bank statement',
      text: <>Accountants upload statements in the Bank Reconciliation form.</>,
      steps: [
        <>
          Choose the account and the file from your bank: CSV, XLSX, OFX, QIF, MT940, CAMT.053, or a PDF with text.
          Scanned statements cannot be read.
        </>,
        <>
          If asked, choose what each column contains and how dates are written. Talaan saves this layout for the
          account.
        </>,
        <>Check the lines. Each problem is marked on its line. To save the statement anyway, enter a reason.</>,
        <>
          Press <b>{documentWords.yes}</b>. Files can overlap. A line that is already saved is not added again.
        </>,
        <>
          Open the month under <b>Reports</b>, <b>Bank Reconciliation</b>, and match its lines. The{' '}
          <Link to={`${paths.documentation}#reconciling`}>Documentation</Link> explains the steps.
        </>,
      ],
    },
    {
      title: 'Receipts by e-mail',
      text: (
        <>
          When you record a document, Talaan sends a receipt with the voucher as a PDF to the e-mail address on the
          form. If the address is empty, no receipt is sent, and the review says so.
        </>
      ),
      notes: [
        <>
          The document’s page shows the status of the receipt: <b>Sent</b>, <b>Queued</b>, or <b>Failed</b> with the
          mail server’s response and a button to try again. Talaan retries for up to three days.
        </>,
        <>If e-mail isn’t set up yet, receipts stay queued. You can read and download them on the document’s page.</>,
        <>The document is recorded even if its receipt never arrives.</>,
      ],
    },
    {
      title: 'Record payroll',
      text: (
        <>
          Administrators and accountants can record payroll. Talaan doesn’t calculate pay: it records your payroll
          register, and fills in forms 1601-C, 1604-C and 2316.
        </>
      ),
      steps: [
        <>
          Add your employees under <Link to={paths.payrollEmployees}>Payroll, Employees</Link>, with TIN, date hired and
          whether they earn the minimum wage. If an employee had a previous employer this year, enter the amounts from
          that employer’s form 2316.
        </>,
        <>
          Open <b>New payroll register</b> under <Link to={paths.payroll}>Payroll</Link>. Enter the date of payment and
          the pay period, then type the rows or paste them from your spreadsheet in the order of the columns.
        </>,
        <>
          Enter the totals of your register as control totals. Press <b>Review</b>, read the entry and the warnings, and
          press <b>Yes</b>.
        </>,
        <>
          Take the remittance lists of SSS, PhilHealth and Pag-IBIG from{' '}
          <Link to={paths.payrollLists}>Payroll Lists</Link>, and form 2316, the year-end adjustment and the schedules
          of form 1604-C from <Link to={paths.payrollYear}>Payroll Year End</Link>.
        </>,
      ],
      notes: [
        <>Users can’t see employees, payroll registers or their totals.</>,
        <>To correct a register, void it with the date of the register as the void date, and record it again.</>,
      ],
    },
    {
      title: 'Keys that work everywhere',
      text: (
        <>
          You can do everything without a mouse. Single letters work while no field and no dialog is active. If a
          shortcut has two letters, press them one after the other within a second.
        </>
      ),
      keys: [
        ['Ctrl K', <>find anything: a form, a page, a document, a customer or a supplier</>],
        [
          'Ctrl Z',
          <>
            undo your last change: Talaan shows the change and the effects of undoing it, and asks you to confirm. In a
            field, this undoes your typing
          </>,
        ],
        ['/', <>search the list on the screen</>],
        ['?', <>show all shortcuts on this screen</>],
        ['g i', <>go to Invoices; press g and another letter for other pages</>],
        ['n i', <>new invoice; press n and another letter for other forms</>],
        ['j', <>in a list: next row; k is the previous row, Enter opens the row, Esc clears the search</>],
        ['j, k', <>on a document: the next or previous one in the list; r records its payment, u goes back</>],
        ['p', <>on a document: print; u goes back to the list</>],
      ],
      notes: [
        <>
          After you press <kbd>Ctrl K</kbd>, type <kbd>#</kbd> first to find only documents, <kbd>@</kbd> for customers
          and suppliers, <kbd>{'>'}</kbd> for pages. <kbd>Ctrl Enter</kbd> opens the result in a new tab.
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
        ['Enter', <>next field to fill in; fields that Talaan has filled in are skipped</>],
        ['Tab', <>next field</>],
        ['Shift Enter', <>previous field</>],
        ['Ctrl Enter', <>review, from any field</>],
        ['Alt L', <>go to the lines</>],
        ['Alt C', <>in collections and payments: go to the total; press it again to go back</>],
        ['Alt O', <>open the customer, supplier, account or document in the field in a new tab</>],
        ['Alt M', <>in the field for a customer or supplier: register a new one and return</>],
        ['Alt Shift Enter', <>change whether Enter stops at this field; Talaan remembers your choice for each form</>],
        ['Ctrl Home', <>in the lines: go to the first line; Ctrl End goes to the last one</>],
        ['Esc', <>in a line: undo the changes to the cell</>],
        ['Alt Insert', <>insert a line above; Alt Delete removes a line</>],
        ['Alt ↑', <>move a line up; Alt ↓ moves it down, or opens the list in a cell that has one</>],
        ['Ctrl Z', <>in the lines: undo the last removal, insertion, paste or move of lines</>],
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
      text: <>You see the date and its weekday below the field.</>,
      keys: [
        ['t', <>today; y is yesterday</>],
        ['15', <>the 15th of this month</>],
        ['3-15', <>15 March: with a dash, the month comes first</>],
        ['15/3', <>15 March: with a slash, the day comes first</>],
        ['15 Mar 2026', <>the full date</>],
        ['+5', <>in five days; for a due date, five days after the date of the document</>],
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
        ['5600/1.12', <>5,000.00, the amount net of VAT</>],
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
          <b>Add User</b> creates an account with a Client ID, a first password and a role. Accountants can add only
          accounts with the User role. At most five accounts can be active at the same time, including the
          administrator’s.
        </>,
        <>
          <b>Reset Password</b> requires your own password and logs the person out. Administrators can reset the
          passwords of users, other administrators and themselves. Accountants can reset only their own.
        </>,
        <>
          Use <b>Settings</b> next to a user to change the account. <b>Deactivate</b> logs the user out, and the account
          no longer counts among the five active accounts. <b>Activate</b> makes the account active again.{' '}
          <b>Delete Account</b> is permanent. The user’s documents stay in the books.
        </>,
      ],
    },
    {
      title: 'Set up your company',
      text: (
        <>
          For administrators and accountants: <b>Company Settings</b> in the menu under your name. Complete the settings
          before you record documents, because later changes to the settings don’t affect recorded documents.
        </>
      ),
      notes: [
        <>
          <b>Company</b>: name, TIN and registered address; fiscal year; permit for loose-leaf books. Below it,{' '}
          <b>Registrations</b> with their dates: VAT, income tax and deductions, top withholding agent, and whether tax
          is withheld with the bill or the payment.
        </>,
        <>
          <b>Chart of accounts</b>: add and rename accounts, or deactivate an account with a zero balance.
        </>,
        <>
          <b>Cash and bank accounts</b>: banks, e-wallets, petty cash funds and cash on hand, with currency and
          overdraft. For a bank account, Talaan can warn of an overdraft instead of refusing the document. Register
          cheque books under Cheque Disbursement.
        </>,
        <>
          <b>Expense types</b>: for bills and petty cash, each with its account and usual taxes.
        </>,
        <>
          <b>Withholding codes</b> and <b>VAT rates</b>: enter a new rate with its start date and legal basis. The old
          rate ends on the day before.
        </>,
        <>
          <b>Opening balances</b>: the closing balances of your old books. Type them, paste them or use a file.{' '}
          <b>Check</b> lists all mistakes before anything is recorded.
        </>,
        <>
          <b>Mail</b>: send a test message. <b>Background jobs</b>: see e-mail, backups and other jobs, and press{' '}
          <b>Retry</b> to run one now. <b>Changes</b>: see who changed what, and when.
        </>,
      ],
    },
    otherPrograms,
    {
      title: 'Common questions',
      questions: [
        [
          'I forgot my password.',
          <>
            Ask your administrator for a new password. If you are an accountant, ask your system administrator. You
            cannot reset it yourself.
          </>,
        ],
        [
          'The server cannot be reached. Is my work lost?',
          <>No. Talaan shows a message, and your entries stay in the form.</>,
        ],
        [
          'I recorded something wrong.',
          <>Ask an administrator or an accountant to void it, then record it again. Each tab explains how.</>,
        ],
        ['Why is a button gray?', <>Point at it, or move to it with the Tab key, to see the reason.</>],
        [
          'Where do I find a customer’s statement of account?',
          <>
            In <Link to={paths.category('Tin')}>TIN Registration</Link>, next to the name.
          </>,
        ],
        [
          'Who can help me?',
          <>
            Use <Link to={paths.contact}>Contact Us</Link> to send a question or report a problem to the people who
            maintain Talaan for your company.
          </>,
        ],
      ],
    },
    { title: glossaryTitle, text: <>Terms used in accounting, by the BIR and by banks.</>, terms: glossary },
  ],
}
