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
          <li>A receipt is deposited once, in full. The deposit settles its open item.</li>
          <li>A charge deducted by the bank debits 6250; the account receives the rest.</li>
          <li>
            Other money never credits revenue, a control account or an account with open items, except 2065 Unidentified
            deposits.
          </li>
          <li>A receipt cannot be voided before its deposit. Voiding the deposit opens its items again.</li>
        </ul>
        <Examples of={postedExamples.deposits} />
      </Part>

      <Part id="withdrawals">
        <p>
          A withdrawal credits a bank account or e-wallet and debits the accounts of its purposes. Series WD; cash
          disbursements journal (CDJ), or GJ if all of it becomes undeposited funds. Form:{' '}
          <Link to={paths.category('Withdrawal')}>Withdrawals</Link>.
        </p>
        <ul>
          <li>The account must hold enough on that date and every later one, overdraft included.</li>
          <li>Input VAT needs the supplier of the VAT invoice. Class, base and VAT are stored on the expense.</li>
          <li>Payables and advances have their own documents and are not debited here.</li>
          <li>
            Foreign money leaves at its moving average, that is, its share of the peso balance. Withdrawing all of it
            takes the whole balance. The difference from the amount at the rate is 7030 or 8020.
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
            The amount is in the currency of the source account. The rate is from the source to the receiving account.
          </li>
          <li>A fee is added to the amount or deducted from what arrives. Either way it debits 6250, in pesos.</li>
          <li>
            Foreign money that arrives is carried at its cost in pesos; between two accounts of one currency it keeps
            its carrying amount.
          </li>
          <li>
            These gains and losses are realized. At the end of a month,{' '}
            <Link to={paths.monthEnd}>Month-End Registers</Link> suggest the revaluation of foreign balances, reversed
            on the first day of the next month.
          </li>
          <li>
            A local transfer in transit is on 1050, which is zero when none is. Foreign transfers are recorded when they
            have arrived.
          </li>
        </ul>
        <Examples of={postedExamples.transfers} />
      </Part>

      <Part id="cheques">
        <p>
          A cheque credits a peso bank account and debits the supplier&rsquo;s bills, as a bills payment does, an
          expense or debt by lines, or a stale cheque that was written back. Series CV, cash disbursements journal
          (CDJ). Form: <Link to={paths.category('ChequeDisbursement')}>Cheque Disbursement</Link>.
        </p>
        <ul>
          <li>
            It is posted on the later of its date and the date of the cheque. Until then it is in the schedule of
            post-dated cheques.
          </li>
          <li>Its leaf is used at the same time. A void cancels the leaf, which is never used again.</li>
          <li>
            A cheque that was stopped or returned is voided, and its bills are open again. A cleared cheque cannot be
            voided.
          </li>
          <li>
            From the 181st day an outstanding cheque can be written back: bank against 2030 Stale cheques payable, an
            open item of the payee that another cheque pays. Series SQ, general journal.
          </li>
        </ul>
        <Examples of={postedExamples.cheques} />
      </Part>
    </>
  )
}
