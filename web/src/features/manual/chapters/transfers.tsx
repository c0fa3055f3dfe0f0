// Fund transfers, local and foreign: all fields of the form.
import { documentWords } from '@talaan/contract/documents.ts'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'
import { choices, labels } from '../labels.ts'

const { transfer } = labels

export const chapter: Chapter = {
  about: (
    <>Record money that you move from one account of your company to another, in pesos or in a foreign currency.</>
  ),
  sections: [
    {
      title: 'Record a transfer',
      text: <>Have the bank’s advice in front of you. For a foreign transfer, you also need the exchange rate.</>,
      steps: [
        <>
          Choose <b>{choices.transfer.type.local}</b> or <b>{choices.transfer.type.foreign}</b>. A local transfer is
          between two peso accounts.
        </>,
        <>
          Press <b>Start recording</b>, or <kbd>Enter</kbd>.
        </>,
        <>
          Enter the <b data-field>{transfer.email}</b>, the address that receives the receipt.
        </>,
        <>
          Choose <b data-field>{transfer.from}</b> and <b data-field>{transfer.to}</b>. The balance before and after the
          transfer is shown below each account.
        </>,
        <>
          Enter the <b data-field>{transfer.day}</b> and, optionally, the <b data-field>{transfer.reference}</b> of the
          advice.
        </>,
        <>
          Enter the <b data-field>{transfer.amount}</b> sent, without the fee.
        </>,
        <>
          Enter the <b data-field>{transfer.fee}</b>, if any, and choose under <b data-field>{transfer.feeFrom}</b>{' '}
          whether it is added to the amount or deducted from the amount received.
        </>,
        <>
          Under <b data-field>{transfer.arrived}</b>, choose <i>{choices.transfer.arrived.yes}</i> or{' '}
          <i>{choices.transfer.arrived.no}</i>.
        </>,
        <>
          Optional: <b data-field>{transfer.memo}</b> and attachments. Press <b>Review</b> or <kbd>Ctrl Enter</kbd>.
        </>,
      ],
    },
    {
      title: 'Foreign transfers',
      notes: [
        <>For a foreign transfer, the currency is that of the source account.</>,
        <>
          The exchange rate is the rate from the source account to the receiving account. Enter how much of the
          receiving account’s currency you get for one unit of the source account’s currency, for example pesos per
          dollar when you sell dollars.
        </>,
        <>
          If the slip shows the rate the other way around, for example pesos per dollar when you buy dollars, enter it
          in the second box.
        </>,
        <>
          Enter two of these three: the amount, the rate and the amount received. Talaan warns you if the rate and the
          amount received differ by more than 0.5%.
        </>,
        <>
          Foreign currency leaves the account at its carrying amount in pesos (moving average). The difference is a
          realized exchange gain or loss, which is shown while you type.
        </>,
        <>A transfer between two accounts in the same foreign currency has no rate.</>,
      ],
    },
    {
      title: 'Record a transfer in transit',
      steps: [
        <>
          Record the local transfer as <i>{choices.transfer.arrived.no}</i>. The money is then in account 1050 Transfers
          in transit.
        </>,
        <>
          When the money arrives, record a <Link to={paths.manual('deposits')}>deposit</Link> into the receiving account
          and select the transfer in the list.
        </>,
      ],
    },
    {
      title: 'Confirm the transfer',
      notes: [
        <>
          <b data-answer>{documentWords.yes}</b> records the transfer. A receipt follows by e-mail.
        </>,
        <>
          <b data-answer>{documentWords.no}</b> cancels and returns to the start. Your entries are saved as a draft.
        </>,
        <>
          <b>Record another</b> keeps the e-mail address, type, date and both accounts. <b>{documentWords.copy}</b> also
          keeps the amount and the fee.
        </>,
      ],
    },
    {
      title: 'Common questions about transfers',
      questions: [
        [
          'Is paying a supplier abroad a fund transfer?',
          <>No. A fund transfer is between your own accounts. Record the bill and a bills payment.</>,
        ],
        [
          'How do I correct a transfer?',
          <>
            An administrator or an accountant voids it under <Link to={paths.category('Transfer')}>Fund Transfers</Link>
            . If a transfer in transit was already deposited, void the deposit first.
          </>,
        ],
      ],
    },
  ],
}
