// The fields of opening balances, filled in by the opening page and validated by the server.
import { z } from '../../core/zod.ts'
import { accounts, itemAccounts } from '../../accounts/chart.ts'
import { day } from '../../core/date.ts'
import { accountCode, fieldSet, memo, shortText } from '../../core/fields.ts'
import { money } from '../../core/money.ts'

export const maximumOpeningRows = 400

/** The item and party of an open-item account. */
export const openingItems: Readonly<
  Record<string, { word: string; party: 'customer' | 'supplier' | 'anyone' | null }>
> = {
  [accounts.receivables]: { word: 'Receivable', party: 'customer' },
  [accounts.payables]: { word: 'Payable', party: 'supplier' },
  [accounts.customerAdvances]: { word: 'Customer advance', party: 'customer' },
  [accounts.supplierAdvances]: { word: 'Supplier advance', party: 'supplier' },
  [accounts.employeeAdvances]: { word: 'Advance to officer or employee', party: 'anyone' },
  [accounts.withheldAwaitingCertificate]: { word: 'Form 2307 outstanding', party: 'customer' },
  [accounts.undeposited]: { word: 'Undeposited funds', party: null },
  [accounts.inTransit]: { word: 'Transfer in transit', party: null },
  [accounts.staleCheques]: { word: 'Stale cheque', party: null },
  [accounts.unidentifiedDeposits]: { word: 'Unidentified deposit', party: null },
}

const amount = money.check(
  z.refine((figure) => figure >= 0n, 'Enter the amount without a minus sign, as a debit or a credit.'),
)

const openingRow = fieldSet({
  account: accountCode,
  debit: z._default(amount, 0n),
  credit: z._default(amount, 0n),
  /** The balance of a foreign account in its own minor units. */
  foreign: z._default(
    z.nullable(
      money.check(
        z.refine((figure) => figure > 0n, 'Enter a balance of more than zero in the currency of the account.'),
      ),
    ),
    null,
  ),
}).check(
  z.refine((row) => (row.debit === 0n) !== (row.credit === 0n), {
    path: ['debit'],
    error: 'Enter either a debit or a credit.',
  }),
)

const openingItem = fieldSet({
  account: accountCode.check(z.refine((code) => itemAccounts.includes(code), 'Choose the type of open item.')),
  partyId: z._default(z.nullable(z.uuid('Choose a registered customer or supplier.').check(z.toLowerCase())), null),
  number: shortText('number of the document', 30).check(z.overwrite((text) => text.toUpperCase())),
  /** The document date, before the opening date of the books. */
  day,
  dueDay: z._default(z.nullable(day), null),
  amount: money.check(z.refine((figure) => figure > 0n, 'Enter the open amount. It must be more than zero.')),
})

export const openingFields = fieldSet({
  /** The opening date of the books and of the entries. */
  day,
  rows: z._default(
    z
      .array(openingRow, 'Enter the balances of the accounts.')
      .check(z.maxLength(maximumOpeningRows, `Opening balances can have at most ${maximumOpeningRows} rows.`)),
    [],
  ),
  item: z._default(z.nullable(openingItem), null),
  memo,
}).check(
  z.refine(({ rows, item }) => rows.length > 0 !== (item !== null), {
    path: ['rows'],
    error: 'Enter account balances or one open item. Each open item is a separate document.',
  }),
  z.refine(({ item, day: begins }) => item === null || item.day <= begins, {
    path: ['item', 'day'],
    error: 'The document date is after the opening date. Record this item as a regular document instead.',
  }),
  z.refine(({ item }) => item === null || item.dueDay === null || item.dueDay >= item.day, {
    path: ['item', 'dueDay'],
    error: 'The due date is before the document date. Correct one of them.',
  }),
)

export type OpeningFields = z.output<typeof openingFields>

export type Row = OpeningFields['rows'][number]

export type Item = NonNullable<OpeningFields['item']>
