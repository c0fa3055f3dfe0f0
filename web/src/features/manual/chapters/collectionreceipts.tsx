// Collection receipts: payments of customers, from the list of open invoices to the voucher.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'
import { choices, labels } from '../labels.ts'

const { collection } = labels

export const chapter: Chapter = {
  about: <>Record what a customer paid, for one open invoice or several. You can also record an advance.</>,
  sections: [
    {
      title: 'Record a payment received',
      steps: [
        <>
          Pick the vendor, that is, the customer who paid, by name or TIN. The list shows customers with unpaid
          invoices, the longest overdue first. Typing also finds customers without unpaid invoices, for an advance.
        </>,
        <>
          Enter the payment account under <b data-field>{collection.account}</b>, the{' '}
          <b data-field>{collection.method}</b> and the <b data-field>{collection.reference}</b>. Account and method are
          suggested from the customer’s last receipt. Cash and cheques go to 1010 Undeposited funds until you deposit
          them.
        </>,
        <>
          Select the rows of the invoices to pay, with an amount for each. Tick a row to pay it in full, or enter a{' '}
          <b data-field>Total received</b> and Talaan allocates it, oldest due date first. <b>Pay all</b> ticks every
          row.
        </>,
        <>
          Submit with <b>Review</b> or <kbd>Ctrl Enter</kbd>.
        </>,
      ],
      notes: [
        <>
          A payment may exceed the balance. The excess is shown as an amount to be credited and becomes a customer
          credit. Later receipts list it among the customer credits.
        </>,
        <>
          <b>{collection.advance}</b> is a customer advance: money for no invoice yet. <b>{collection.charge}</b> is the
          fee that the bank deducted.
        </>,
      ],
      keys: [
        ['Space', <>on the tick box of a row: pay it in full, or clear it</>],
        ['Alt A', <>pay all rows in full</>],
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
          For customers registered as withholding agents or government offices, each row suggests the code (ATC) and the
          tax on the amount without VAT. For other customers, press <b>Tax was withheld</b>.
        </>,
        <>Correct the code or the amount if the customer used others.</>,
        <>For a government office, check the VAT withheld too: 5% of the sale without VAT, in its own column.</>,
        <>When form 2307 comes, an accountant matches it. Until then the tax is on account 1321.</>,
      ],
    },
    {
      title: 'Record a cheque',
      text: (
        <>
          With the method <i>{choices.collection.method.cheque}</i>, the form asks for the number, date and bank of the
          cheque. A post-dated cheque settles its invoices at once, so that nobody collects them again. It is posted on
          the date of the cheque.
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
        <>After confirming, a voucher page can be printed or saved as PDF.</>,
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
            If the money was deposited or the credit was used, void those documents first.
          </>,
        ],
        [
          'Why is an invoice missing from the list?',
          <>It is paid or void, or someone else has just recorded a receipt for it. Talaan names that receipt.</>,
        ],
        [
          'A supplier returned an advance. Where do I record it?',
          <>Here. Pick the supplier and enter the amount beside the advance.</>,
        ],
      ],
    },
  ],
}
