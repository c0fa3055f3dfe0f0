// The glossary: terms of accounting, the BIR and banks that Talaan uses. Screens explain them with ui/Term.tsx; the
// manual, the Documentation page and docs/glossary.md list them.

type Entry = {
  term: string
  meaning: string
  /** The term used by the BIR, banks or the standard, if it differs. */
  official?: string
}

export const glossary = [
  {
    term: 'Accrual',
    meaning:
      'An expense or income recorded in the month it belongs to, before the bill arrives or the payment is made.',
  },
  {
    term: 'Accumulated depreciation',
    meaning: 'The total depreciation of an asset so far. Cost less accumulated depreciation is its carrying amount.',
    official: 'PAS 16',
  },
  {
    term: 'Alphalist',
    meaning: 'A list of suppliers with the tax withheld from each. You submit it with the tax return.',
    official: 'QAP, with form 1601-EQ; annual alphalist, with form 1604-E',
  },
  {
    term: 'ATC',
    meaning: 'The BIR’s code for a type of tax and payment, for example WC160. It determines the rate of tax withheld.',
    official: 'Alphanumeric Tax Code',
  },
  {
    term: 'Bank reconciliation',
    meaning: 'A comparison of your books with the bank statement that explains every difference.',
  },
  {
    term: 'Branch code',
    meaning: 'The digits after the nine digits of a TIN. They identify a branch. The head office is 00000.',
  },
  {
    term: 'Carrying amount',
    meaning: 'The amount at which an asset or a foreign currency balance is recorded in the books.',
    official: 'PAS 16, PAS 21',
  },
  {
    term: 'Collection receipt',
    meaning: 'Proof that a customer paid. It is not an invoice and can’t be used to claim input VAT.',
  },
  {
    term: 'Control account',
    meaning:
      'An account whose balance equals the total of its open items, such as unpaid invoices. Only documents post to it.',
  },
  {
    term: 'Control total',
    meaning:
      'The total of a batch of documents, added up before you enter them. It shows whether a document is missing or mistyped.',
  },
  {
    term: 'Credit memo',
    meaning: 'A document that reverses all or part of an invoice, for returned goods or a price that was too high.',
  },
  {
    term: 'Customer credit',
    meaning: 'Money that a customer paid in excess of their invoices. Use it for a later invoice, or refund it.',
  },
  {
    term: 'Debit memo',
    meaning: 'A document that charges a customer more for an invoice already issued.',
  },
  {
    term: 'Deposit in transit',
    meaning: 'A deposit in your books that is not on the bank statement yet.',
  },
  {
    term: 'Depreciation',
    meaning: 'The cost of a fixed asset spread over its useful life.',
    official: 'PAS 16',
  },
  {
    term: 'eFPS',
    meaning:
      'The BIR’s system for filing returns and paying taxes online. Each group of taxpayers has its own deadlines.',
    official: 'Electronic Filing and Payment System',
  },
  {
    term: 'Export sale',
    meaning:
      'A sale of goods sent abroad, or of services to a non-resident paid in foreign currency. It is zero-rated.',
    official: 'NIRC 106(A)(2)(a), 108(B)(2)',
  },
  {
    term: 'Final tax',
    meaning:
      'Tax withheld by the payer that you can’t claim as a credit, such as the tax on bank interest. You don’t declare it again.',
    official: 'Final withholding tax',
  },
  {
    term: 'Form 2307',
    meaning: 'A certificate of income tax withheld from a payment. The payee claims it as a credit.',
    official: 'Certificate of Creditable Tax Withheld at Source',
  },
  {
    term: 'Imprest fund',
    meaning:
      'A petty cash fund with a fixed amount. Cash plus vouchers always equals this amount. Replenishing refills the fund.',
  },
  {
    term: 'Input VAT',
    meaning: 'VAT that your suppliers charged you. You deduct it from output VAT when you have their VAT invoice.',
  },
  {
    term: 'Journal voucher',
    meaning: 'An entry that an accountant records for a transaction that no other document covers.',
  },
  {
    term: 'Leaf',
    meaning: 'One cheque in a cheque book. Every number must be accounted for: used, spoiled or cancelled.',
    official: 'Cheque leaf',
  },
  {
    term: 'Loose-leaf books',
    meaning: 'Books of accounts printed by computer and bound each year, with the BIR’s permit.',
    official: 'Permit to Use (PTU) loose-leaf books',
  },
  {
    term: 'Match',
    meaning: 'A link between a line of a bank statement and lines of your books with the same amount.',
  },
  {
    term: 'Non-resident',
    meaning:
      'A customer or supplier outside the Philippines, without a Philippine TIN. Register them with their country.',
    official: 'Non-resident foreign corporation or alien',
  },
  {
    term: 'Open item',
    meaning: 'The part of a document that is not settled yet, such as an unpaid balance.',
  },
  {
    term: 'Output VAT',
    meaning: 'VAT that you charge on sales. You owe it to the BIR, less input VAT.',
  },
  {
    term: 'Outstanding cheque',
    meaning: 'A cheque you issued that the bank has not paid yet.',
  },
  {
    term: 'Post-dated cheque',
    meaning: 'A cheque with a future date. The bank pays it on or after that date.',
    official: 'PDC',
  },
  {
    term: 'Proof of cash',
    meaning: 'A bank reconciliation with four columns: opening balance, receipts, disbursements and closing balance.',
  },
  {
    term: 'RDO',
    meaning: 'The BIR office where your company is registered.',
    official: 'Revenue District Office',
  },
  {
    term: 'RELIEF',
    meaning: 'The BIR’s module for the lists of sales, purchases and importations of VAT-registered companies.',
    official: 'Summary List of Sales and Purchases (SLSP)',
  },
  {
    term: 'Replenishment',
    meaning: 'Refilling the petty cash fund to its fixed amount, after a count of the cash.',
  },
  {
    term: 'Returned cheque',
    meaning: 'A cheque you deposited that the drawer’s bank did not pay. The customer owes the amount again.',
    official: 'DAIF, DAUD',
  },
  {
    term: 'Revaluation',
    meaning: 'An adjustment of a foreign currency balance to the closing rate of the month.',
    official: 'PAS 21',
  },
  {
    term: 'Reversal',
    meaning: 'An entry with debits and credits reversed. It cancels another entry, and both stay in the books.',
  },
  {
    term: 'SAWT',
    meaning: 'The list of taxes that others withheld from you. You submit it with the return in which you claim them.',
    official: 'Summary Alphalist of Withholding Taxes',
  },
  {
    term: 'Stale cheque',
    meaning: 'A cheque that was not presented within 180 days of its date. Banks no longer pay it.',
  },
  {
    term: 'Statement of account',
    meaning: 'A list of transactions and balances for a period, from your bank or for one customer or supplier.',
    official: 'SOA',
  },
  {
    term: 'Supplier advance',
    meaning: 'Money you paid a supplier in excess of their bills. Use it for a later bill, or record a refund.',
  },
  {
    term: 'TIN',
    meaning: 'The tax number of a person or company: nine digits, for example 000-000-000, and a branch code.',
    official: 'Taxpayer Identification Number',
  },
  {
    term: 'Top withholding agent',
    meaning: 'A taxpayer on the BIR’s list who withholds 1% on goods and 2% on services from regular suppliers.',
    official: 'TWA',
  },
  {
    term: 'Undeposited funds',
    meaning: 'Cash and cheques received that are not in a bank account yet.',
    official: 'Account 1010',
  },
  {
    term: 'Unidentified deposit',
    meaning: 'Money on the bank statement from an unknown sender. It stays in account 2065 until you identify it.',
  },
  {
    term: 'Various customers',
    meaning: 'The customer record used for all walk-in customers, who give no TIN.',
    official: 'Casual buyers',
  },
  {
    term: 'VAT carry-over',
    meaning: 'Input VAT that exceeds the output VAT of a quarter. It reduces the VAT of the next quarter.',
    official: 'Excess input tax carried over, form 2550Q',
  },
  {
    term: 'Void',
    meaning: 'Cancels a recorded document with a reversal. The document keeps its number and stays in the list.',
  },
  {
    term: 'Withholding tax',
    meaning: 'Tax that the customer deducts from a payment and remits to the BIR in the supplier’s name.',
    official: 'Expanded (EWT) or creditable (CWT) withholding tax',
  },
  {
    term: 'Write-off',
    meaning: 'Records an uncollectible amount as a loss.',
  },
  {
    term: 'Zero-rated',
    meaning: 'A sale taxed at 0%, such as an export. Unlike with an exempt sale, you can claim the related input VAT.',
  },
] as const satisfies readonly Entry[]

export type Term = (typeof glossary)[number]['term']

export const glossaryTitle = 'Glossary'

export const entryOf = (term: Term): Entry => glossary.find((entry) => entry.term === term) ?? { term, meaning: '' }
