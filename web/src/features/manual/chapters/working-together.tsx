// Getting started, continued: tasks, notifications, files to record, questions, tags, and other programs.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Section } from '../chapter.ts'

export const tasks: Section = {
  title: 'Work through your tasks',
  text: (
    <>
      Below the bookmarks, your <Link to={paths.dashboard}>dashboard</Link> lists what needs to be done: drafts, bills
      that are due, receipts to deposit and more, with their number, amount and age. Which tasks you see depends on your
      role. Talaan finds them in the books, so a task disappears when the work is done.
    </>
  ),
  steps: [
    <>Press a task to see its documents, oldest first.</>,
    <>
      Open a document to finish it, or press the button at the top, such as <b>Pay bills</b> or <b>Deposit receipts</b>.
    </>,
    <>
      To postpone a task, open its actions and choose <b>Snooze until tomorrow</b>, <b>Snooze for a week</b> or{' '}
      <b>Snooze until a date</b>. It returns on that date, or earlier if it changes. Your colleagues still see it.
    </>,
    <>
      Choose <b>Work on this</b> to show your colleagues that you are doing it. This ends after eight hours, or when you
      choose <b>Stop working on this</b>.
    </>,
  ],
  notes: [
    <>
      To see snoozed tasks, press the button below the list. <b>Show again</b>, in the actions of a task, ends its
      snooze.
    </>,
    <>
      On the keyboard, <kbd>j</kbd> and <kbd>k</kbd> move between tasks, <kbd>Enter</kbd> opens one, and <kbd>s</kbd>{' '}
      snoozes it.
    </>,
  ],
  questions: [
    [
      'Why does a task stay after I have recorded the document?',
      <>It contains other documents. Open the task to see them.</>,
    ],
    [
      'Can I remove a task without doing the work?',
      <>No, because it shows the state of the books. Snooze it, or void or discard the document that causes it.</>,
    ],
  ],
}

export const approvals: Section = {
  title: 'Send and approve documents',
  text: (
    <>
      Your company can require a second person to approve documents of a certain type that reach a set amount. An
      administrator sets this under <Link to={paths.settings('approvals')}>Approvals</Link> in Company Settings. Without
      a rule, nothing changes.
    </>
  ),
  steps: [
    <>
      Fill in the form and press <b>Review</b>. If the document needs an approval, the page says why and who may approve
      it. Press <b>Send for approval</b>, or <kbd>y</kbd>. Nothing is posted yet.
    </>,
    <>
      As an approver, open <b>Documents to approve</b> on the dashboard, and then the document. Check the document, its
      journal entry and its files.
    </>,
    <>
      Press <b>Approve and record</b>, or <kbd>a</kbd>. The document gets its number and is posted. Its voucher has the
      names of both of you.
    </>,
    <>
      To have the document changed, press <b>Return</b>, or <kbd>r</kbd>, and enter the reason. Its preparer gets a
      notification and finds the draft among their tasks.
    </>,
  ],
  notes: [
    <>
      To change a document that you sent, press <b>Withdraw and edit</b>, and send it again.
    </>,
    <>You can’t approve a document that you prepared yourself, unless no one else can approve it.</>,
  ],
  questions: [
    [
      'Why can’t I import this document, or record it in a dialog?',
      <>It needs an approval. Enter it on its form, where you can send it for approval.</>,
    ],
    [
      'Which number does the document get?',
      <>The next one in its series when it is approved. The review shows the number that it would get now.</>,
    ],
  ],
}

export const notifications: Section = {
  title: 'Read your notifications',
  text: (
    <>
      The bell next to your name shows what has happened: a failed e-mail or backup, a deadline, a closed or reopened
      month, a recurring document. The number on it shows how many notifications you haven’t read.
    </>
  ),
  steps: [
    <>
      Press the bell, then a notification. Its document, month or page opens, and the notification is marked as read on
      all your devices.
    </>,
    <>
      Choose <b>All notifications and settings</b> to open <Link to={paths.notifications}>Notifications</Link>. There
      you can show only the unread ones, or press <b>Mark all as read</b>.
    </>,
    <>
      To get notifications by e-mail too, enter your e-mail address below the list. For each kind, choose <b>At once</b>
      , <b>Daily at 7:00</b> or <b>No e-mail</b>, and whether it is shown <b>In Talaan</b>. Press <b>Save settings</b>.
    </>,
  ],
  notes: [
    <>The daily e-mail lists only what you haven’t read in Talaan. If there is nothing new, no e-mail is sent.</>,
    <>
      The short messages at the bottom of the screen, such as Settings saved, are under the bell too, until you log out
      or reload the page.
    </>,
  ],
  questions: [
    [
      'What is the difference between a notification and a task?',
      <>A notification tells you what has happened. A task is work that is not done yet. It stays until it is done.</>,
    ],
    [
      'Why do I get no e-mails?',
      <>
        Check the address and your settings under <Link to={paths.notifications}>Notifications</Link>. If a yellow
        message says that e-mail isn’t set up yet, ask your system administrator.
      </>,
    ],
  ],
}

