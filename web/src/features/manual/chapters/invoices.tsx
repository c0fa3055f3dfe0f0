// Invoices: all fields of the form. e2e/manual.spec.ts checks that each field and column exists in the form.
import { documentWords } from '@talaan/contract/documents.ts'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'
import { choices, labels } from '../labels.ts'

const { invoice } = labels

export const chapter: Chapter = {
  about: (
    <>
      Record every sales invoice that you issue on your BIR-authorized forms. Talaan posts the invoice and e-mails a
      receipt. The copy that Talaan prints is for internal use and does not replace the invoice.
    </>
  ),
  sections: [
    {
      title: 'Record an invoice',
      text: <>Have the invoice in front of you. The fields are in the same order.</>,
      steps: [
        <>
          Enter the <b data-field>{invoice.email}</b>, the address that receives the receipt. If an e-mail address is
          registered for the customer, it is filled in, and you can change it or clear it to send no receipt.
        </>,
        <>
          Pick the <b data-field>Customer TIN</b>: type part of the name or the TIN, for example 000-000-000, and choose
          with the arrow keys and <kbd>Enter</kbd>. If the customer is not in the list, use the link below the field to
          register the customer. You then return to the form, and the customer is selected.
        </>,
        <>
          Enter the <b data-field>{invoice.externalNo}</b> printed on the invoice. Talaan suggests the number after that
          of the last invoice. Use each number only once, unless the earlier invoice with this number was voided.
        </>,
        <>
          Enter the <b data-field>{invoice.day}</b> of the invoice. You can type <i>t</i> for today or <i>15</i> for the
          15th; see <Link to={`${paths.manual()}#type-dates`}>Type dates</Link>.
        </>,
        <>
          Optional: <b data-field>{invoice.terms}</b>, for example <i>30 days</i> or <i>COD</i>, and{' '}
          <b data-field>{invoice.dueDay}</b>. If the terms are in days, they set the due date.
        </>,
        <>
          Under <b data-field>{invoice.priceMode}</b>, choose <i>{choices.invoice.priceMode.inclusive}</i> or{' '}
          <i>{choices.invoice.priceMode.exclusive}</i>. It applies to all lines and to discount amounts.
        </>,
        <>Enter the lines, as described below, and compare the totals with the invoice.</>,
        <>
          Optional: enter a <b data-field>{invoice.memo}</b>, which is shown on the receipt and in the journal. Attach
          scans or photos: at most 10 PDF, JPEG or PNG files, each of at most 10 MB.
        </>,
        <>
          Press <b>Review</b> or <kbd>Ctrl Enter</kbd>.
        </>,
      ],
    },
    {
      title: 'Customers without a TIN',
      notes: [
        <>
          Walk-in sales: pick <i>Various customers</i>, which is always in the list. One invoice can record the sales of
          a day: enter the first and the last invoice number. No receipt is sent.
        </>,
        <>
          Foreign customers: register them with the link below the field. Leave the TIN empty, then choose{' '}
          <i>Foreign, no Philippine TIN</i> and the country.
        </>,
        <>Exports: choose Zero-rated on the lines. A field below the lines then asks why the sale is zero-rated.</>,
      ],
    },
    {
      title: 'Enter the lines',
      text: <>The last line is always empty; fill it in to add another. An invoice can have at most 200 lines.</>,
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
          <b data-column>VAT</b>: choose Vatable, Zero-rated, VAT-exempt, Not subject to VAT, or Vatable, sale to
          government. The last one is only for customers registered as government offices. If your company is not
          VAT-registered, use only VAT-exempt and Not subject to VAT.
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
        ['Ctrl V', <>paste rows from a spreadsheet, starting at this cell</>],
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
          <b data-answer>{documentWords.yes}</b> records the invoice. If you press it twice, the invoice is recorded
          only once.
        </>,
        <>
          <b data-answer>{documentWords.no}</b> cancels and returns to the start. Your entries are saved as a draft.
        </>,
        <>
          <b data-answer>Edit</b> returns to the form, and your entries are still there.
        </>,
      ],
    },
    {
      title: 'After recording',
      steps: [
        <>
          Write the number, for example <i>SI-2026-000123</i>, on the invoice. The numbers for each year have no gaps.
        </>,
        <>
          <b>Print</b> the voucher, <b>Save as PDF</b>, or <b>Open in portal</b> to see the document, its receipt and
          its attachments.
        </>,
        <>The receipt is e-mailed with the voucher as a PDF. Its status is on this page and on the document.</>,
        <>
          <b>Record another</b> opens an empty form with the same date, VAT and income account.{' '}
          <b>{documentWords.copy}</b> opens a form with the same lines and today’s date. On a recorded document, press{' '}
          <kbd>c</kbd> to do the same.
        </>,
      ],
    },
    {
      title: 'Void an invoice',
      text: (
        <>A recorded invoice cannot be changed. An administrator or an accountant voids it, and you record it again.</>
      ),
      steps: [
        <>
          Open the invoice under <Link to={paths.category('Invoice')}>Invoices</Link>.
        </>,
        <>Void it and enter a reason of at least 5 characters. The void has today’s date.</>,
        <>
          Talaan posts the reversal. The invoice keeps its number and stays in the list. It is marked as void, with the
          reason and the name of the person.
        </>,
        <>Record the correct invoice. You can use the same invoice number again.</>,
      ],
    },
    {
      title: 'Credit a customer',
      text: (
        <>
          If goods are returned or the price was too high, record a credit memo, which reverses all or part of the
          invoice. Open the invoice and press <b>Credit this invoice</b>.
        </>
      ),
      steps: [
        <>
          The form opens with the customer and all lines of the invoice. Remove the lines that you don’t want to credit,
          and reduce the amounts of the others if necessary.
        </>,
        <>
          Enter the number and date of the credit memo and the reason. The lines are posted to 4080 Sales returns and
          allowances.
        </>,
        <>
          The credit memo reduces the open balance of the invoice. Any excess becomes a customer credit. You can use it
          in a later collection receipt or refund it with a bills payment.
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
            Check whether the prices include VAT, and check the VAT type of each line. VAT is computed once per VAT
            type, so it can differ by a few centavos from a line-by-line calculation.
          </>,
        ],
        [
          'Why am I asked to confirm again?',
          <>The data changed after your review, for example a VAT rate. Check the new amounts and press Yes again.</>,
        ],
        ['How do I charge more for an invoice?', <>Issue another invoice, or a debit memo, and record it.</>],
        [
          'Can I record a sale that was paid immediately?',
          <>Yes. Record the invoice first, then its collection receipt.</>,
        ],
      ],
    },
  ],
}
