// How deposits, withdrawals and fund transfers post, with figures computed by the rules.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { Examples } from './Figures.tsx'
import { postedExamples } from './postedExamples.ts'
import { Part } from './Part.tsx'

export function MoneySections() {
  return (
    <>
      <Part id="deposits">
        <p>
          A deposit debits a bank account or e-wallet and credits its source: undeposited funds (1010), transfers in
          transit (1050), or the account of other money. Series DS; general journal (GJ) if money only moves between
          your own accounts, otherwise cash receipts journal (CRJ). Form:{' '}
          <Link to={paths.category('Deposit')}>Deposits</Link>.
        </p>
        <ul>
          <li>A receipt is deposited only once and in full. The deposit settles the receipt’s open item.</li>
          <li>A charge deducted by the bank debits 6250, and the account receives the remaining amount.</li>
          <li>
            Other money can’t be credited to a revenue account, a control account or an account with open items, except
            2065 Unidentified deposits.
          </li>
          <li>To void a deposited receipt, void the deposit first. Its receipts are then undeposited again.</li>
        </ul>
        <Examples of={postedExamples.deposits} />
      </Part>

      <Part id="withdrawals">
        <p>
          A withdrawal credits a bank account or e-wallet, and each line debits the account for its purpose. Series WD;
          cash disbursements journal (CDJ), or GJ if the whole amount becomes undeposited funds. Form:{' '}
          <Link to={paths.category('Withdrawal')}>Withdrawals</Link>.
        </p>
        <ul>
          <li>
            The account must have a sufficient balance, including any overdraft limit, on that date and every later
            date. A bank account set to <i>Warn only</i> can be overdrawn, with a warning.
          </li>
          <li>
            To claim input VAT, enter the supplier who issued the VAT invoice. VAT type, base and VAT are stored on the
            expense line.
          </li>
          <li>Accounts for payables and advances can’t be debited here, because other documents post to them.</li>
          <li>
            A foreign currency withdrawal is posted at moving-average cost: the part of the peso balance that
            corresponds to the amount withdrawn. If you withdraw the whole foreign currency balance, the whole peso
            balance is withdrawn too. The difference from the amount at the exchange rate is posted to 7030 or 8020.
          </li>
        </ul>
        <Examples of={postedExamples.withdrawals} />
      </Part>

      <Part id="transfers">
        <p>
          A fund transfer credits one account and debits another. Series FT, general journal (GJ). Form:{' '}
          <Link to={paths.category('Transfer')}>Fund Transfers</Link>.
        </p>
        <ul>
          <li>
            The amount is in the currency of the source account. The rate converts it to the currency of the receiving
            account.
          </li>
          <li>
            A fee is added to the amount or deducted from the amount received. In both cases, it debits 6250 in pesos.
          </li>
          <li>
            Foreign currency received is carried at its cost in pesos. When it is transferred between two accounts in
            the same currency, it keeps its carrying amount.
          </li>
          <li>
            These gains and losses are realized. At the end of a month, <Link to={paths.monthClose}>Month Close</Link>{' '}
            suggests a revaluation of foreign currency balances, which is reversed on the first day of the next month.
          </li>
          <li>
            A local transfer in transit is in account 1050. If no transfers are in transit, the balance of 1050 is zero.
            Foreign transfers are recorded after they have arrived.
          </li>
        </ul>
        <Examples of={postedExamples.transfers} />
      </Part>

      <Part id="cheques">
        <p>
          A cheque credits a peso bank account. It debits the supplier&rsquo;s bills (like a bills payment), the lines
          of an expense or debt, or a stale cheque that was written back. Series CV, cash disbursements journal (CDJ).
          Form: <Link to={paths.category('ChequeDisbursement')}>Cheque Disbursement</Link>.
        </p>
        <ul>
          <li>
            It is posted on the date of the voucher or the date of the cheque, whichever is later. Until then, it is in
            the schedule of post-dated cheques.
          </li>
          <li>Recording it also marks its leaf as used. A void cancels the leaf, which can’t be used again.</li>
          <li>
            If a cheque was stopped or returned, void it. Its bills are then open again. A cleared cheque cannot be
            voided.
          </li>
          <li>
            From the 181st day after its date, you can write back an outstanding cheque. The entry debits the bank and
            credits 2030 Stale cheques payable, as an open item for the payee. Another cheque then pays this item.
            Series SQ, general journal (GJ).
          </li>
        </ul>
        <Examples of={postedExamples.cheques} />
      </Part>
    </>
  )
}
