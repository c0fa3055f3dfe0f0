// Cheque disbursement: issuing a cheque, its leaf, its print, and its status.
import { documentWords } from '@talaan/contract/documents.ts'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'
import { choices, labels } from '../labels.ts'

const { cheque } = labels

export const chapter: Chapter = {
  about: (
    <>
      Record a cheque that you issue for a supplier’s bills, or for an expense or debt without a bill. Talaan can print
      the cheque and tracks every leaf of your cheque books.
    </>
  ),
  sections: [
    {
      title: 'Record a cheque',
      steps: [
        <>
          Start with the button <b>Record a cheque</b>, or <kbd>Enter</kbd>.
        </>,
        <>
          Select the <b data-field>Supplier TIN</b> by typing part of the name or the TIN. If needed, register the
          supplier with the link below the field. For an expense without a supplier, leave the field empty.
        </>,
        <>
          Check <b data-field>{cheque.payee}</b>. It is filled in with the supplier’s registered name, and you can
          change it. Enter one name, or <i>Cash</i>.
        </>,
        <>
          Under <b data-field>{cheque.pays}</b>, choose <i>{choices.cheque.pays.bills}</i> or{' '}
          <i>{choices.cheque.pays.direct}</i>. Talaan warns you if the supplier has open bills, so that you don’t record
          an expense twice.
        </>,
        <>
          Choose the bank account under <b data-field>{cheque.account}</b>. The next leaf of its cheque book is
          suggested as <b data-field>{cheque.chequeNo}</b>; leading zeros are added.
        </>,
        <>
          Enter the <b data-field>{cheque.day}</b> of the voucher and, if it differs, the{' '}
          <b data-field>{cheque.chequeDay}</b>; <i>+30</i> is thirty days later.
        </>,
        <>
          Enter the amount for each bill, or press <kbd>Alt A</kbd> to pay all in full. Without bills, enter lines with
          purpose, account, VAT, tax withheld and amount.
        </>,
        <>
          Optional: <b data-field>{cheque.email}</b>, <b data-field>{cheque.memo}</b> and attachments. Press{' '}
          <b>Review</b> or <kbd>Ctrl Enter</kbd>.
        </>,
      ],
    },
    {
      title: 'Confirm the cheque',
      notes: [
        <>
          <b>{documentWords.yes}</b> records the cheque, marks its leaf as used and pays the bills. You can then print
          the voucher.
        </>,
        <>
          <b>{documentWords.no}</b> cancels and returns to the start. Your entries are saved as a draft.
        </>,
        <>Any excess over the bills becomes a supplier advance.</>,
      ],
    },
    {
      title: 'Print the cheque',
      steps: [
        <>
          An accountant or administrator sets the print positions in millimeters once for each bank account, under{' '}
          <b>Print layout</b>. Make a test print on plain paper at 100%, hold it against a cheque, correct the
          positions, and save.
        </>,
        <>
          Open the recorded cheque and press <b>Print the cheque</b>. Date, payee, amount and amount in words are
          printed. The lower band and the signature stay blank.
        </>,
      ],
      notes: [
        <>
          Talaan prints a cheque only if a bank would accept it: one payee, an eight-digit date, and the same amount in
          figures and words. The cheque must not be stale, and you must still have it. Otherwise, Talaan shows the
          problem.
        </>,
        <>Banks do not accept alterations. If the print failed, void the document and record it on the next leaf.</>,
      ],
    },
    {
      title: 'Cheque books and leaves',
      text: (
        <>
          The cheque books are below the list of{' '}
          <Link to={paths.category('ChequeDisbursement')}>Cheque Disbursement</Link>. An accountant or administrator
          registers each new book.
        </>
      ),
      notes: [
        <>
          Use the button next to a leaf to change its cheque status: spoiled, released to the payee, cleared at the
          bank, payment stopped, or returned unpaid. You can undo a wrong status in the same way.
        </>,
        <>Voiding a cheque cancels its leaf. A used or spoiled leaf keeps its number and can’t be used again.</>,
        <>
          The cheque register, a report for accountants, lists every leaf of every book. You can download it as XLSX,
          PDF or CSV.
        </>,
      ],
    },
    {
      title: 'Common questions about cheques',
      questions: [
        [
          'When is a post-dated cheque posted?',
          <>
            It is posted on the date of the cheque. Until then, it is in the schedule of post-dated cheques, and the
            bank balance in your books does not include it.
          </>,
        ],
        [
          'What do I do with a stale cheque?',
          <>
            A cheque that was not presented within 180 days is stale. Press <b>Write back as stale</b> to add the amount
            back to the bank account in your books. You still owe it to the payee. To pay it, record a new cheque and
            choose <i>{choices.cheque.pays.stale}</i>.
          </>,
        ],
        [
          'The bank returned the cheque unpaid. What do I do?',
          <>Change the status of the leaf to returned unpaid, and void the document. Its bills are then open again.</>,
        ],
      ],
    },
  ],
}