export const arrivals: Section = {
  title: 'Record invoices and receipts from files',
  text: (
    <>
      Collect the files that come in by e-mail, scanner or phone under <Link to={paths.arrivals()}>Arrivals</Link>.
      Talaan reads them on your own server and fills in the form for you.
    </>
  ),
  steps: [
    <>Drop the files on the page, press Add files, or paste a picture: PDF, JPEG or PNG, or an e-mail saved as EML.</>,
    <>
      Select a file. The page shows the values that were read, and marks on the picture where each of them is printed.
    </>,
    <>
      Press <b>Record bill</b>, or choose another type of document under <b>More actions</b>. The form opens with these
      values, next to the file. Check each field against the file, complete the form and record it.
    </>,
  ],
  notes: [
    <>
      The marks show how certain each value is. <b>Adds up</b> means that net amount, VAT and total agree. Compare a
      value marked <b>Check</b> with the file.
    </>,
    <>
      Press <b>Mark as not a document</b> for a file that needs no recording. The file moves to its own list, where you
      can mark it as a document again.
    </>,
    <>
      For a file that must wait, choose <b>Record later</b> under <b>More actions</b>, and a date. Until then, the file
      is under <b>Later</b> and not among your tasks. On that date, it returns to <b>To record</b>.
    </>,
    <>
      If a PDF has several documents, choose <b>Split PDF</b> and select each page on which a new document begins. If a
      document has several files, such as a picture of each page, choose <b>Merge with other files</b>. The original
      files move to <b>Not a document</b>, where you can undo this until a new file has a draft.
    </>,
    <>
      Talaan can also read a mailbox, if your system administrator has set one up. An accountant or administrator lists
      the senders under <b>E-mails</b>: an address, or a domain such as @example.com. E-mails from other senders are
      counted there, and are added only after their sender is listed.
    </>,
    <>
      A scanner can save its files to a folder that your system administrator has set up. Talaan adds each file within a
      minute and moves it to <i>done</i>, or to <i>refused</i> with the reason in a text file next to it.
    </>,
  ],
  keys: [
    ['j, k', <>Next and previous file</>],
    ['b', <>Record the file</>],
    ['h', <>Record later</>],
    ['x', <>Not a document</>],
    ['s', <>Split the PDF</>],
    ['m', <>Merge with other files</>],
    ['Ctrl Z', <>Undo your last change</>],
  ],
  questions: [
    [
      'Why does Talaan warn me that this may be the same invoice?',
      <>
        Another file or document has the same supplier and number, or the same supplier and amount within a week. If the
        message says that the invoice is already in Talaan, its supplier, number, date and amount are the same. Open the
        other file or document from the message before you record this file.
      </>,
    ],
    [
      'How do I find a file by what is printed on it?',
      <>
        Press Ctrl K and type words from the file, such as a serial number or an item. Talaan finds files in Arrivals
        and the documents that were recorded from them.
      </>,
    ],
    [
      'Why is a picture from an iPhone refused?',
      <>
        Talaan can’t read HEIC pictures. Choose <b>Settings</b>, <b>Camera</b>, <b>Formats</b>, <b>Most Compatible</b>{' '}
        on the iPhone, or take the picture on the page itself: the iPhone then sends a JPEG.
      </>,
    ],
    [
      'Why was nothing read?',
      <>
        The picture is too dark, too small or blurred, or it is handwritten. Take it again, or record the document by
        hand with the file next to the form.
      </>,
    ],
  ],
}

export const questionsAndAnswers: Section = {
  title: 'Ask and answer questions',
  text: (
    <>
      Ask a colleague, your accountant, or someone without an account about a document, a line of it, a bank line, a tax
      return or a month, and read the answer in the same place.
    </>
  ),
  steps: [
    <>
      Open the document, the return or the month, and press <b>Ask a question</b>. On a line of a bank statement, press{' '}
      <kbd>q</kbd>: the question goes to every accountant.
    </>,
    <>
      Choose who answers: a colleague, <b>Every accountant</b>, or <b>Someone without an account</b>, whose name you
      enter. Type the question and the date by which you need the answer, and press <b>Ask question</b>.
    </>,
    <>
      For someone without an account, press <b>Create link</b>. If you entered an e-mail address, Talaan sends the link.
      Otherwise press <b>Copy link</b> and send it yourself. The link shows only this question, and works for one answer
      within 14 days.
    </>,
    <>
      The question becomes a task for the person you ask. To answer, they open it under Questions on the dashboard, type
      the answer and press <b>Save answer</b>.
    </>,
    <>
      An answer by link has to be checked: open the question, and press <b>Accept answer</b> or <b>Ask again</b>.
    </>,
  ],
  notes: [
    <>
      While a question about a bank line is open, the month of the bank account can’t be signed off. While any question
      is open, its month can’t be closed, and its return can’t be marked as filed. If you no longer need the question,
      press <b>Withdraw question</b>. The question and its answers stay on the page.
    </>,
    <>
      Four digits can protect a link. Tell the person these digits by phone. The link doesn’t open without them and
      stops working after five wrong attempts.
    </>,
  ],
  questions: [
    ['What if the answer came by phone?', <>Open the question, type the answer and save it. No link is needed.</>],
    [
      'Does an answer change the books?',
      <>No. Correct the document yourself, or ask an administrator or an accountant to void it.</>,
    ],
  ],
}

