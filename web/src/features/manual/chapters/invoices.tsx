// Invoices: the form as it is, field by field. A walk through the form holds each field named here against it.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  about: (
    <>
      Record each sales invoice that was issued on authorised paper, with the paper beside you. The portal does not
      issue invoices: what it prints is an internal copy and says so.
    </>
  ),
  sections: [
    {
      title: 'Fill in the sheet',
      steps: [
        <>
          <b data-field>Receipt e-mail</b>: the address to which the receipt is mailed. When the customer has one in the
          register it is filled in by itself; type over it to change it.
        </>,
        <>
          <b data-field>Customer TIN</b>: type part of the name or of the TIN, example 000-000-000, and pick from the
          list with the arrows and <kbd>Enter</kbd>. If the TIN is missing, the link <b>Register a customer</b> below
          the field leads to the registration and brings you back to this sheet with the new customer picked.
        </>,
        <>
          <b data-field>Invoice number</b>: the serial printed on the paper. The same number cannot be recorded twice,
          unless the first was voided.
        </>,
        <>
          <b data-field>Day</b>: the date on the paper. Typed days are explained under{' '}
          <Link to={paths.manual()}>Getting started</Link>.
        </>,
        <>
          <b data-field>Terms</b>, for example <i>30 days</i> or <i>COD</i>, and <b data-field>Due day</b>: both may be
          left out. Terms in days fill in the due day by themselves.
        </>,
        <>
          <b data-field>Prices on the paper</b>: whether the unit prices include VAT or not. It holds for all lines and
          for amounts of discount.
        </>,
        <>Enter the lines; see below.</>,
        <>
          <b data-field>Memo</b>: may be left out. It stands on the receipt and in the journal.
        </>,
        <>
          <b>Attachments</b>: drop a scan or a photo of the paper, or pick the files. PDF, JPEG or PNG, at most 10 MB
          each and 10 in all. They can be added until you say Yes.
        </>,
      ],
    },
    {
      title: 'Enter the lines',
      text: <>The grid always ends in one empty line; filling it in adds the next. An invoice has at most 200.</>,
      notes: [
        <>
          <b data-column>Description</b>, <b data-column>Quantity</b> (up to 4 decimals) and{' '}
          <b data-column>Unit price</b>, as on the paper.
        </>,
        <>
          <b data-column>Discount</b>: an amount such as <i>150</i>, or a percentage such as <i>5%</i>, off this line.
          An amount or price may be typed as a sum, for example <i>1200+350</i>.
        </>,
        <>
          <b data-column>VAT</b>: Vatable, Zero-rated, VAT-exempt, Not subject to VAT, or Vatable, sale to government.
          The last is for customers whom the register calls a government office. A company without VAT registration uses
          only VAT-exempt and Not subject to VAT.
        </>,
        <>
          <b data-column>Income account</b>: what the line earns, for example 4010 for goods and 4020 for services.
        </>,
        <>
          Totals are shown as you type, and are what will be recorded. Compare them with the paper; if they differ by
          more than a centavo, look at the prices and at the VAT of each line.
        </>,
      ],
    },
    {
      title: 'Keys in the lines',
      keys: [
        ['Tab', <>from the last cell of a line: on to the next line</>],
        ['Enter', <>in the description of the empty last line: leaves the grid</>],
        ["Ctrl '", <>copies the cell above</>],
        ["Ctrl Shift '", <>copies the line above</>],
        ['Ctrl V', <>puts rows copied from a spreadsheet into the cells from this one on, right and down</>],
      ],
    },
    {
      title: 'Review',
      text: (
        <>
          Press <b>Review</b>, or <kbd>Ctrl Enter</kbd> in any field.
        </>
      ),
      notes: [
        <>If something is wrong, all mistakes are listed at once; each one leads to its field.</>,
        <>
          Else you see <b>Check before recording</b>: the invoice as it will be, the number it would take, what it does
          to the books in plain words, and the journal entry.
        </>,
        <>
          What is unusual is said there too, without stopping you: a day ahead of today, a very large total, a due day
          that has passed, a customer whose TIN or address is missing from the register.
        </>,
      ],
    },
    {
      title: 'Yes or No',
      notes: [
        <>
          <b data-answer>Yes</b> records the invoice. Pressing it twice records it once.
        </>,
        <>
          <b data-answer>No</b> cancels and returns to the start. What you typed is kept as a draft and offered there
          under <b>Not finished yet</b>.
        </>,
        <>
          <b data-answer>Edit</b> goes back to the sheet with everything in it.
        </>,
        <>
          If something changed between your review and Yes, for example the rate of VAT, you are shown the new figures
          and asked again.
        </>,
      ],
    },
    {
      title: 'After recording',
      steps: [
        <>
          Write the number, for example <i>SI-2026-000123</i>, on the paper. Numbers of a year run without a gap.
        </>,
        <>
          <b>Print</b> prints the voucher, <b>Save as PDF</b> downloads it, <b>Open in portal</b> shows the document
          with its receipt and attachments.
        </>,
        <>
          The receipt is e-mailed with the same voucher as PDF. How it stands is said on this page and at the document.
        </>,
        <>
          <b>Record another</b> opens an empty sheet that keeps the day, the VAT and the income account.{' '}
          <b>Record a copy</b> keeps the lines. It stands above every recorded paper that may come again, under the key{' '}
          <kbd>c</kbd> too, and the copy is of today.
        </>,
      ],
    },
    {
      title: 'When an invoice was wrong',
      text: (
        <>
          A recorded invoice cannot be changed. An administrator or an accountant opens it under{' '}
          <Link to={paths.category('Invoice')}>Invoices</Link> and voids it.
        </>
      ),
      steps: [
        <>
          <b>Void this document</b>, with a reason of at least 5 characters. The void is dated today.
        </>,
        <>
          The portal posts the reverse of the entry. The invoice stays in the list, marked void, with its number, the
          reason, and who voided it.
        </>,
        <>Record the invoice anew if it was issued. The number on the paper may be used again after the void.</>,
      ],
    },
    {
      title: 'When the customer is credited',
      text: (
        <>
          Goods came back or the price was too high: the invoice stays, and a credit memo takes a part of it back. Open
          the invoice and press <b>Credit this invoice</b>; on the page Transactions select it and do the same.
        </>
      ),
      steps: [
        <>
          The sheet begins with the customer and all lines of the invoice. Take out the lines that stand, and lower
          quantities or prices of the others.
        </>,
        <>
          Enter the number printed on the credit memo, its day, and why it is credited. The lines go to 4080, sales
          returns and allowances.
        </>,
        <>
          It reduces what is open of the invoice. What it comes to beyond that is a credit of the customer, to be used
          by a later collection receipt or given back by a bills payment.
        </>,
        <>
          All credit memos of an invoice together never take back more than it came to. The VAT is taken off in the
          month of the credit memo. To charge more, issue and record another invoice.
        </>,
      ],
    },
  ],
}
