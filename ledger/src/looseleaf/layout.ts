// The columns of the four special journals. No regulation fixes them: the permit approves the company's own sample, so
// the columns of the two cash books are a setting, and lines without a column go to Sundry.
import { z } from '../core/zod.ts'
import { accounts } from '../accounts/chart.ts'
import { accountCode, fieldSet, optionalText, shortText } from '../core/fields.ts'
import type { PurchaseCategory, VatClass } from '../tax/vat.ts'
import type { BookLine, BookName, BookSide, TextKey } from './book.ts'

/** The text columns of each special journal, left to right; the first two are always present. */
export const textColumns = {
  'cash-receipts': [
    { key: 'day', title: 'Date' },
    { key: 'number', title: 'CR no.' },
    { key: 'receipt', title: 'Receipt no.' },
    { key: 'party', title: 'Customer / payor' },
    { key: 'tin', title: 'TIN' },
    { key: 'particulars', title: 'Particulars' },
    { key: 'fund', title: 'Bank / fund' },
  ],
  'cash-disbursements': [
    { key: 'day', title: 'Date' },
    { key: 'number', title: 'CV no.' },
    { key: 'cheque', title: 'Cheque / ref. no.' },
    { key: 'party', title: 'Payee' },
    { key: 'tin', title: 'TIN' },
    { key: 'particulars', title: 'Particulars' },
    { key: 'fund', title: 'Fund' },
  ],
  sales: [
    { key: 'day', title: 'Date' },
    { key: 'paper', title: 'Invoice no.' },
    { key: 'party', title: 'Customer' },
    { key: 'tin', title: 'TIN' },
    { key: 'address', title: 'Address' },
    { key: 'particulars', title: 'Description' },
    { key: 'terms', title: 'Terms' },
    { key: 'number', title: 'Document no.' },
  ],
  purchases: [
    { key: 'day', title: 'Date' },
    { key: 'paper', title: 'Invoice no.' },
    { key: 'party', title: 'Supplier' },
    { key: 'tin', title: 'TIN' },
    { key: 'address', title: 'Address' },
    { key: 'particulars', title: 'Description' },
    { key: 'number', title: 'Document no.' },
  ],
} as const satisfies Partial<Record<BookName, { key: TextKey; title: string }[]>>

export type SpecialBook = keyof typeof textColumns

/** An amount column: the lines it takes, and their usual side. */
export type FigureColumn = {
  key: string
  title: string
  side: BookSide
  /** Takes lines of either side, those of the other side as negative: supplier credits, returned sales. */
  signed: boolean
  takes: (line: Pick<BookLine, 'account' | 'vatClass' | 'category'>, holdsMoney: boolean) => boolean
}

export const maxAccountColumns = 10

const accountColumn = fieldSet({
  title: shortText('title of the column', 40),
  side: z.enum(['debit', 'credit'], 'Choose debit or credit.'),
  accounts: z
    .array(accountCode)
    .check(z.minLength(1, 'Enter at least one account.'), z.maxLength(20, 'Enter at most 20 accounts for a column.')),
})
export type AccountColumn = z.output<typeof accountColumn>

const accountColumns = z.array(accountColumn).check(
  z.maxLength(maxAccountColumns, `At most ${maxAccountColumns} columns fit on the page. Remove a column.`),
  z.superRefine((columns, context) => {
    const seen = new Map<string, string>()
    columns.forEach(({ accounts: codes, side, title }, i) =>
      codes.forEach((code) => {
        const other = seen.get(`${code} ${side}`)
        if (other !== undefined)
          context.addIssue({
            code: 'custom',
            path: [i, 'accounts'],
            message: `${code} is in both '${other}' and '${title}'. Remove it from one of them.`,
          })
        seen.set(`${code} ${side}`, title)
      }),
    )
  }),
)

/** Text columns a company may omit, as 'sales.address'. */
export const omissible = Object.entries(textColumns).flatMap(([book, columns]) =>
  columns
    .slice(2)
    .map(({ key, title }) => ({ id: `${book}.${key}`, book: book as SpecialBook, title: title as string })),
)

/** The company's approved sample, and the texts of the cover and the certificate. */
export const bookLayout = fieldSet({
  receipts: accountColumns,
  disbursements: accountColumns,
  without: z
    .array(
      z.enum(
        omissible.map(({ id }) => id) as [string, ...string[]],
        'This column does not exist. Choose one from the list.',
      ),
    )
    .check(z.maxLength(omissible.length)),
  tradeName: optionalText('trade name', 200),
  officer: optionalText('name of the officer', 100),
  position: optionalText('position of the officer', 100),
  certificate: z
    .string('Enter the text of the certificate.')
    .check(
      z.trim(),
      z.minLength(1, 'Enter the text of the certificate.'),
      z.maxLength(2_000, 'Shorten the certificate to 2,000 characters.'),
    ),
})
export type BookLayout = z.output<typeof bookLayout>

export const certificateWords = ['company', 'tin', 'book', 'period', 'pages', 'officer', 'position'] as const
export type CertificateWord = (typeof certificateWords)[number]

