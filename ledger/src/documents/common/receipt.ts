// Parts shared by printed documents of several types: headings, balances and the entry.
import { functionalCurrency } from '../../accounts/exchange.ts'
import type { Entry } from '../../accounts/journal.ts'
import { formatMoney } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { addressLine, displayName, formatTin, tinDigits, tinLine } from '../../core/party.ts'
import type { Party } from '../../core/party.ts'
import type { Receipt } from '../receipt.ts'
import type { CommonFacts, CompanyFacts, MoneyFact } from '../facts.ts'

/** Balances before and after, as a table of the receipt. Amounts are signed, in each account's currency. */
export function balancesTable(
  moved: readonly { account: MoneyFact; amount: Money }[],
): NonNullable<Receipt['tables']>[number] {
  return {
    title: 'Balances',
    columns: [
      { label: 'Account', numeric: false },
      { label: 'Before', numeric: true },
      { label: 'Change', numeric: true },
      { label: 'After', numeric: true },
    ],
    rows: moved.map(({ account, amount }) => {
      const unit = account.currency === functionalCurrency ? '' : ` (${account.currency})`
      return [
        `${account.code} ${account.name}${unit}`,
        ...[account.held, amount, account.held + amount].map((figure) => formatMoney(figure)),
      ]
    }),
  }
}

/** The company in the header of a receipt. */
export function companyHeading({ name, tin, branchCode, address, vatRegistered }: CompanyFacts): Receipt['company'] {
  const tinText =
    tin === null
      ? ''
      : `${vatRegistered ? 'VAT REG TIN' : 'NON-VAT REG TIN'} ${formatTin(tinDigits(tin).slice(0, 9), branchCode)}`
  return { name, tinLine: tinText, address }
}

/** The party of a document, with its label on the receipt. */
export function partyHeading(label: string, party: Party | undefined): Receipt['party'] {
  if (party === undefined) return null
  return { label, name: displayName(party), tinLine: tinLine(party), address: addressLine(party) }
}

/** The entry as the receipt prints it; bank accounts have the names that they have everywhere else. */
export function journalOf(
  entry: Entry,
  { accounts, money }: Pick<CommonFacts, 'accounts'> & { money?: ReadonlyMap<string, MoneyFact> | undefined },
): Receipt['journal'] {
  return entry.lines.map(({ account, debit, credit }) => ({
    account,
    name: money?.get(account)?.name ?? accounts.get(account)?.name ?? '',
    debit,
    credit,
  }))
}
