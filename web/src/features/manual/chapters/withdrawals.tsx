// Withdrawals: the form as it is, field by field.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  about: (
    <>
      A withdrawal records money that was taken out of a bank account or wallet, and what it was taken out for. Bills of
      suppliers are paid by bills payments.
    </>
  ),
  sections: [
    {
      title: 'Start and fill in the sheet',
      steps: [
        <>
          Start with the button <b>Record a withdrawal</b>, or <kbd>Enter</kbd>.
        </>,
        <>
          <b data-field>Receipt e-mail</b>: the address to which the receipt is mailed.
        </>,
        <>
          <b data-field>Taken from</b>: the bank account or wallet. Below it stand what it holds on the day of the slip,
          what is left then, and the lowest it falls to later, if later documents need the money.
        </>,
        <>
          <b data-field>Day</b> and <b data-field>Reference number</b> of the slip; the number may be left out.
        </>,
        <>
          The lines: <b data-column>Purpose</b>, <b data-column>Account</b> and <b data-column>Amount</b>. Type part of
          the account’s number or name.
        </>,
        <>
          <b data-column>VAT invoice</b>: where the money paid for something with a VAT invoice, say what was bought.
          Then <b>Supplier TIN</b> asks for the supplier, and the VAT is taken off what is paid to the BIR. If the TIN
          is missing, the link below the field leads to the registration and back.
        </>,
        <>
          <b data-field>Memo</b> and <b>Attachments</b>: may be left out.
        </>,
      ],
    },
    {
      title: 'What for',
      notes: [
        <>
          Cash for the till: <i>1010 Undeposited funds</i>. It waits there until it is deposited again.
        </>,
        <>
          The owner took it: <i>3020 Owner’s drawings</i>. A loan was paid back: its principal and{' '}
          <i>8010 Interest expense</i> on two lines.
        </>,
        <>Expenses that the bank debited by itself, such as charges, go to their expense account.</>,
        <>
          Out of an account in foreign money: amounts are in its currency, and <b>Exchange rate</b> is pesos for one
          unit. What the money is worth more or less than it was carried at is shown as exchange gain or loss.
        </>,
        <>
          An account never gives more than it holds, unless the bank allows an overdraft. The sentence beside the amount
          says what is there.
        </>,
      ],
    },
    {
      title: 'Yes or No',
      notes: [
        <>
          <b data-answer>Yes</b> records the withdrawal. A receipt follows by e-mail.
        </>,
        <>
          <b data-answer>No</b> cancels and returns to the start. What you typed is kept as a draft.
        </>,
        <>
          <b>Record another</b> keeps the e-mail address, the day and the account. <b>Record a copy</b>, here and at a
          recorded withdrawal, keeps the lines as well, for what returns every month.
        </>,
      ],
    },
    {
      title: 'When a withdrawal was wrong',
      text: (
        <>
          An administrator or an accountant voids it under <Link to={paths.category('Withdrawal')}>Withdrawals</Link>.
          Cash that was deposited again is voided there first.
        </>
      ),
    },
  ],
}
