// How collections and payments post, with figures computed by the rules.
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
          A collection receipt debits the money received and the tax withheld, and credits the customer with the amounts
          its rows settle. Series CR, cash receipts journal (CRJ). Form:{' '}
          <Link to={paths.category('CollectionReceipt')}>Collection Receipts</Link>.
        </p>
        <ul>
          <li>
            Money, tax withheld, VAT withheld and discount of a row together settle its invoice. An excess becomes a
            customer credit on 2060, under the number of the receipt.
          </li>
          <li>
            The base of the tax is the amount without VAT: amount settled × net / (net + VAT), rounded once. Tax that
            differs by more than 0.05 is recorded with a warning.
          </li>
          <li>
            Tax withheld is an open item on 1321 until form 2307 comes. VAT withheld by a government office is on 1325
            and has its own certificate.
          </li>
          <li>A post-dated cheque settles at once and is posted on its own date.</li>
        </ul>
        <Examples of={postedExamples.collections} />
      </Part>

      <Part id="payments">
        <p>
          A bills payment debits the supplier with the amounts its rows settle and credits the account that paid. Series
          PV, cash disbursements journal (CDJ). Form: <Link to={paths.category('Payments')}>Bills Payments</Link>.
        </p>
        <ul>
          <li>The account must hold enough on that date and every later one. Undeposited funds cannot pay.</li>
          <li>
            An amount beyond the bills, or without a bill, is a supplier advance on 1140. Later bills and payments use
            it.
          </li>
          <li>
            For a foreign currency account, the amount and the rate are entered. The difference from the carrying amount
            is realized on 7030 or 8020.
          </li>
          <li>A payment by cheque uses one leaf of a registered cheque book.</li>
        </ul>
        <Examples of={postedExamples.payments} />
      </Part>
    </>
  )
}
