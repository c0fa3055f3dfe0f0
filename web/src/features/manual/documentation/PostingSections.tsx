// How invoices, memos, vouchers, opening balances and voids post, with figures computed by the rules, and the chart of accounts.
import { Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { ChartTables } from './ChartSection.tsx'
import { postedExamples } from './postedExamples.ts'
import { EntryTable } from './Figures.tsx'
import classes from './documentation.module.css'
import { MoneySections } from './MoneySections.tsx'
import { Part } from './Part.tsx'
import { PayrollSection } from './PayrollSection.tsx'
import { PurchaseSections } from './PurchaseSections.tsx'
import { BankAdjustmentSection } from './BankAdjustmentSection.tsx'
import { SettlingSections } from './SettlingSections.tsx'

export function PostingSections() {
  return (
    <>
      <Part id="invoices">
        <p>
          An invoice debits the customer’s receivable with its total. It credits income (net of VAT and discount) and
          output VAT. Series SI, sales journal (SJ).
        </p>
        <ul>
          <li>Every sale posts to 1110, even if it is paid immediately.</li>
          <li>Lines with the same income account and VAT type become one credit, in the order of the invoice.</li>
          <li>
            VAT type, base and VAT are stored on each income line. Reports add up the stored amounts, so a later change
            of rate does not affect recorded documents.
          </li>
          <li>The journal memo is the memo of the invoice, or its invoice number if there is none.</li>
          <li>The total is an open item for the customer until it is settled by collection receipts.</li>
          <li>
            The page of every document shows its entry. Form and list:{' '}
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
          A credit memo reverses all or part of a sale. It posts like the sale, with debits and credits reversed. Series
          CM, sales journal (SJ). To record one, open the invoice and press <b>Credit this invoice</b>.
        </p>
        <ul>
          <li>
            It settles the open balance of its invoice. Any excess, or a credit memo without an invoice, becomes a
            customer credit in account 2060.
          </li>
          <li>
            VAT type, base and VAT are stored as negative amounts. Lists and returns deduct them in the month of the
            memo.
          </li>
          <li>The credit memos of an invoice together cannot exceed its total or its VAT.</li>
          <li>To void an invoice, void its credit memos first.</li>
          <li>
            A debit memo adds a charge to an invoice. It is posted and collected like an invoice. Series DM, sales
            journal (SJ).
          </li>
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
          A journal voucher is an entry that no other document covers. Administrators and accountants can record it.
          Series JV, general journal (GJ). Form and list: <Link to={paths.journalVouchers}>Journal Vouchers</Link>.
        </p>
        <ul>
          <li>
            It has 2 to 200 lines, each with a debit or a credit. The form shows the difference between debits and
            credits; <kbd>Ctrl B</kbd> enters it on the current line. The explanation is printed in the general journal.
          </li>
          <li>
            On an account with open items, a line on the normal side opens an item for its customer or supplier. A line
            on the other side refers to the document that it settles and cannot exceed the open balance of that
            document.
          </li>
          <li>
            Bank accounts, e-wallets and undeposited funds cannot be overdrawn. You cannot use petty cash funds. You can
            use VAT and withholding tax accounts, with a warning, because returns are computed from documents.
          </li>
          <li>
            Talaan can reverse an accrual automatically with a second voucher, dated the first day of the next month or
            a later date that you choose. To void the accrual, void the reversal first.
          </li>
          <li>A reference can be used only once, so that an entry suggested for a month is not recorded twice.</li>
        </ul>
      </Part>

      <PayrollSection />

      <Part id="opening">
        <p>
          An administrator or an accountant enters the closing balances of the old books in the company settings. The
          account balances are one document. Each open item is a separate document, so that it can be paid. All of them
          post against 3090 Opening balance equity. Series OB, general journal (GJ).
        </p>
        <ul>
          <li>A receivable debits 1110 and credits 3090; a payable debits 3090 and credits 2010.</li>
          <li>Balances are posted as listed, and the difference is posted to 3090.</li>
          <li>When all balances are entered, 3090 is zero. Find the cause of any remaining balance.</li>
          <li>You can record the balances as of a date only once. To change them, void them and record them again.</li>
        </ul>
      </Part>

      <Part id="void">
        <p>
          Posted entries are never edited or deleted. A void posts a reversal, with debits and credits reversed and the
          stored tax amounts negated. Every balance and every tax total is then the same as before. This is the void of
          the charge sale above:
        </p>
        <EntryTable label="Void of the charge sale" rows={postedExamples.voids} />
        <ul>
          <li>
            An administrator or an accountant voids the document with a reason of 5 to 500 characters. The document
            keeps its number and shows who voided it, when and why.
          </li>
          <li>
            The void has today’s date. It can’t be dated before its document or in a closed month. You can void an
            invoice with a future date only on or after that date.
          </li>
          <li>The void closes the open balance of the document. Voiding a document a second time changes nothing.</li>
          <li>After the void, you can use the invoice number again.</li>
        </ul>
      </Part>

      <Part id="chart">
        <p>
          These are the accounts of your company. Click a code to see the entries of the account. The balance of a{' '}
          <b>control account</b> equals the total of its open items, so only documents post to it. An invoice line can
          use an active account of type <i>revenue</i> or <i>other</i> that has a normal credit balance and is not a
          control account. To change the chart, go to <Link to={paths.settings('chart')}>company settings</Link>.
        </p>
        <ChartTables />
      </Part>
    </>
  )
}
