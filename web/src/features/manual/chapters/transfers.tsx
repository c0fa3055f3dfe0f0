// Fund transfers: the form as it is, field by field, local and foreign.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  about: (
    <>
      A fund transfer records money moved from one account of the company to another. Have the bank’s advice beside you;
      for a foreign transfer with the rate.
    </>
  ),
  sections: [
    {
      title: 'Start and fill in the sheet',
      steps: [
        <>
          Choose <b>Local</b> or <b>Foreign</b>: local is between two peso accounts.
        </>,
        <>
          Press <b>Start recording</b>, or <kbd>Enter</kbd>.
        </>,
        <>
          <b data-field>Receipt e-mail</b>: the address to which the receipt is mailed.
        </>,
        <>
          <b data-field>From</b> and <b data-field>To</b>: below each account stand what it holds on the day and what it
          will hold then.
        </>,
        <>
          <b data-field>Day</b> and <b data-field>Reference number</b> of the advice; the number may be left out.
        </>,
        <>
          <b data-field>Amount</b>: what was sent, without the fee.
        </>,
        <>
          <b data-field>Fee</b> and <b data-field>Fee taken from</b>: on top of the amount from the source account, or
          off what arrives.
        </>,
        <>
          <b data-field>The money</b> <i>Has arrived</i> or <i>Is on its way</i>; see below.
        </>,
        <>
          <b data-field>Memo</b> and <b>Attachments</b>: may be left out.
        </>,
      ],
    },
    {
      title: 'Foreign transfers',
      notes: [
        <>For a foreign transfer the currency is that of the source account.</>,
        <>The exchange rate is the rate from the source account to the receiving account.</>,
        <>
          If the slip has the rate the other way round, for example pesos for one dollar when dollars are bought, type
          it in the second box. Both ways round are shown as you type.
        </>,
        <>
          Of the amount, the rate and what arrived any two are enough. Type what the slip says; a rate that does not fit
          what arrived by more than half of a hundredth is pointed out.
        </>,
        <>
          Foreign money leaves at what it was carried at in pesos, by moving average. The difference to what arrives is
          shown as realised exchange gain or loss while you type.
        </>,
        <>Between two accounts of the same foreign currency there is no rate.</>,
      ],
    },
    {
      title: 'Money on its way',
      text: (
        <>
          A local transfer that has not arrived waits in transit. When it has arrived, record a deposit into the
          receiving account and tick the transfer in its list.
        </>
      ),
    },
    {
      title: 'Yes or No',
      notes: [
        <>
          <b data-answer>Yes</b> records the transfer. A receipt follows by e-mail.
        </>,
        <>
          <b data-answer>No</b> cancels and returns to the start. What you typed is kept as a draft.
        </>,
        <>
          <b>Record another</b> keeps the e-mail address, the type, the day and both accounts. <b>Record a copy</b>,
          here and at a recorded transfer, keeps amount and fee as well.
        </>,
      ],
    },
    {
      title: 'When a transfer was wrong',
      text: (
        <>
          An administrator or an accountant voids it under <Link to={paths.category('Transfer')}>Fund Transfers</Link>.
          A transfer that was on its way and has been deposited is voided after its deposit.
        </>
      ),
    },
  ],
}
