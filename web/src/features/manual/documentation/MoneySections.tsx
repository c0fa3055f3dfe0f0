// How deposits, withdrawals and fund transfers post, with the figures of their rules.
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
          A deposit debits a bank account or wallet and credits what was put in: receipts from the till, 1010, transfers
          from their way, 1050, or other money under its own account. Series DS; the general journal, GJ, when money
          only changes its place, else the cash receipts journal, CRJ. Begin at{' '}
          <Link to={paths.category('Deposit')}>Deposits</Link>.
        </p>
        <ul>
          <li>A receipt is deposited whole and once. It settles the item that its document opened.</li>
          <li>A charge kept back debits 6250, and the account receives that much less.</li>
          <li>
            Other money never credits revenue, a control account, or an account made of open items, but for 2065
            Unidentified deposits, where it stays open.
          </li>
          <li>
            A document cannot be voided while a deposit rests on it. The void of the deposit opens its items again.
          </li>
        </ul>
        <Examples of={postedExamples.deposits} />
      </Part>

      <Part id="withdrawals">
        <p>
          A withdrawal credits a bank account or wallet and debits what the money was taken out for. Series WD; the cash
          disbursements journal, CDJ, or GJ when all of it goes into the till. Begin at{' '}
          <Link to={paths.category('Withdrawal')}>Withdrawals</Link>.
        </p>
        <ul>
          <li>
            An account gives no more than it holds on the day and on every day after it, with the overdraft it is
            allowed.
          </li>
          <li>Input VAT needs the supplier of the VAT invoice. Its class, base and VAT are frozen on the expense.</li>
          <li>Payables, advances and the like have documents of their own and are not debited here.</li>
          <li>
            Foreign money leaves at its moving average: its share of the peso balance of the account. Taking all of it
            takes the whole balance. The difference to what it is worth at the rate is 7030 or 8020.
          </li>
        </ul>
        <Examples of={postedExamples.withdrawals} />
      </Part>

      <Part id="transfers">
        <p>
          A fund transfer credits one account and debits another. Series FT, general journal. Begin at{' '}
          <Link to={paths.category('Transfer')}>Fund Transfers</Link>.
        </p>
        <ul>
          <li>
            The amount is in the currency of the source account; the rate is that from source to receiving account.
          </li>
          <li>A fee comes off the source account on top, or off what arrives. Either way it debits 6250, in pesos.</li>
          <li>
            Pesos that arrive are what the foreign money was worth. Foreign money that arrives is carried at what was
            given for it, and between two accounts of one currency at what it was carried at before.
          </li>
          <li>Gains and losses here are realised. Nothing is revalued at the end of a month yet.</li>
          <li>
            A local transfer may be on its way: it waits on 1050, which is zero when nothing is. Foreign ones are
            recorded when they have arrived.
          </li>
        </ul>
        <Examples of={postedExamples.transfers} />
      </Part>

      <Part id="cheques">
        <p>
          A cheque credits a peso bank account and debits what it pays: bills of the supplier as a bills payment does,
          an expense or a debt by its lines, or a stale cheque written back before. Series CV, cash disbursements
          journal. Begin at <Link to={paths.category('ChequeDisbursement')}>Cheque Disbursement</Link>.
        </p>
        <ul>
          <li>It is posted on the later of its day and the date on the cheque; until then a schedule lists it.</li>
          <li>Its leaf is used in the same transaction. A void cancels the leaf; it is never used again.</li>
          <li>
            A cheque that was stopped or came back unpaid is voided, which opens again what it paid. One that has
            cleared cannot be voided.
          </li>
          <li>
            From the 181st day a cheque that is still out may be written back, series SQ, general journal: bank against
            2030 Stale cheques payable, an open item of the payee that another cheque pays.
          </li>
        </ul>
        <Examples of={postedExamples.cheques} />
      </Part>
    </>
  )
}
