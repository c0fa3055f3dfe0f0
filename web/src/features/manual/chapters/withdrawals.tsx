// Withdrawals: all fields of the form.
import { documentWords } from '@talaan/contract/documents.ts'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'
import { labels } from '../labels.ts'

const { withdrawal } = labels

export const chapter: Chapter = {
  about: (
    <>
      Record money that you take out of a bank account or e-wallet, and the purpose. To pay suppliers’ bills, use{' '}
      <Link to={paths.manual('billspayments')}>Bills Payments</Link>.
    </>
  ),
  sections: [
    {
      title: 'Record a withdrawal',
      text: <>Have the withdrawal slip in front of you.</>,
      steps: [
        <>
          Start with the button <b>Record a withdrawal</b>, or <kbd>Enter</kbd>.
        </>,
        <>
          Enter the <b data-field>{withdrawal.email}</b>, the address that receives the receipt.
        </>,
        <>
          Choose the account under <b data-field>{withdrawal.account}</b>. Its balance before and after the withdrawal
          is shown below the field. If later documents use the account, its lowest later balance is also shown.
        </>,
        <>
          Enter the <b data-field>{withdrawal.day}</b> and, optionally, the <b data-field>{withdrawal.reference}</b> of
          the slip.
        </>,
        <>
          Enter the lines: <b data-column>Purpose</b>, <b data-column>Account</b> and <b data-column>Amount</b>. To find
          an account, type part of its number or name.
        </>,
        <>
          If you have a VAT invoice, choose the type of purchase under <b data-column>VAT invoice</b>. Then select the
          supplier, or register the supplier with the link below the field. The input VAT is posted separately.
        </>,
        <>
          Optional: <b data-field>{withdrawal.memo}</b> and attachments. Press <b>Review</b> or <kbd>Ctrl Enter</kbd>.
        </>,
      ],
    },
    {
      title: 'Choose the account for the purpose',
      notes: [
        <>
          Cash to keep on hand: <i>1010 Undeposited funds</i>, until you deposit it again.
        </>,
        <>
          Money for the owner: <i>3020 Owner’s drawings</i>.
        </>,
        <>
          Repayment of a loan: the loan account and <i>8010 Interest expense</i>, on two lines.
        </>,
        <>Bank charges and other automatic debits: the matching expense account.</>,
      ],
    },
    {
      title: 'Confirm the withdrawal',
      notes: [
        <>
          <b data-answer>{documentWords.yes}</b> records the withdrawal. A receipt follows by e-mail.
        </>,
        <>
          <b data-answer>{documentWords.no}</b> cancels and returns to the start. Your entries are saved as a draft.
        </>,
        <>
          <b>Record another</b> keeps the e-mail address, date and account. <b>{documentWords.copy}</b> also keeps the
          lines, for monthly withdrawals.
        </>,
      ],
    },
    {
      title: 'Common questions about withdrawals',
      questions: [
        [
          'Why is the withdrawal refused?',
          <>
            The balance of the account is too low on that date or a later date. If receipts that are not deposited yet
            would cover it, choose Record deposit: your entries are saved as a draft. An accountant can set an overdraft
            limit for the bank account, or set the account to warn only.
          </>,
        ],
        [
          'How do I withdraw from a dollar account?',
          <>
            Enter the amounts in dollars and the exchange rate in pesos per dollar. The difference from the carrying
            amount is posted as an exchange gain or loss.
          </>,
        ],
        [
          'How do I correct a withdrawal?',
          <>
            An administrator or an accountant voids it under <Link to={paths.category('Withdrawal')}>Withdrawals</Link>.
            If the cash was deposited again, void the deposit first.
          </>,
        ],
      ],
    },
  ],
}
