// Invoices: the form field by field; e2e/manual.spec.ts finds every field and column in the form.
import { documentWords } from '@talaan/contract/documents.ts'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'
import { choices, labels } from '../labels.ts'

const { invoice } = labels

export const chapter: Chapter = {
  about: (
    <>
      Record every sales invoice you issue on your BIR-authorized forms. Talaan records the invoice, posts it and
      e-mails a receipt; the copy it prints is internal and replaces no invoice.
    </>
  ),
  sections: [
    {
      title: 'Record an invoice',
      text: <>Have the invoice in front of you. The fields follow its order.</>,
      steps: [
        <>
          Enter the <b data-field>{invoice.email}</b>, the address that gets the receipt. If the customer has an e-mail
          address in the register, it is filled in; type over it to change it.
        </>,
        <>
          Pick the <b data-field>Customer TIN</b>: type part of the name or the TIN, for example 000-000-000, and choose
          with the arrow keys and <kbd>Enter</kbd>. Not in the list? Use the link below the field to register the
          customer; you return to the form with the customer picked.
        </>,
        <>
          Enter the <b data-field>{invoice.externalNo}</b> printed on the invoice. A number can be used only once,
          unless the first invoice was voided.
        </>,
        <>
          Enter the <b data-field>{invoice.day}</b> of the invoice. You can type <i>t</i> for today or <i>15</i> for the
          15th; see <Link to={`${paths.manual()}#type-dates`}>Type dates</Link>.
        </>,
        <>
          Optional: <b data-field>{invoice.terms}</b>, for example <i>30 days</i> or <i>COD</i>, and{' '}
          <b data-field>{invoice.dueDay}</b>. Terms in days set the due date.
        </>,
        <>
          Under <b data-field>{invoice.priceMode}</b>, choose <i>{choices.invoice.priceMode.inclusive}</i> or{' '}
          <i>{choices.invoice.priceMode.exclusive}</i>. It applies to all lines and to discount amounts.
        </>,
        <>Enter the lines, as described below, and compare the totals with the invoice.</>,
        <>
          Optional: <b data-field>{invoice.memo}</b>, shown on the receipt and in the journal, and attachments: drop or
          pick a scan or photo. PDF, JPEG or PNG, at most 10 MB each and 10 in all.
        </>,
        <>
          Press <b>Review</b> or <kbd>Ctrl Enter</kbd>.
        </>,
      ],
    },
    {
      title: 'Enter the lines',
      text: <>The last line is always empty; fill it in to add another. An invoice has at most 200 lines.</>,
      notes: [
        <>
          <b data-column>Description</b>, <b data-column>Quantity</b> (up to 4 decimals) and{' '}
          <b data-column>Unit price</b>: as on the invoice.
        </>,
        <>
          <b data-column>Discount</b>: an amount such as <i>150</i> or a percentage such as <i>5%</i>. Amounts can be
          calculations, for example <i>1200+350</i>.
        </>,
        <>
          <b data-column>VAT</b>: Vatable, Zero-rated, VAT-exempt, Not subject to VAT, or Vatable, sale to government.
          The last is for customers registered as a government office. A company that is not VAT-registered uses only
          VAT-exempt and Not subject to VAT.
        </>,
        <>
          <b data-column>Income account</b>: for example 4010 for goods and 4020 for services.
        </>,
      ],
    },
    {
      title: 'Keys in the lines',
      keys: [
        ['Tab', <>in the last cell: go to the next line</>],
        ['Enter', <>in the description of the empty last line: leave the lines</>],
        ["Ctrl '", <>copy the cell above</>],
        ["Ctrl Shift '", <>copy the line above</>],
        ['Ctrl V', <>paste rows from a spreadsheet, from this cell on</>],
      ],
    },
    {
      title: 'Review and confirm',
      text: (
        <>
          The review checks every field. Mistakes are listed together, each with a link to its field. Otherwise you see{' '}
          <b>{documentWords.reviewTitle}</b>: the invoice, its next number, the journal entry, and warnings such as a
          future date or a missing TIN.
        </>
      ),
      notes: [
        <>
          <b data-answer>{documentWords.yes}</b> records the invoice. Pressing it twice records it once.
        </>,
        <>
          <b data-answer>{documentWords.no}</b> cancels and returns to the start. Your entries are saved as a draft.
        </>,
        <>
          <b data-answer>Edit</b> returns to the form with all entries.
        </>,
      ],
    },
    {
      title: 'After recording',
      steps: [
        <>
          Write the number, for example <i>SI-2026-000123</i>, on the invoice. The numbers of a year have no gaps.
        </>,
        <>
          <b>Print</b> the voucher, <b>Save as PDF</b>, or <b>Open in portal</b> to see the document, its receipt and
          its attachments.
        </>,
        <>The receipt is e-mailed with the voucher as a PDF. Its status is on this page and on the document.</>,
        <>
          <b>Record another</b> opens an empty form with the same date, VAT and income account.{' '}
          <b>{documentWords.copy}</b> keeps the lines and dates the copy today. The key <kbd>c</kbd> does the same on a
          recorded document.
        </>,
      ],
    },
    {
      title: 'Void an invoice',
      text: (
        <>A recorded invoice cannot be changed. An administrator or an accountant voids it and you record it again.</>
      ),
      steps: [
        <>
          Open the invoice under <Link to={paths.category('Invoice')}>Invoices</Link>.
        </>,
        <>Void it and enter a reason of at least 5 characters. The void is dated today.</>,
        <>
          Talaan posts the reversal. The invoice keeps its number and stays in the list, marked void, with the reason
          and the person.
        </>,
        <>Record the correct invoice. You can use the same invoice number again.</>,
      ],
    },
    {
      title: 'Credit a customer',
      text: (
        <>
          When goods come back or the price was too high, the invoice stays and a credit memo reverses part of it. Open
          the invoice and press <b>Credit this invoice</b>.
        </>
      ),
      steps: [
        <>
          The form opens with the customer and all lines of the invoice. Remove lines that stay, and lower the others.
        </>,
        <>
          Enter the number and date of the credit memo and the reason. The lines post to 4080 Sales returns and
          allowances.
        </>,
        <>
          The credit memo reduces the open balance of the invoice. Any excess becomes a customer credit: use it in a
          later collection receipt, or refund it with a bills payment.
        </>,
      ],
      notes: [
        <>
          The credit memos of an invoice can never exceed the invoice. VAT is reduced in the month of the credit memo.
        </>,
      ],
    },
    {
      title: 'Common questions about invoices',
      questions: [
        [
          'The totals differ from my invoice. Why?',
          <>
            Check whether the prices include VAT, then the VAT class of each line. VAT is computed once per class, so it
            can differ by a centavo from a line-by-line calculation.
          </>,
        ],
        [
          'Why am I asked to confirm again?',
          <>Something changed after your review, for example a VAT rate. Check the new figures and press Yes again.</>,
        ],
        ['How do I charge more for an invoice?', <>Issue another invoice, or a debit memo, and record it.</>],
        [
          'Can I record a sale that was paid at once?',
          <>Yes. Record the invoice first, then its collection receipt.</>,
        ],
      ],
    },
  ],
}
