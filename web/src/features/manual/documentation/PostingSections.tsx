// How an invoice and its void post, with the figures of the rule itself, and the chart they post to.
import { Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { ChartTables } from './ChartSection.tsx'
import { postedExamples } from './postedExamples.ts'
import { EntryTable } from './Figures.tsx'
import classes from './documentation.module.css'
import { MoneySections } from './MoneySections.tsx'
import { Part } from './Part.tsx'
import { PurchaseSections } from './PurchaseSections.tsx'
import { BankAdjustmentSection } from './BankAdjustmentSection.tsx'
import { SettlingSections } from './SettlingSections.tsx'

export function PostingSections() {
  return (
    <>
      <Part id="invoices">
        <p>
          An invoice debits the customer with its total, credits income net of VAT and discount, and credits output VAT.
          It posts to the sales journal, SJ, under the series SI.
        </p>
        <ul>
          <li>Every sale passes through 1110, also one that is paid at once.</li>
          <li>
            Lines of one income account and one VAT class become one credit, in the order in which the invoice first
            names them.
          </li>
          <li>
            Class, base and VAT are frozen on each credit of income when it is posted. Reports add up what is frozen and
            never compute it again, so that a later rate changes nothing that was recorded.
          </li>
          <li>The journal memo is the memo of the invoice, or its number on the paper when there is none.</li>
          <li>The whole total stays open on the customer until collection receipts settle it.</li>
          <li>
            Every document shows the entry it posted under <b>Journal entry</b>; begin at{' '}
            <Link to={paths.category('Invoice')}>Invoices</Link>.
          </li>
        </ul>
        {postedExamples.invoices.map(({ title, text, rows }) => (
          <div key={title} className={classes.example}>
            <Title order={3}>{title}</Title>
            <p>{text}</p>
            <EntryTable label={title} rows={rows} />
          </div>
        ))}
      </Part>

      <Part id="creditmemos">
        <p>
          A credit memo takes back a sale or a part of it: it is posted as the sale would be and turned round. Sales
          journal, SJ, series CM. It begins at its invoice, with <b>Credit this invoice</b>.
        </p>
        <ul>
          <li>
            It settles what is open of its invoice; what is beyond that opens a credit of the customer on 2060. Without
            an invoice all of it is such a credit.
          </li>
          <li>
            Class, base and VAT are frozen with a minus: lists and returns take them off in the month of the memo.
          </li>
          <li>
            All credit memos of an invoice together take back no more than it came to, nor more VAT than it charged.
          </li>
          <li>An invoice that a credit memo names is not voided before that credit memo is.</li>
        </ul>
        {postedExamples.creditMemos.map(({ title, text, rows }) => (
          <div key={title} className={classes.example}>
            <Title order={3}>{title}</Title>
            <p>{text}</p>
            <EntryTable label={title} rows={rows} />
          </div>
        ))}
      </Part>

      <PurchaseSections />
      <SettlingSections />
      <MoneySections />
      <BankAdjustmentSection />

      <Part id="journalvouchers">
        <p>
          A journal voucher is an entry that an administrator or an accountant writes: what no paper of another kind
          makes. Series JV, general journal. Begin at <Link to={paths.journalVouchers}>Journal Vouchers</Link>.
        </p>
        <ul>
          <li>
            Two to 200 lines, each with a debit or a credit. The sheet shows what the sides differ by; <kbd>Ctrl B</kbd>{' '}
            fills it in. The explanation is what the general journal prints.
          </li>
          <li>
            On an account made of open items a line on the usual side opens an item of the party that is named; a line
            on the other side says which document it settles, and takes no more than is open.
          </li>
          <li>
            Banks, wallets and the till give no more than they hold. Petty cash is moved by its counts alone. Input and
            output VAT and taxes withheld may be moved, with a warning: returns read the documents.
          </li>
          <li>
            An accrual may be taken back: a voucher with the sides swapped is recorded with it, dated the first day of
            the next month. Void that one first, then the accrual.
          </li>
          <li>A reference is used once, so that what is prepared for a month is not recorded twice.</li>
        </ul>
      </Part>

      <Part id="opening">
        <p>
          What other books ended with is entered in the company settings, by an administrator or an accountant. Balances
          of accounts are one document, each open item is one of its own, so that it can be paid by its number. All post
          against 3090 Opening balance equity in the general journal, series OB.
        </p>
        <ul>
          <li>A receivable debits 1110 and credits 3090; a payable debits 3090 and credits 2010.</li>
          <li>Balances are posted as they are listed; what they do not agree by goes to 3090.</li>
          <li>When all is carried over 3090 is zero. What it holds is to be looked for.</li>
          <li>Balances of a day are recorded once; void them to record them anew.</li>
        </ul>
      </Part>

      <Part id="void">
        <p>
          Nothing that was posted is ever edited or deleted. A void posts a second entry that swaps the sides of the
          first and negates what was frozen on its lines, so that every balance and every sum of taxes returns to where
          it was. The void of the charge sale above:
        </p>
        <EntryTable label="Void of the charge sale" rows={postedExamples.voids} />
        <ul>
          <li>
            An administrator or an accountant may void, at the document, with a reason of 5 to 500 characters. The
            document keeps its number and says who, when and why.
          </li>
          <li>
            The button voids as of today. A void is never dated before its document, after today, or in a closed month;
            an invoice dated ahead can be voided once its day has come.
          </li>
          <li>What is still open of the document is closed by the void. Voiding twice changes nothing.</li>
          <li>After the void the invoice number on the paper may be recorded again.</li>
        </ul>
      </Part>

      <Part id="chart">
        <p>
          As it stands in this company now. A code leads to the entries of its account. A <b>control account</b> has a
          subledger behind it: nobody posts to it by hand, and no invoice line may name it. An invoice line may be
          credited to an active account of type <i>revenue</i> or <i>other</i> whose normal side is credit and which is
          not a control account. The chart is changed in the <Link to={paths.settings('chart')}>company settings</Link>.
        </p>
        <ChartTables />
      </Part>
    </>
  )
}
