// Getting started: from signing in to the first recorded document, and what the portal does by itself.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  about: (
    <>
      The portal takes the papers of your company, one form for each kind, and keeps the books from them. This page
      shows the way around; the tabs after it explain one kind of paper each.
    </>
  ),
  sections: [
    {
      title: 'Sign in',
      steps: [
        <>
          Type your <b>Client ID</b> and your <b>Password</b> and press <b>Log In</b>. Your administrator gives you
          both.
        </>,
        <>
          At the first login the portal asks for a password of your own, before anything else can be done. The meter
          below the field says what is still missing.
        </>,
        <>
          If it says that you are already logged in elsewhere, <b>Continue</b> logs out there and goes on here. One
          account can be used in one place at a time; several tabs of one browser are one place.
        </>,
      ],
      notes: [
        <>
          You cannot reset your own password. The link <b>Forgot password?</b> says whom to ask: your administrator.
        </>,
        <>
          After 58 minutes without a key or a click the portal asks whether you are still there, and after 60 it logs
          you out. What you typed in a form is kept as a draft.
        </>,
        <>
          The Back button of the browser does not turn pages here. It asks whether you want to log out, and{' '}
          <b>Stay Logged In</b> leaves everything as it is.
        </>,
      ],
    },
    {
      title: 'Find your way',
      notes: [
        <>
          <b>Search</b>, above the places at the left, finds a card by its title, for example <i>bills</i>. Choose with
          the arrows, go with <kbd>Enter</kbd>, clear with <kbd>Esc</kbd>.
        </>,
        <>
          Each place at the left is one kind of paper: the card under <b>New</b> opens its form, and below it stands
          what was recorded.
        </>,
        <>
          <Link to={paths.transactions}>Transactions</Link> is everything recorded, of every kind. Search any word,
          number, TIN, name or amount; <b>Filters</b> narrow it by day, party, amount, person and more, and stand in the
          address, so that a bookmark of your browser keeps them. <kbd>x</kbd> selects a row; below stand the totals of
          what is selected. XLSX, PDF and CSV have exactly the rows that are found; vouchers come as one ZIP.
        </>,
        <>
          <b>Count a bundle</b> above a form takes the number of papers and the total of your adding machine first; each
          one you record is taken off, and a paper that was typed wrong shows before the bundle is put away. It stays
          open, also when you leave, until it agrees or you say in words what the difference is.
        </>,
        <>
          An administrator and the accountant find <b>Import</b> on the Transactions page: papers of every kind,
          customers and suppliers from a CSV or XLSX file, or pasted rows; a template shows the columns. Every row is
          checked before any is recorded, and the number of documents and their control total have to agree with your
          papers. The same rows are never recorded twice; what was voided since comes in again only if you say so. In a
          file of collections or payments a credit that is used or given back is a row of its own, with the number of
          the receipt and the amount; with an account in foreign money its amount and rate have columns.
        </>,
        <>
          On a small screen the places are behind the burger button at the top, and the tabs of this manual behind the
          one beside its search.
        </>,
        <>
          You see only what your role may open. Reports and the documentation of the books are for accountants; the
          statement of account of a customer or supplier stands beside their name in the register.
        </>,
        <>
          The menu at your name, top right, has the way to Contact Us, dark colours, compact tables, the keys, and Log
          out. <b>Contact Us</b> mails a question or a bug to the people who look after the portal.
        </>,
        <>
          What the portal says goes by itself after a moment, but waits while you point at it. The bell beside your name
          keeps it to be read again. While the server cannot be reached a line says so, and what you typed stays.
        </>,
      ],
    },
    {
      title: 'Bookmark the cards you use',
      steps: [
        <>Open the place of the card, for example Invoices.</>,
        <>
          Press the star on the card. It is now on your <Link to={paths.dashboard}>dashboard</Link> under Favorites /
          Bookmarked, on every computer you sign in from.
        </>,
        <>Press the star again to take it off.</>,
      ],
    },
    {
      title: 'Upload a bank statement',
      text: <>For accountants, in the Bank Reconciliation form.</>,
      steps: [
        <>
          Pick the account and choose the file as the bank gives it: CSV, XLSX, OFX, QIF, MT940, CAMT.053, or a PDF with
          text. A scan cannot be read.
        </>,
        <>
          Where the file does not say it, say once what each column is and in which order day and month stand. It is
          kept for the account.
        </>,
        <>
          Look at what does not add up: it stands at its line. A doubt asks why the statement is stored all the same.
        </>,
        <>
          <b>Yes</b> stores it. Lines that earlier statements show are not kept twice, so files may overlap. Under the
          card the statements of each account are listed, with days that none of them shows.
        </>,
        <>
          Then open the month under <b>Reports</b>, <b>Bank Reconciliation</b>, and explain its lines;{' '}
          <b>Documentation</b>
          says how.
        </>,
      ],
    },
    {
      title: 'Fill in, check, record',
      text: <>Every form works in the same three steps.</>,
      steps: [
        <>
          <b>Fill in</b> the sheet in the order of the paper beside you. It is saved as a draft while you type; at the
          bottom it says when.
        </>,
        <>
          <b>Review</b> checks everything at once and names each mistake at its field. Then it shows the document as it
          will be, and what it does to the books.
        </>,
        <>
          <b>Yes</b> records it and gives it a number. <b>No</b> cancels and returns to the start; what you typed is
          kept as a draft. <b>Edit</b> goes back to the sheet.
        </>,
      ],
      notes: [
        <>
          A draft that was not recorded is offered when you open the form again, under <b>Not finished yet</b>:{' '}
          <b>Continue</b> goes on with it, <b>Discard</b> throws it away.
        </>,
        <>A draft is yours alone. It survives a reload, a crash of the browser and a logout.</>,
        <>Nothing recorded is ever changed or deleted. What was wrong is voided, with a reason, and recorded anew.</>,
      ],
    },
    {
      title: 'Keys that work everywhere',
      text: (
        <>
          Nothing here needs a mouse. Letters work while you are not typing in a field and no dialog is open; two
          letters are pressed one after the other, within a second.
        </>
      ),
      keys: [
        [
          'Ctrl K',
          <>
            finds anything: a form, a page, a document by number, name, TIN, amount or a word on it, a customer or
            supplier
          </>,
        ],
        ['/', <>searches the list on the screen; where there is none, the same as Ctrl K</>],
        ['?', <>shows all keys of the screen you are on</>],
        ['g i', <>goes to Invoices; g and another letter goes to another page</>],
        ['n i', <>opens a new invoice; n and another letter opens another form</>],
        ['j', <>in a list: the next row; k the row before, Enter opens it, Esc clears the search</>],
        ['p', <>on a document: print; u goes up to the list</>],
      ],
      notes: [
        <>
          In <b>Find anything</b> the arrows choose, <kbd>Enter</kbd> opens and <kbd>Ctrl Enter</kbd> opens in a new
          tab. <kbd>#</kbd> before what you type looks among documents only, <kbd>@</kbd> among customers and suppliers,{' '}
          <kbd>{'>'}</kbd> among pages. Empty, it shows what you opened last.
        </>,
        <>
          <b>Single-letter shortcuts</b>, under <kbd>?</kbd> and under <b>Keys</b> in the menu at your name, turns the
          letters off for this computer; <kbd>Ctrl K</kbd> stays.
        </>,
        <>
          <b>Compact tables</b>, in the same menu, shows more rows at once.
        </>,
      ],
    },
    {
      title: 'Keys that work in forms',
      keys: [
        ['Enter', <>goes to the next field</>],
        ['Shift Enter', <>goes back to the field before</>],
        ['Ctrl Enter', <>reviews, from any field</>],
        ['Alt L', <>jumps to the lines, where the next one is typed</>],
        ['Alt Delete', <>removes a line</>],
        ['Y', <>on the confirmation page: Yes</>],
        ['N', <>on the confirmation page: No</>],
        ['Esc', <>on the confirmation page: back to the sheet to edit it</>],
      ],
      notes: [
        <>
          On a Mac <kbd>⌘</kbd> works in place of <kbd>Ctrl</kbd>.
        </>,
      ],
    },
    {
      title: 'Days are typed',
      text: <>Below the field stands the day that was understood, with its weekday.</>,
      keys: [
        ['t', <>today; y is yesterday</>],
        ['15', <>the 15th of this month</>],
        ['3-15', <>15 March: with a dash the month comes first</>],
        ['15/3', <>15 March: with a slash the day comes first</>],
        ['15 Mar 2026', <>so there is no doubt</>],
        ['+5', <>five days on; in a due day it counts from the day of the invoice</>],
        ['m', <>the first day of this month; h is the last</>],
        ['Alt ↑', <>one day later; Alt ↓ one day earlier</>],
      ],
    },
    {
      title: 'Amounts may be sums',
      keys: [
        ['1,234.56', <>the amount itself; the peso sign may stand before it</>],
        ['12.5k', <>12,500.00</>],
        ['1200+350', <>1,550.00</>],
        ['5600/1.12', <>5,000.00: the VAT taken out</>],
        ['10000*2%', <>200.00</>],
      ],
      notes: [<>A sum is computed exactly and rounded once, at the end, to the centavo.</>],
    },
    {
      title: 'Customers and suppliers',
      notes: [
        <>
          A paper names a customer or a supplier by TIN. Who is not in the list yet is registered first, under{' '}
          <Link to={paths.category('Tin')}>TIN Registration</Link> or from the form itself.
        </>,
        <>
          What was registered wrong is corrected there by an administrator or an accountant: open the name, press{' '}
          <b>Correct</b>, and say what was wrong. Papers recorded before keep what was printed on them; lists,
          certificates and returns that are not filed yet use what is right. What it was stays to be read.
        </>,
        <>
          A TIN may be typed with or without dashes; example 000-000-000. The branch code has a field of its own and is
          left out for the head office.
        </>,
        <>
          When someone very like the one you type is there already, the form shows who. One TIN and branch is one entry
          in the list, as customer, supplier or both.
        </>,
      ],
    },
    {
      title: 'What happens with receipts',
      notes: [
        <>
          Recording queues a receipt to the e-mail address on the form, with the voucher as PDF. It is sent within
          moments, and tried again for up to three days when the mail server does not answer.
        </>,
        <>
          Open the document to see how it stands: <b>Sent</b>, <b>Waiting</b>, or <b>Failed</b> with the words of the
          mail server and a button to try again.
        </>,
        <>
          Where no mail server is set up, receipts wait. Each one can be read and downloaded at its document meanwhile.
        </>,
        <>A receipt that does not arrive does not undo the recording: the document is in the books.</>,
      ],
    },
    {
      title: 'Accounts of people',
      text: (
        <>
          For administrators and accountants: <b>User Management</b> in the menu at your name. A button that may not be
          pressed says why.
        </>
      ),
      notes: [
        <>
          <b>Add User</b> gives a Client ID, a first password and a role; an accountant adds users only. Five accounts
          can be active at once, the administrator included.
        </>,
        <>
          <b>Reset Password</b> asks for your own password first and logs the person out. Administrators reset users,
          other administrators and themselves; an accountant only the own password. A forgotten password of an
          accountant is reset by whoever runs the server.
        </>,
        <>
          <b>Settings</b> beside an account of a user: <b>Deactivate</b> logs it out and frees its seat, <b>Activate</b>{' '}
          takes one again, <b>Delete Account</b> removes it for good. What was recorded under the name stays in the
          books.
        </>,
        <>Past inquiries of Contact Us stand on that page, for the administrator.</>,
      ],
    },
    {
      title: 'Company settings',
      text: (
        <>
          For administrators and accountants: <b>Company Settings</b> in the menu at your name. Set these before the
          first paper is recorded; what was recorded keeps what was set then.
        </>
      ),
      notes: [
        <>
          <b>Company</b>: name, TIN and registered address, as every paper shows them; whether the company is
          VAT-registered, a top withholding agent, and when tax is withheld; the last month of its fiscal year; its
          permit for loose-leaf books.
        </>,
        <>
          <b>Chart of accounts</b>: add an account, rename it, or put it away once it holds nothing. Accounts that rules
          post to stay what they are.
        </>,
        <>
          <b>Money accounts</b>: banks, e-wallets, petty cash funds and cash on hand, each with its currency and, at a
          bank, its overdraft. Cheque books are registered at Cheque Disbursement.
        </>,
        <>
          <b>Expense types</b>: the words by which bills and petty cash choose an account, with the taxes that are usual
          for it.
        </>,
        <>
          <b>Withholding codes</b> and <b>VAT rates</b>: a new rate begins on a day and names its law. The rate before
          it ends the day before.
        </>,
        <>
          <b>Opening balances</b>: what the old books ended with, typed, pasted or read from a file. <b>Check</b> judges
          all of it before anything is recorded.
        </>,
        <>
          <b>Mail</b>: a test letter shows whether receipts leave. Number series and form addresses are only shown.
        </>,
        <>
          <b>Background jobs</b>: e-mail, backups and other work that failed, runs or waits. <b>Retry</b> tries a job at
          once.
        </>,
        <>
          <b>Changes</b>: who changed what and when, with what was there before.
        </>,
      ],
    },
  ],
}
