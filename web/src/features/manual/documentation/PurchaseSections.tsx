// How bills and petty cash post, with the figures of the rules themselves.
import { Title } from '@mantine/core'
import type { Example } from './example.ts'
import { EntryTable } from './Figures.tsx'
import classes from './documentation.module.css'
import { Part } from './Part.tsx'
import { postedExamples } from './postedExamples.ts'

export function PurchaseSections() {
  return (
    <>
      <Part id="bills">
        <p>
          A bill debits what was bought and input VAT, credits the tax office with what is withheld, and the supplier
          with the rest. It posts to the purchases journal, PJ, under the series BL.
        </p>
        <ul>
          <li>
            Lines of one account, one VAT class and one category become one debit, with class, category, base and VAT
            frozen on it.
          </li>
          <li>
            Tax is withheld once per code on the sum of its lines without VAT, rounded half up, with the rate of the
            bill&rsquo;s day, when the bill is recorded (RR 4-2024). A company that withholds with the payment leaves
            2140 to the payment.
          </li>
          <li>
            Codes 158 and 160 are for top withholding agents, from the day set in the company&rsquo;s settings. Codes of
            government offices are refused.
          </li>
          <li>
            VAT is booked as the supplier printed it where that is up to 1.00 from what we compute; more is refused. A
            company without VAT registration books all VAT as cost.
          </li>
          <li>
            A credit reduces the bill it names; what exceeds it, and a credit that names none, stands on 1140 for later
            bills. A bill may use such advances up at once.
          </li>
        </ul>
        <Examples examples={postedExamples.bills} />
      </Part>

      <Part id="pettycash">
        <p>
          A voucher posts when it is recorded, not when the fund is filled up, so that every month-end is right without
          accruals. It posts to the cash disbursements journal, CDJ, under the series PCV; what is done with the fund
          itself under PCF.
        </p>
        <ul>
          <li>
            The fund cannot be taken below zero on any day, by a voucher or by the void of a replenishment; verify asks
            for it too.
          </li>
          <li>Tax is withheld from petty cash at once, also where bills leave it to the payment.</li>
          <li>
            A cash advance stands on 1130 until one voucher accounts for the whole of it; what was not spent goes back
            to the fund.
          </li>
          <li>
            What a count finds too much or missing is posted to 7060 with its reason. A replenishment brings at most
            what the count leaves to be filled up.
          </li>
          <li>A count that agrees posts nothing and is kept with who counted, who saw it, and who keeps the fund.</li>
        </ul>
        <Examples examples={postedExamples.pettyCash} />
      </Part>
    </>
  )
}

function Examples({ examples }: { examples: readonly Example[] }) {
  return examples.map(({ title, text, rows }) => (
    <div key={title} className={classes.example}>
      <Title order={3}>{title}</Title>
      <p>{text}</p>
      <EntryTable label={title} rows={rows} />
    </div>
  ))
}
