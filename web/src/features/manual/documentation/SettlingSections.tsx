// How collections and payments post, with the figures of their rules.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { Examples } from './Figures.tsx'
import { Part } from './Part.tsx'
import { postedExamples } from './postedExamples.ts'

export function SettlingSections() {
  return (
    <>
      <Part id="collections">
        <p>
          A collection receipt debits what came in, in money and in tax certificates to come, and credits the customer
          with what its rows settle. Series CR, cash receipts journal. Begin at{' '}
          <Link to={paths.category('CollectionReceipt')}>Collection Receipts</Link>.
        </p>
        <ul>
          <li>
            A row settles its invoice by money, tax withheld, VAT withheld and discount together. What they come to
            beyond the balance is credited on 2060, under the number of the receipt.
          </li>
          <li>
            Tax is withheld from the part without VAT: amount settled × net / (net + VAT), rounded once. Tax that is off
            by more than 0.05 is recorded with a warning.
          </li>
          <li>
            Withheld tax is an open item on 1321 until form 2307 comes; VAT that government withheld is on 1325 and
            awaits its own.
          </li>
          <li>A cheque dated later settles at once and is posted on its own day.</li>
        </ul>
        <Examples of={postedExamples.collections} />
      </Part>

      <Part id="payments">
        <p>
          A bills payment debits the supplier with what its rows settle, and credits the account that paid. Series PV,
          cash disbursements journal. Begin at <Link to={paths.category('Payments')}>Bills Payments</Link>.
        </p>
        <ul>
          <li>The account must hold enough on that day and on every later one. Receipts in the till pay nothing.</li>
          <li>What is paid beyond the bills, or for none, is an advance on 1140 that later bills and payments use.</li>
          <li>
            With an account in foreign money, what moved and the rate are entered. The difference between then and now
            is realised on 7030 or 8020.
          </li>
          <li>A payment by cheque uses a leaf of a registered book, once.</li>
        </ul>
        <Examples of={postedExamples.payments} />
      </Part>
    </>
  )
}
