// Cheque disbursement: a cheque that is issued, its leaf, its print, and what becomes of it.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  about: (
    <>
      A cheque disbursement records a cheque issued to a supplier, or to anybody else who is paid by cheque: against
      bills, or for an expense or a debt of its own. Have the cheque book beside you.
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
          <b data-field>Supplier TIN</b>: pick the supplier TIN by typing part of the name or the TIN. Who is not in the
          list is registered from there. For an expense without a supplier leave it empty.
        </>,
        <>
          Fill in the details. <b data-field>Pay to the order of</b> is the name on the cheque; it comes from the
          register and may be typed over. One name, or <i>Cash</i>.
        </>,
        <>
          <b data-field>What the cheque pays</b>: bills of the supplier, or an expense or a debt without a bill. Where
          the supplier has open bills, the second says so, lest an expense stands in the books twice.
        </>,
        <>
          <b data-field>Drawn on</b> is the bank account; the next leaf of its cheque book is proposed as{' '}
          <b data-field>Cheque number</b>. A number typed without its zeros gets them.
        </>,
        <>
          <b data-field>Day</b> of the voucher, and <b data-field>Date on the cheque</b> where it is another one;{' '}
          <i>+30</i> is thirty days later.
        </>,
        <>
          Enter what is paid of each bill, or <b>Pay all in full</b> (<kbd>Alt</kbd> <kbd>A</kbd>); or enter the lines:
          for what, account, VAT, tax withheld, amount.
        </>,
        <>
          <b data-field>Receipt e-mail</b>, <b data-field>Memo</b> and <b>Attachments</b> may be left out.{' '}
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> reviews.
        </>,
      ],
    },
    {
      title: 'Yes or No',
      notes: [
        <>
          <b>Yes</b> records the cheque: its leaf is used, the bills are paid, and the voucher can be printed.
        </>,
        <>
          <b>No</b> cancels and returns to the start.
        </>,
        <>What is paid beyond the bills is kept as an advance with the supplier.</>,
      ],
    },
    {
      title: 'Post-dated cheques',
      text: (
        <>
          A cheque dated later is posted on its own date. Until then it stands in the schedule of post-dated cheques,
          and the books and the balance of the bank do not know it.
        </>
      ),
    },
    {
      title: 'Print the cheque',
      notes: [
        <>
          Open the recorded cheque and press <b>Print the cheque</b>. Date, payee, figures and words go into their
          places on the form of the bank; never its lower band, never a signature.
        </>,
        <>
          Before that it is looked at as a bank would: one payee, eight digits of the date, figures without a peso sign,
          words that agree with them, not stale, still with us. What a bank would refuse is said and not printed.
        </>,
        <>
          <b>Print layout</b> beside the cheque book holds the places in millimetres. The accountant or administrator
          measures them once: make a test print on plain paper at 100 %, lay it over a cheque, correct, save.
        </>,
        <>
          Nothing on a cheque may be altered. If the print went wrong, void the document and record it on the next leaf.
        </>,
      ],
    },
    {
      title: 'Cheque books and leaves',
      text: (
        <>
          They stand below the list of <Link to={paths.category('ChequeDisbursement')}>Cheque Disbursement</Link>. The
          accountant or administrator registers a book when it arrives. Each leaf is in exactly one state.
        </>
      ),
      notes: [
        <>
          <b>Note…</b> beside a leaf says what became of it: spoiled, released to the payee, cleared at the bank,
          payment stopped, returned unpaid. A slip is taken back the same way.
        </>,
        <>A void cancels the leaf. A leaf that was used or spoiled is never used again and keeps its number.</>,
        <>
          A cheque that nobody presented for 180 days is stale: <b>Write back as stale</b> puts the money back into the
          bank account and keeps it owed to the payee. A new cheque then pays <i>A stale cheque, written again</i>.
        </>,
        <>The accountant's Cheque register lists every leaf of every book, as XLSX, PDF or CSV too.</>,
      ],
    },
  ],
}
