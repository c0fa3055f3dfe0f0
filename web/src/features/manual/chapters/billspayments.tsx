// Bills payments: paying what vendors have charged, with advances, credits and refunds.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  about: <>A bills payment records what was paid on unpaid vendor bills, one or several at once.</>,
  sections: [
    {
      title: 'Record a payment',
      text: <>The steps are those of a collection receipt, for vendor bills.</>,
      steps: [
        <>
          Pick the vendor. The list shows suppliers with unpaid bills, the one due longest first; typing also finds
          others, for an advance.
        </>,
        <>
          Enter the payment account under <b data-field>Paid from</b>, the <b data-field>Payment method</b> and the{' '}
          <b data-field>Reference number</b>. The account shows what it holds and what will be left; more than it holds
          is refused.
        </>,
        <>
          Select the rows of the bills to pay, with an amount for each: tick them, type amounts, or let{' '}
          <b data-field>Total paid</b> be spread.
        </>,
        <>
          Submit with <b>Review</b> or <kbd>Ctrl Enter</kbd>.
        </>,
      ],
      notes: [
        <>
          A payment may exceed the balance. The overpayment is credited: the supplier holds it for us, and later
          payments list it under <b>Advances with this supplier</b>.
        </>,
        <>
          <b>Advance</b> is money for no bill yet. Tax may have to be withheld from it: the sheet then asks for the code
          and the amount.
        </>,
        <>
          With the method <i>Cheque</i> the number is a leaf of a registered cheque book, and each leaf is used once.
        </>,
        <>
          The tax on a bill is withheld when the bill is recorded, unless the company chose to do so with the payment.
        </>,
      ],
      keys: [
        ['Space', <>on the tick of a row: pays it in full, or clears it</>],
        ['Alt A', <>pays all rows in full</>],
      ],
    },
    {
      title: 'Refund a credit of a customer',
      text: (
        <>
          Customers with a credit stand in the same list. Pick the customer and enter the amount under{' '}
          <b>Credits refunded to this customer</b>. No more than is left of a credit can be refunded.
        </>
      ),
    },
    {
      title: 'Confirm',
      text: <>A confirmation page shows what will be recorded.</>,
      notes: [
        <>
          <b>Confirm Payment</b> records it.
        </>,
        <>
          <b>Cancel Payment</b> records nothing. What you typed is kept as a draft.
        </>,
        <>After confirming, the voucher can be printed or saved as PDF.</>,
      ],
    },
    {
      title: 'When a payment was wrong',
      text: (
        <>
          An administrator or an accountant voids it under <Link to={paths.category('Payments')}>Bills Payments</Link>.
          Its bills are open again. A payment whose advance was used is voided after the payments that used it.
        </>
      ),
    },
  ],
}
