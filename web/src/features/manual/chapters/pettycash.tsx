// Petty cash: vouchers, cash advances, and the fund that is counted and filled up.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  about: (
    <>
      A petty cash fund is a fixed amount of cash that somebody keeps. Each small payment from it is a voucher, and the
      fund is filled up to its amount again from a count of the cash.
    </>
  ),
  sections: [
    {
      title: 'Record a voucher',
      steps: [
        <>
          <b data-field>Receipt e-mail</b>: may be left out for petty cash.
        </>,
        <>
          <b data-field>Supplier TIN</b>: pick the supplier where the receipt shows one; only then VAT can be claimed
          and tax withheld. If it is missing, a link leads to the registration. For a fare or a meal leave it out.
        </>,
        <>
          <b data-field>Type of Expense</b>: <b>Petty Cash</b>. Choosing Bill takes what you typed to the sheet of a
          bill.
        </>,
        <>
          <b data-field>The cash is</b> spent, or an advance, to be accounted for: cash that an employee takes along.
          Once advances are out, a voucher can say which of them it accounts for; what was not spent goes back to the
          fund.
        </>,
        <>
          <b data-field>Paid to</b>: who got the cash.
        </>,
        <>
          <b data-field>Petty cash fund</b>: what it holds, and then holds, stands below it. A voucher for more than is
          in the fund is refused.
        </>,
        <>
          <b data-field>Receipt number</b> and <b data-field>Day</b>: as on the receipt. You are told of papers that
          look like this one, in petty cash and in bills.
        </>,
        <>Enter the lines as on a bill.</>,
      ],
    },
    {
      title: 'Yes or No',
      notes: [
        <>
          <b data-answer>Yes</b> records the voucher. Write its number on the slip.
        </>,
        <>
          <b data-answer>No</b> cancels and returns to the start.
        </>,
      ],
    },
    {
      title: 'Count and replenish',
      text: (
        <>
          The button <b>Count and replenish</b> at the top of the sheet leads to the fund itself.
        </>
      ),
      steps: [
        <>
          <b>What is done</b>: establish the fund the first time, with its amount and who keeps it; count only; count
          and replenish; increase it; or close it and give the cash back.
        </>,
        <>Below the fund stand what it is filled up to, the vouchers since, and the cash that is expected.</>,
        <>
          Count by denomination: type the pieces of each note and coin. Whether the cash is short or over is said at
          once; then give the reason, and the difference is posted to 7060.
        </>,
        <>
          <b>Counted by</b> and <b>Witness</b>: who counted, and who saw it. Whoever counts should not be alone.
        </>,
        <>
          The amount left out is exactly what the count leaves to be filled up: never the sum of the vouchers, which
          would hide what is missing.
        </>,
        <>
          <b>Custodian</b>: type a name when the fund passes to somebody else.
        </>,
      ],
      notes: [
        <>
          A count that agrees with the books posts nothing. <b>Keep the count</b> keeps it, with who counted and who saw
          it.
        </>,
        <>A count may be made on any day, without telling beforehand.</>,
      ],
    },
    {
      title: 'When a voucher was wrong',
      text: (
        <>
          An administrator or an accountant opens it under <Link to={paths.category('PettyCash')}>Petty Cash</Link> and
          voids it. A replenishment whose cash has been paid out since cannot be voided before those vouchers.
        </>
      ),
    },
  ],
}
