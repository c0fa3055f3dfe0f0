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
import { PurchaseSections } from './PurchaseSections.tsx'
import { BankAdjustmentSection } from './BankAdjustmentSection.tsx'
import { SettlingSections } from './SettlingSections.tsx'

export function PostingSections() {
  return (
    <>
      <Part id="invoices">
        <p>
          An invoice debits the customer with its total, and credits income, net of VAT and discount, and output VAT.
          Series SI, sales journal (SJ).
        </p>
        <ul>
          <li>Every sale posts to 1110, even if it is paid immediately.</li>
          <li>Lines with the same income account and VAT class become one credit, in the order of the invoice.</li>
          <li>
            VAT class, base and VAT are stored on each credit of income. Reports add up the stored amounts, so a later
            rate changes nothing that is recorded.
          </li>
          <li>The journal memo is the memo of the invoice, or its invoice number if there is none.</li>
          <li>The total is an open item of the customer until collection receipts settle it.</li>
          <li>
            Every document shows its entry. Form and list: <Link to={paths.category('Invoice')}>Invoices</Link>.
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
          A credit memo reverses all or part of a sale: it posts like the sale, with debits and credits reversed. Series
          CM, sales journal (SJ). Start at the invoice, with <b>Credit this invoice</b>.
        </p>
        <ul>
          <li>
            It settles the open balance of its invoice. An excess, or a credit memo without an invoice, becomes a
            customer credit on 2060.
          </li>
          <li>
            VAT class, base and VAT are stored as negative amounts: lists and returns deduct them in the month of the
            memo.
          </li>
          <li>The credit memos of an invoice together cannot exceed its total or its VAT.</li>
          <li>Void the credit memos of an invoice before the invoice.</li>
          <li>
            A debit memo charges more for a sale. It posts like an invoice and is collected like one. Series DM, sales
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
          A journal voucher is an entry by an administrator or an accountant, for what no other document covers. Series
          JV, general journal (GJ). Form and list: <Link to={paths.journalVouchers}>Journal Vouchers</Link>.
        </p>
        <ul>
          <li>
            Two to 200 lines, each with a debit or a credit. The form shows the difference between the sides;{' '}
            <kbd>Ctrl B</kbd> enters it. The explanation is printed in the general journal.
          </li>
          <li>
            On an account with open items, a line on the normal side opens an item of its customer or supplier. A line
            on the other side names the document it settles and cannot exceed its open balance.
          </li>
          <li>
            Banks, e-wallets and undeposited funds cannot go below zero. Only counts change petty cash funds. VAT and
            withholding tax accounts can be used, with a warning: returns are computed from documents.
          </li>
          <li>
            An accrual can be reversed automatically: a second voucher with debits and credits reversed is dated the
            first day of the next month. To void the accrual, void the reversal first.
          </li>
          <li>A reference can be used only once, so that an entry suggested for a month is not recorded twice.</li>
        </ul>
      </Part>

      <Part id="opening">
        <p>
          An administrator or an accountant enters the closing balances of the old books in the company settings. The
          balances of accounts are one document; each open item is its own, so that it can be paid. All post against
          3090 Opening balance equity. Series OB, general journal (GJ).
        </p>
        <ul>
          <li>A receivable debits 1110 and credits 3090; a payable debits 3090 and credits 2010.</li>
          <li>Balances are posted as listed; their difference posts to 3090.</li>
          <li>When all balances are entered, 3090 is zero. Find the cause of any remaining balance.</li>
          <li>The balances of a date are recorded once. To change them, void them and record them again.</li>
        </ul>
      </Part>

      <Part id="void">
        <p>
          Posted entries are never edited or deleted. A void posts a reversal: the sides are swapped and the stored tax
          amounts negated, so that every balance and every tax total is as before. The void of the charge sale above:
        </p>
        <EntryTable label="Void of the charge sale" rows={postedExamples.voids} />
        <ul>
          <li>
            An administrator or an accountant voids the document with a reason of 5 to 500 characters. The document
            keeps its number and shows who voided it, when and why.
          </li>
          <li>
            The void is dated today. It is never dated before its document or in a closed month; an invoice with a
            future date can be voided from that date on.
          </li>
          <li>The void closes the open balance of the document. Voiding twice changes nothing.</li>
          <li>After the void, the invoice number can be used again.</li>
        </ul>
      </Part>

      <Part id="chart">
        <p>
          The accounts of your company. A code leads to the entries of its account. The balance of a{' '}
          <b>control account</b> equals a list of open items, so only documents post to it. An invoice line can use an
          active account of type <i>revenue</i> or <i>other</i> with a normal credit balance that is not a control
          account. Change the chart in the <Link to={paths.settings('chart')}>company settings</Link>.
        </p>
        <ChartTables />
      </Part>
    </>
  )
}
