// Bills: the form as it is. A walk through the form holds each field named here against it.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  about: (
    <>
      A bill records what a supplier charges and what is paid later. Record it when the supplier&rsquo;s invoice comes,
      with the paper beside you: tax is withheld then, not when it is paid.
    </>
  ),
  sections: [
    {
      title: 'Fill in the sheet',
      steps: [
        <>
          <b data-field>Receipt e-mail</b>: the address to which the receipt is mailed.
        </>,
        <>
          <b data-field>Supplier TIN</b>: type part of the name or of the TIN, example 000-000-000, and pick from the
          list. If the TIN is missing, the link <b>Register a supplier</b> leads to the registration and brings you
          back. What was recorded last for this supplier is proposed: terms and lines, without their amounts.{' '}
          <b>Take them off</b> removes the proposals.
        </>,
        <>
          <b data-field>Type of Expense</b>: <b>Bill</b>. Choosing Petty Cash takes what you typed to the sheet of a
          petty cash voucher.
        </>,
        <>
          <b data-field>The paper is</b> an invoice to be paid, or a credit for what was returned or charged too much. A
          credit names the bill it is about; what exceeds that bill is kept as an advance for later ones.
        </>,
        <>
          <b data-field>Supplier&rsquo;s invoice number</b>: as printed. The same number of the same supplier cannot be
          recorded twice. While you type you are told of papers that look like this one: the same number, a number that
          differs by a slip, the same amount within a week; in bills and in petty cash.
        </>,
        <>
          <b data-field>Day</b>, <b data-field>Terms</b> and <b data-field>Due day</b>: as on invoices.
        </>,
        <>
          <b data-field>Amounts on the paper</b>: whether the amounts of the lines include VAT.
        </>,
        <>Enter the lines; see below.</>,
        <>
          <b data-field>VAT on the paper</b>: only where the supplier rounded otherwise. Up to 1.00 apart it is booked
          as printed; more is a mistake in an amount or in how a line is taxed.
        </>,
        <>
          <b>Use of</b> an advance: shown when something was paid ahead to the supplier. Type how much of it this bill
          uses up.
        </>,
        <>
          <b data-field>Memo</b> and <b>Attachments</b>: may be left out.
        </>,
      ],
    },
    {
      title: 'Enter the lines',
      text: <>The grid always ends in one empty line; filling it in adds the next. A bill has at most 100.</>,
      notes: [
        <>
          <b data-column>Type</b>: a part of the word is enough, for example <i>rent</i>. It brings the description, the
          account, and what is usual for VAT and withholding with this supplier.
        </>,
        <>
          <b data-column>Description</b> and <b data-column>Amount</b>, as on the paper. An amount may be typed as a
          sum.
        </>,
        <>
          <b data-column>VAT</b>: what was bought with VAT, as goods, services, capital goods or an importation; or
          zero-rated, VAT-exempt, or no VAT. <i>VAT, not creditable</i> is for VAT without a valid VAT invoice in the
          company&rsquo;s name: it becomes part of the expense. Suppliers registered without VAT charge none.
        </>,
        <>
          <b data-column>Withheld</b>: the code and rate of the tax withheld from this line, computed on the amount
          without VAT. What is proposed is only what is usual; your accountant decides.
        </>,
        <>
          <b data-column>Account</b>: what the line is spent on. Another one than the type&rsquo;s may be picked.
        </>,
        <>The keys of the lines are those of invoices.</>,
      ],
    },
    {
      title: 'Yes or No',
      notes: [
        <>
          <b>Check before recording</b> shows the bill as it will be, what it does to the books, and what deserves a
          look: tax that is usually withheld and is not, a supplier whose VAT status is not known.
        </>,
        <>
          <b data-answer>Yes</b> records the bill.
        </>,
        <>
          <b data-answer>No</b> cancels and returns to the start. What you typed is kept as a draft.
        </>,
        <>
          <b data-answer>Edit</b> goes back to the sheet with everything in it.
        </>,
        <>
          The receipt is e-mailed. Write the number, for example <i>BL-2026-000123</i>, on the paper.
        </>,
      ],
    },
    {
      title: 'When a bill was wrong',
      text: (
        <>
          A recorded bill cannot be changed. An administrator or an accountant opens it under{' '}
          <Link to={paths.category('Bills')}>Bills</Link> and voids it; what was paid on it or credited to it is voided
          first.
        </>
      ),
    },
  ],
}
