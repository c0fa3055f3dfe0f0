// Collection receipts: what a customer pays on open invoices, from the list of who owes to the voucher.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  about: <>A collection receipt records what was paid on open invoices, one or several at once.</>,
  sections: [
    {
      title: 'Record a payment',
      steps: [
        <>
          Pick the vendor: whoever paid, by name or TIN. The list shows customers with unpaid invoices, the one due
          longest first, with what they owe and for how long. <kbd>↑</kbd>, <kbd>↓</kbd> and <kbd>Enter</kbd> pick.
          Typing also finds customers who owe nothing, for an advance.
        </>,
        <>
          Enter the payment account under <b data-field>Received into</b>, the <b data-field>Payment method</b> and the{' '}
          <b data-field>Reference number</b>. Cash and cheques go to 1010, the till, until they are deposited. Account
          and method are proposed from the last receipt of the same customer.
        </>,
        <>
          Select the rows of the invoices to pay, with an amount for each. A tick pays a row in full;{' '}
          <b data-field>Total received</b> spreads one sum over the rows, the one due longest first; <b>Pay all</b>{' '}
          fills all.
        </>,
        <>
          Submit with <b>Review</b> or <kbd>Ctrl Enter</kbd>.
        </>,
      ],
      notes: [
        <>
          A payment may exceed the balance. The excess is shown as an amount to be credited and becomes a credit of the
          customer under the number of this receipt. Later receipts list it under <b>Credits of this customer</b>.
        </>,
        <>
          <b>Paid ahead</b> is money for no invoice yet. <b>Bank charge</b> is what the bank took off.
        </>,
      ],
      keys: [
        ['Space', <>on the tick of a row: pays it in full, or clears it</>],
        ['Alt A', <>pays all rows in full</>],
        ['Enter', <>on to the next field</>],
      ],
    },
    {
      title: 'Tax that the customer withheld',
      notes: [
        <>
          For customers whom the register calls withholding agents or government offices, each row proposes a{' '}
          <b>Code</b> and the <b>Tax withheld</b> on the part without VAT. For others press <b>Tax was withheld</b>.
          Another code, or an amount typed over, is kept.
        </>,
        <>Government offices also withhold VAT: 5% of the sale without VAT, in a column of its own.</>,
        <>
          What was withheld stays on account 1321 until the customer sends form 2307. Compare the amounts with the
          certificate when it comes.
        </>,
      ],
    },
    {
      title: 'Cheques',
      notes: [
        <>
          With the method <i>Cheque</i> the sheet asks for its number, its date and its bank. A post-dated cheque
          settles its invoices at once, so that nobody collects them again; it reaches the books on the day written on
          it.
        </>,
      ],
    },
    {
      title: 'Confirm',
      text: <>A confirmation page shows what will be recorded, and what it does to the books.</>,
      notes: [
        <>
          <b>Confirm Payment</b> records it.
        </>,
        <>
          <b>Cancel Payment</b> records nothing. What you typed is kept as a draft.
        </>,
        <>After confirming, a voucher page can be printed or saved as PDF.</>,
        <>If somebody was quicker with the same invoice, you are told which receipt settled it.</>,
      ],
    },
    {
      title: 'When a receipt was wrong',
      text: (
        <>
          An administrator or an accountant voids it under{' '}
          <Link to={paths.category('CollectionReceipt')}>Collection Receipts</Link>. Its invoices are open again. A
          receipt whose money was deposited, or whose credit was used, is voided after the documents that rest on it. So
          is an invoice that a receipt settles.
        </>
      ),
    },
    {
      title: 'An advance that a supplier gives back',
      text: (
        <>
          Pick the supplier, and enter the amount under <b>Advances this supplier gives back</b>.
        </>
      ),
    },
  ],
}
