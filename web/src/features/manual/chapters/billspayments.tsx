// Bills payments: payments to vendors, with advances, credits and refunds.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'
import { choices, labels } from '../labels.ts'

const { payment } = labels

export const chapter: Chapter = {
  about: <>Record a payment to a supplier for one or more unpaid bills. You can also record an advance.</>,
  sections: [
    {
      title: 'Record a bills payment',
      steps: [
        <>
          Pick the vendor. The list shows suppliers with unpaid bills, longest overdue first. Type a name to find other
          suppliers, for example to record an advance.
        </>,
        <>
          Enter the payment account under <b data-field>{payment.account}</b>, the <b data-field>{payment.method}</b>{' '}
          and the <b data-field>{payment.reference}</b>. Below the account you see its balance before and after the
          payment. The account must have enough money for the payment.
        </>,
        <>
          Select the rows of the bills to pay, with an amount for each. Select a row to pay it in full, type an amount,
          or enter the <b data-field>Total paid</b> and let Talaan allocate it.
        </>,
        <>
          Submit with <b>Review</b> or <kbd>Ctrl Enter</kbd>.
        </>,
      ],
      notes: [
        <>
          A payment may exceed the balance of the bills. The excess is credited to you as a supplier advance, which you
          can use in later payments.
        </>,
        <>
          <b>{payment.advance}</b> is money that you pay before you receive a bill. If tax must be withheld from it,
          enter the code and the amount.
        </>,
        <>
          With the method <i>{choices.payment.method.cheque}</i>, the number must be a leaf of a registered cheque book.
          Each leaf can be used only once.
        </>,
        <>
          If the rows and the total differ, the form names possible causes, such as transposed digits, and shows
          documents that match the total exactly.
        </>,
      ],
      keys: [
        ['Space', <>on the checkbox of a row: pay it in full, or clear it</>],
        ['Alt A', <>pay all rows in full</>],
        ['Alt K', <>in a row: recalculate its amount from the total</>],
      ],
    },
    {
      title: 'Refund a customer credit',
      steps: [
        <>Pick the customer. Customers with a credit are in the same list.</>,
        <>Next to the credit, enter the amount to refund, up to the remaining amount.</>,
        <>
          Submit with <b>Review</b> and confirm.
        </>,
      ],
    },
    {
      title: 'Confirm',
      text: <>The confirmation page shows the payment and its journal entry.</>,
      notes: [
        <>
          <b>Confirm Payment</b> records it.
        </>,
        <>
          <b>Cancel Payment</b> records nothing. Your entries are saved as a draft.
        </>,
        <>After you confirm, the voucher can be printed or saved as PDF.</>,
      ],
    },
    {
      title: 'Common questions about payments',
      questions: [
        [
          'Why is no tax withheld here?',
          <>
            Tax is withheld when the bill is recorded, unless your company settings specify that it is withheld with the
            payment.
          </>,
        ],
        [
          'How do I correct a payment?',
          <>
            An administrator or an accountant voids it under <Link to={paths.category('Payments')}>Bills Payments</Link>
            , and its bills are open again. If an advance from the payment was used, first void the documents that used
            it. If only one bill is wrong, open the payment and choose Remove allocation: the bill is open again, and
            the amount becomes a supplier advance.
          </>,
        ],
        [
          'Should I record a cheque here or as a cheque disbursement?',
          <>
            Both pay bills by cheque. Use <Link to={paths.manual('chequedisbursement')}>Cheque Disbursement</Link> to
            print the cheque, to post-date it or to pay an expense without a bill.
          </>,
        ],
      ],
    },
  ],
}