/** The defaults of a company. No regulation fixes the wording of the certificate: it is a template to be changed. */
export const standardLayout: BookLayout = {
  receipts: [
    {
      title: 'CWT (2307)',
      side: 'debit',
      accounts: [accounts.withheldWithCertificate, accounts.withheldAwaitingCertificate],
    },
    { title: 'VAT / PT withheld', side: 'debit', accounts: [accounts.vatWithheld] },
    { title: 'A/R - trade', side: 'credit', accounts: [accounts.receivables] },
    { title: 'Sales (net)', side: 'credit', accounts: ['4010', accounts.serviceRevenue] },
    { title: 'Output VAT', side: 'credit', accounts: [accounts.outputVat] },
    { title: 'Customer advances', side: 'credit', accounts: [accounts.customerAdvances] },
  ],
  disbursements: [
    { title: 'EWT payable', side: 'credit', accounts: [accounts.ewtPayable] },
    { title: 'A/P - trade', side: 'debit', accounts: [accounts.payables] },
    { title: 'Input VAT', side: 'debit', accounts: [accounts.inputVat] },
    { title: 'Rent', side: 'debit', accounts: ['6050'] },
    { title: 'Light, water, communication', side: 'debit', accounts: ['6060'] },
    { title: 'Office supplies', side: 'debit', accounts: ['6070'] },
    { title: 'Transportation', side: 'debit', accounts: ['6090'] },
    { title: 'Representation', side: 'debit', accounts: ['6100'] },
  ],
  without: [],
  tradeName: '',
  officer: '',
  position: '',
  certificate:
    'I certify that this {book} of {company}, TIN {tin}, {period}, was prepared from the entries in its books of accounts, ' +
    'that it contains all entries of the period, and that it has {pages} pages.',
}

/** The template with its placeholders filled in; unknown placeholders stay as they are. */
export function certificateText(template: string, words: Record<CertificateWord, string>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    (certificateWords as readonly string[]).includes(name) ? words[name as CertificateWord] : whole,
  )
}

/** The amount columns of a special journal; other lines go to Sundry. */
export function figureColumns(
  book: SpecialBook,
  layout: Pick<BookLayout, 'receipts' | 'disbursements'>,
): FigureColumn[] {
  if (book === 'cash-receipts') return [cash('debit'), ...layout.receipts.map(onAccounts)]
  if (book === 'cash-disbursements') return [cash('credit'), ...layout.disbursements.map(onAccounts)]
  return book === 'sales' ? salesColumns : purchaseColumns
}

const sideWords = { debit: 'Dr', credit: 'Cr' } as const

const cash = (side: 'debit' | 'credit'): FigureColumn => ({
  key: 'cash',
  title: `${sideWords[side]} Cash`,
  side,
  signed: false,
  takes: (_, holdsMoney) => holdsMoney,
})

const onAccounts = ({ title, side, accounts: codes }: AccountColumn, i: number): FigureColumn => ({
  key: `column-${i + 1}`,
  title: `${sideWords[side]} ${title}`,
  side,
  signed: false,
  takes: ({ account }) => codes.includes(account),
})

const ofClass = (key: VatClass, title: string): FigureColumn => ({
  key,
  title,
  side: 'credit',
  signed: true,
  takes: ({ vatClass }) => vatClass === key,
})

const onAccount = (key: string, title: string, side: BookSide, ...codes: string[]): FigureColumn => ({
  key,
  title,
  side,
  signed: true,
  takes: ({ account, vatClass }) => vatClass === null && codes.includes(account),
})

/** Every field required by the lists of sales. */
const salesColumns: FigureColumn[] = [
  ofClass('vatable', 'Vatable sales'),
  ofClass('zero_rated', 'Zero-rated'),
  ofClass('exempt', 'Exempt'),
  ofClass('govt_vatable', 'Sales to government'),
  ofClass('not_subject', 'Not subject to VAT'),
  onAccount('discount', 'Discount', 'debit', accounts.salesDiscounts),
  onAccount('output-vat', 'Output VAT', 'credit', accounts.outputVat),
  onAccount('total', 'Total invoice', 'debit', accounts.receivables),
]

const bought = (key: string, title: string, fits: (of: VatClass, as: PurchaseCategory) => boolean): FigureColumn => ({
  key,
  title,
  side: 'debit',
  signed: true,
  takes: ({ vatClass, category }) => vatClass !== null && category !== null && fits(vatClass, category),
})

const taxed = (of: VatClass) => of === 'vatable' || of === 'govt_vatable'

/** Every field required by the lists of purchases; a line is in exactly one of the first seven columns. */
const purchaseColumns: FigureColumn[] = [
  bought('exempt', 'Exempt', (of) => of === 'exempt'),
  bought('zero-rated', 'Zero-rated', (of) => of === 'zero_rated'),
  bought('services', 'Services', (of, as) => taxed(of) && as === 'services'),
  bought('capital-goods', 'Capital goods', (of, as) => taxed(of) && as === 'capital_goods'),
  bought('goods', 'Goods other than capital goods', (of, as) => taxed(of) && as === 'goods'),
  bought('importation', 'Importation', (of, as) => taxed(of) && as === 'importation'),
  bought('no-input', 'No input VAT', (of, as) => of === 'not_subject' || (taxed(of) && as === 'not_creditable')),
  onAccount('input-vat', 'Input VAT', 'debit', accounts.inputVat),
  { key: 'total', title: 'Total invoice', side: 'memo', signed: true, takes: () => false },
  onAccount('ewt', 'EWT', 'credit', accounts.ewtPayable),
  onAccount('payable', 'Accounts payable', 'credit', accounts.payables, accounts.payablesOthers),
]
