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
          A collection receipt debits the money received and the tax withheld, and credits the customer’s receivable
          with the settled amounts. Series CR, cash receipts journal (CRJ). Form:{' '}
          <Link to={paths.category('CollectionReceipt')}>Collection Receipts</Link>.
        </p>
        <ul>
          <li>
            In each row, the amount received, tax withheld, VAT withheld and discount together settle the invoice. Any
            excess becomes a customer credit in account 2060, under the number of the receipt.
          </li>
          <li>
            The base of the tax is the settled amount net of VAT: amount settled × net / (net + VAT), rounded once. Tax
            that differs by more than 0.05 is recorded with a warning.
          </li>
          <li>
            Tax withheld is an open item in account 1321 until you receive form 2307. VAT withheld by a government
            office is in account 1325 and has its own certificate.
          </li>
          <li>A post-dated cheque settles its invoices immediately and is posted on the date of the cheque.</li>
        </ul>
        <Examples of={postedExamples.collections} />
      </Part>

      <Part id="payments">
        <p>
          A bills payment debits the supplier’s payable with the settled amounts and credits the account that paid.
          Series PV, cash disbursements journal (CDJ). Form: <Link to={paths.category('Payments')}>Bills Payments</Link>
          .
        </p>
        <ul>
          <li>
            The account must have a sufficient balance on that date and every later date. Undeposited funds can’t be
            used for payments.
          </li>
          <li>
            Any excess over the bills, or an amount without a bill, is a supplier advance in account 1140, which later
            bills and payments can use.
          </li>
          <li>
            For a foreign currency account, you enter the amount and the rate. The exchange difference is realized and
            posted to 7030 or 8020.
          </li>
          <li>A payment by cheque uses one leaf of a registered cheque book.</li>
        </ul>
        <Examples of={postedExamples.payments} />
      </Part>
    </>
  )
}
