// How bills and petty cash post, with figures computed by the rules.
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
          A bill debits the expense or asset and input VAT. It credits 2140 with the tax withheld and the supplier with
          the remaining amount. Series BL, purchases journal (PJ).
        </p>
        <ul>
          <li>
            Lines with the same account, VAT type and category become one debit. VAT type, category, base and VAT are
            stored on it.
          </li>
          <li>
            Tax is withheld when the bill is recorded (RR 4-2024). It is computed once per code, on the total of its
            lines net of VAT, at the rate on the bill&rsquo;s date, and rounded half up. If your company withholds with
            the payment, the payment posts to 2140.
          </li>
          <li>
            Codes 158 and 160 are for top withholding agents, from the date in the company settings. Codes for
            government offices are refused.
          </li>
          <li>
            VAT is posted as printed if it differs by at most 1.00 from the computed VAT; otherwise the bill is refused.
            If your company is not VAT-registered, all VAT is added to the cost.
          </li>
          <li>
            A supplier&rsquo;s credit reduces the bill that it refers to. Any excess, or a credit without a bill, is a
            supplier advance in account 1140 for later bills.
          </li>
        </ul>
        <Examples examples={postedExamples.bills} />
      </Part>

      <Part id="pettycash">
        <p>
          A voucher posts when it is recorded, not when the fund is replenished, so no accrual is needed at the end of a
          month. Series PCV, cash disbursements journal (CDJ). Counts and replenishments of the fund have series PCF.
        </p>
        <ul>
          <li>
            A voucher, or the void of a replenishment, is refused if it would make the balance of the fund negative on
            any date. Verify checks this too.
          </li>
          <li>
            Tax on petty cash is withheld when the voucher is recorded, even if your company withholds when it pays.
          </li>
          <li>
            A cash advance is in account 1130 until one voucher accounts for all of it. Unspent cash is returned to the
            fund.
          </li>
          <li>
            A shortage or overage is posted to 7060 with its reason. A replenishment can’t exceed the difference between
            the fixed amount and the counted cash.
          </li>
          <li>
            If the count agrees with the books, nothing is posted. It is saved with the names of the person who counted,
            the witness and the custodian.
          </li>
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
