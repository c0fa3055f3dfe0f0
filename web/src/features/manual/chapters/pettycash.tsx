// Petty cash: vouchers, cash advances, and counting and replenishing the fund.
import { documentWords } from '@talaan/contract/documents.ts'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'
import { choices, labels } from '../labels.ts'

const { pettyCash, fund } = labels

export const chapter: Chapter = {
  about: (
    <>
      A petty cash fund is a fixed amount of cash held by a custodian (an imprest fund). Record each small payment as a
      voucher, count the cash, and replenish the fund to its fixed amount.
    </>
  ),
  sections: [
    {
      title: 'Record a voucher',
      steps: [
        <>
          <b data-field>{pettyCash.email}</b> (optional): the address that receives the receipt.
        </>,
        <>
          Pick the <b data-field>Supplier TIN</b> if the receipt shows one. You can claim VAT and withhold tax only with
          a TIN. To register a supplier, use the link below the field. For a fare or a meal, leave the field empty.
        </>,
        <>
          Under <b data-field>Type of Expense</b>, leave <b>Petty Cash</b> selected. If you choose <b>Bill</b>, your
          entries are moved to a bill.
        </>,
        <>
          Under <b data-field>{pettyCash.handed}</b>, choose <i>{choices.pettyCash.handed.expense}</i>, or{' '}
          <i>{choices.pettyCash.handed.advance}</i> for cash that you give to an employee in advance.
        </>,
        <>
          <b data-field>{pettyCash.paidTo}</b>: the person who received the cash.
        </>,
        <>
          <b data-field>{pettyCash.fund}</b>: the balance before and after the voucher is shown below the field. A
          voucher cannot exceed the balance.
        </>,
        <>
          <b data-field>{pettyCash.externalNo}</b> and <b data-field>{pettyCash.day}</b>: as on the receipt. Talaan
          warns you about similar petty cash vouchers and bills.
        </>,
        <>
          Enter the lines as on a bill and press <b>Review</b>.
        </>,
      ],
    },
    {
      title: 'Confirm the voucher',
      notes: [
        <>
          <b data-answer>{documentWords.yes}</b> records the voucher. Write its number on the slip.
        </>,
        <>
          <b data-answer>{documentWords.no}</b> cancels and returns to the start. Your entries are saved as a draft.
        </>,
      ],
    },
    {
      title: 'Account for a cash advance',
      steps: [
        <>When the employee comes back with receipts, record another voucher.</>,
        <>
          Choose the advance under <b>{pettyCash.advance}</b> and enter the receipts as lines.
        </>,
        <>Unspent cash is returned to the fund. Account for the whole advance in one voucher.</>,
      ],
    },
    {
      title: 'Count and replenish',
      text: (
        <>
          Press <b>Count and replenish</b> at the top of the form. You can count the cash at any time, even without
          notice.
        </>
      ),
      steps: [
        <>
          Under <b>{fund.act}</b>, choose: {Object.values(choices.fund.act).join(', ').toLowerCase()}.
        </>,
        <>
          The form shows the fixed amount of the fund, the vouchers since the last replenishment, and the expected cash.
        </>,
        <>
          Enter the number of notes and coins of each denomination. If the cash is short or over, enter the reason. The
          difference is posted to 7060.
        </>,
        <>
          Enter the name of the person who counted under <b>{fund.countedBy}</b> and, if possible, a{' '}
          <b>{fund.witness}</b>.
        </>,
        <>Leave the amount empty to bring the counted cash back up to the fixed amount.</>,
        <>
          If someone else takes over the fund, enter the new <b>{fund.custodian}</b>.
        </>,
      ],
      notes: [
        <>
          If the count agrees with the books, nothing is posted. The count is saved with the names of the person who
          counted, the witness and the custodian.
        </>,
      ],
    },
    {
      title: 'Common questions about petty cash',
      questions: [
        [
          'Why is the replenishment not the total of the vouchers?',
          <>
            If cash is missing, replenishing the total of the vouchers would hide the shortage. The count shows the
            correct amount.
          </>,
        ],
        [
          'How do I correct a voucher?',
          <>
            An administrator or an accountant opens it under <Link to={paths.category('PettyCash')}>Petty Cash</Link>{' '}
            and voids it. To void a replenishment, first void the vouchers that were paid from it.
          </>,
        ],
        [
          'How do I start a fund?',
          <>
            Add it under Cash and bank accounts in the company settings. Then choose{' '}
            {choices.fund.act.establish.toLowerCase()} and enter the amount and the custodian.
          </>,
        ],
      ],
    },
  ],
}