export const severalDocuments: Section = {
  title: 'Work with several documents',
  text: <>Every list of documents has a checkbox in each row.</>,
  steps: [
    <>
      Select rows with the checkboxes, or with <kbd>x</kbd>, <kbd>Shift</kbd> and the arrow keys, or <kbd>Ctrl</kbd>{' '}
      <kbd>A</kbd>. The bar below the list shows their number and totals.
    </>,
    <>Save up to 100 documents as one PDF, or set their project, department or branch.</>,
    <>
      Administrators and accountants can e-mail the documents to their customers and suppliers, or void them. Talaan
      first shows what would happen to each document. Documents that can’t be sent or voided are marked with the reason,
      and the result lists each of them.
    </>,
  ],
  notes: [
    <>
      On a wide screen, <b>Split view</b> shows the document next to the list.
    </>,
  ],
  questions: [
    [
      'Can I stop Talaan while it is voiding several documents?',
      <>
        Yes, press <b>Stop</b>. Documents that are already void stay void, and the result lists the others.
      </>,
    ],
  ],
}

export const tags: Section = {
  title: 'Tag projects, departments and branches',
  text: (
    <>Tags show the income and expense of each project, department or branch. They don’t change the journal entry.</>
  ),
  steps: [
    <>
      An administrator or an accountant adds the tags under{' '}
      <Link to={paths.settings('tags')}>Company Settings, Tags</Link> with <b>Add tag</b>.
    </>,
    <>
      Choose the tags of a document in its form, below the lines. On a recorded document, press <b>Change tags</b>. Or
      select up to 100 documents in a list and press <b>Tag…</b>
    </>,
    <>
      Filter lists, Transactions and the income statement by tag. To show each project in a separate column, choose{' '}
      <i>By project</i> under <b>Columns</b> of the income statement.
    </>,
  ],
  notes: [
    <>
      A document has at most one project, one department and one branch, for all its lines. To divide a bill between two
      projects, record it without a project, and move the shares with two tagged journal vouchers.
    </>,
    <>You can change tags in closed months too. Each change is in the audit trail.</>,
    <>Deactivate a tag that is no longer needed. Documents and reports keep it.</>,
  ],
}

export const otherPrograms: Section = {
  title: 'Connect other programs',
  text: (
    <>
      Let a web shop, a payroll program or an AI assistant read your books and prepare documents. A program can do only
      what you allow, and never more than the account whose key it uses.
    </>
  ),
  steps: [
    <>
      An administrator opens <Link to={paths.settings('api')}>Company Settings, API keys</Link> and presses{' '}
      <b>Create key</b>.
    </>,
    <>
      Enter the name of the program, choose the account it works for, its permissions and an expiry date, and press{' '}
      <b>Create key</b>.
    </>,
    <>
      Press <b>Copy key</b> and enter the key in the program. It is shown only once.
    </>,
    <>
      The program prepares drafts. Open the form to find them, check the document and its journal entry, and record it.
      The draft shows the name of the program.
    </>,
  ],
  notes: [
    <>
      An accountant can press <b>Allow recording</b> to let a key record a type of document without a person, up to a
      set amount.
    </>,
    <>
      <b>Revoke</b> ends a key at once. Revoke a key that someone else may know. The audit trail shows every change that
      was made with it.
    </>,
    <>
      To tell a program about events, such as a recorded document or a closed month, add its address under{' '}
      <Link to={paths.settings('webhooks')}>Company Settings, Webhooks</Link> with <b>Add webhook</b>, choose the events
      and press <b>Send test message</b>. <b>Messages</b> lists the messages that were sent and the responses.
    </>,
    <>
      Programmers find all calls in the <Link to={paths.settings('reference')}>API reference</Link>.
    </>,
  ],
  questions: [
    [
      'What can I do when a program says that its key is not valid?',
      <>
        The list of keys shows whether it has expired or was revoked. Create a new key: a key is shown only once and
        can’t be renewed.
      </>,
    ],
    ['Can a program change or void recorded documents?', <>No. Only a person can void a document.</>],
  ],
}
