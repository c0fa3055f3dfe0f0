// Deposits: all fields of the form.
import { documentWords } from '@talaan/contract/documents.ts'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'
import { labels } from '../labels.ts'

const { deposit } = labels

export const chapter: Chapter = {
  about: (
    <>
      Record money that you put into a bank account or e-wallet: cash and cheques that you collected, or other money
      such as capital or a loan.
    </>
  ),
  sections: [
    {
      title: 'Record a deposit',
      text: <>Have the deposit slip in front of you.</>,
      steps: [
        <>
          Start with the button <b>Record a deposit</b>, or <kbd>Enter</kbd>. The page shows your undeposited funds.
        </>,
        <>
          Enter the <b data-field>{deposit.email}</b>, the address that receives the receipt.
        </>,
        <>
          Choose the account under <b data-field>{deposit.account}</b>. Its balance before and after the deposit is
          shown below the field.
        </>,
        <>
          Enter the <b data-field>{deposit.day}</b> of the slip and, optionally, the{' '}
          <b data-field>{deposit.reference}</b>.
        </>,
        <>Select the receipts that are on this slip, and compare their total with the slip.</>,
        <>
          For other money, enter a description, the account and the amount. To find the account, type part of its number
          or name, for example <i>3010</i> or <i>capital</i>.
        </>,
        <>
          Optional: <b data-field>{deposit.charge}</b>, the fee that the bank or card company deducted,{' '}
          <b data-field>{deposit.memo}</b> and attachments.
        </>,
        <>
          Press <b>Review</b> or <kbd>Ctrl Enter</kbd>.
        </>,
      ],
    },
    {
      title: 'Select receipts',
      text: (
        <>
          The list shows every undeposited amount, oldest first: cash and cheques from collection receipts, withdrawn
          cash, and fund transfers in transit.
        </>
      ),
      keys: [
        ['Space', <>select or clear a receipt; the arrow keys move up and down</>],
        ['Enter', <>in the search: select the receipt if only one is found; in the list: go to the next field</>],
      ],
      notes: [
        <>The checkbox in the heading selects all receipts, or all receipts that the search found.</>,
        <>Each receipt is deposited only once and in full. You can deposit a post-dated cheque on or after its date.</>,
      ],
    },
    {
      title: 'Confirm the deposit',
      notes: [
        <>
          <b data-answer>{documentWords.yes}</b> records the deposit. A receipt follows by e-mail.
        </>,
        <>
          <b data-answer>{documentWords.no}</b> cancels and returns to the start. Your entries are saved as a draft.
        </>,
        <>
          <b>Record another</b> keeps the e-mail address, date and account. <b>{documentWords.copy}</b> also keeps the
          lines of other money, but you have to select the receipts again.
        </>,
      ],
    },
    {
      title: 'Common questions about deposits',
      questions: [
        [
          'Which account do I use for other money?',
          <>
            Use the account for the source of the money, such as owner’s capital, a loan, an advance from an officer, or
            a refundable deposit. For sales, record the invoice and its collection receipt, and then deposit the
            receipt.
          </>,
        ],
        [
          'What if I don’t know who sent the money?',
          <>
            Use <i>2065 Unidentified deposits</i>. The amount stays open there until an accountant identifies it.
          </>,
        ],
        [
          'How do I deposit into a dollar account?',
          <>
            Enter the amounts in dollars and the exchange rate in pesos per dollar. Receipts are in pesos, so deposit
            them into a peso account first.
          </>,
        ],
        [
          'Why can’t I select a receipt?',
          <>
            Someone else has deposited it, and Talaan shows the deposit. You can deposit a post-dated cheque only on or
            after its date.
          </>,
        ],
        [
          'How do I correct a deposit?',
          <>
            An administrator or an accountant voids it under <Link to={paths.category('Deposit')}>Deposits</Link>. You
            can then deposit its receipts again. To void a receipt, void its deposit first.
          </>,
        ],
      ],
    },
  ],
}
