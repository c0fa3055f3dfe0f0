// Collection receipts: payments from customers, from the list of open invoices to the voucher.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'
import { choices, labels } from '../labels.ts'

const { collection } = labels

export const chapter: Chapter = {
  about: <>Record a payment from a customer for one or more open invoices. You can also record an advance.</>,
  sections: [
    {
      title: 'Record a payment received',
      steps: [
        <>
          Pick the vendor (here, the customer who paid) by name or TIN. The list shows customers with unpaid invoices,
          longest overdue first. Type a name to find other customers, for example to record an advance.
        </>,
        <>
          <b data-field>{collection.receiptNo}</b> shows the number after the last recorded receipt. Change it if your
          receipt has another number, or clear it if you issue none. Month Close lists the numbers that are missing.
        </>,
        <>
          Enter the payment account under <b data-field>{collection.account}</b>, the{' '}
          <b data-field>{collection.method}</b> and the <b data-field>{collection.reference}</b>. Account and method are
          suggested from the customer’s last receipt. Cash and cheques go to 1010 Undeposited funds until you deposit
          them.
        </>,
        <>
          Select the rows of the invoices to pay, with an amount for each. Select a row to pay it in full, or enter the{' '}
          <b data-field>Total received</b> and let Talaan allocate it, oldest due date first. <b>Pay all in full</b>{' '}
          selects every row.
        </>,
        <>
          Submit with <b>Review</b> or <kbd>Ctrl Enter</kbd>.
        </>,
      ],
      notes: [
        <>
          A payment may exceed the balance. The form shows the excess as an amount to be credited. It becomes a customer
          credit, which you can use in later receipts.
        </>,
        <>
          <b>{collection.advance}</b> is money that you receive before you issue an invoice. <b>{collection.charge}</b>{' '}
          is the fee that the bank deducted.
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
        ['Enter', <>go to the next field</>],
      ],
    },
    {
      title: 'Record tax withheld by the customer',
      text: (
        <>
          Customers who are withholding agents deduct income tax and give you form 2307. Government offices also
          withhold VAT.
        </>
      ),
      steps: [
        <>
          For customers registered as withholding agents or government offices, Talaan suggests the tax code (ATC) and
          the tax on the amount net of VAT in each row. For other customers, press <b>Tax was withheld</b>.
        </>,
        <>Correct the code or the amount if the customer used a different one.</>,
        <>
          For a government office, also check the VAT withheld, which has a separate column. It is 5% of the sale net of
          VAT.
        </>,
        <>
          When you receive form 2307, an accountant matches it with the receipt. Until then, the tax is in account 1321.
        </>,
      ],
    },
    {
      title: 'Record a cheque',
      text: (
        <>
          With the method <i>{choices.collection.method.cheque}</i>, enter the number, date and bank of the cheque. A
          post-dated cheque settles its invoices immediately, so that no one collects them again. The receipt is posted
          on the date of the cheque.
        </>
      ),
    },
    {
      title: 'Confirm',
      text: <>The confirmation page shows the receipt and its journal entry.</>,
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
      title: 'Common questions about collections',
      questions: [
        [
          'How do I correct a receipt?',
          <>
            An administrator or an accountant voids it under{' '}
            <Link to={paths.category('CollectionReceipt')}>Collection Receipts</Link>, and its invoices are open again.
            If the money was deposited or a credit from the receipt was used, void those documents first. If only one
            invoice is wrong, open the receipt and choose Remove allocation: the invoice is open again, and the amount
            becomes a customer credit.
          </>,
        ],
        [
          'Why is an invoice missing from the list?',
          <>It is paid or void, or someone else has just recorded a receipt for it. Talaan shows that receipt.</>,
        ],
        [
          'A supplier returned an advance. Where do I record it?',
          <>Record it here. Select the supplier and enter the amount next to the advance.</>,
        ],
      ],
    },
  ],
}
