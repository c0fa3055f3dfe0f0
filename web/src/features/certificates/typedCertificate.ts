// Converts the input of a certificate to the fields of its document.
import type { ReadValue } from '@talaan/contract/arrivals.ts'
import type { ExpectedOf } from '@talaan/contract/certificates.ts'
import { endOfMonth, formatDay, parseTypedDay, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { quarterEnd, quarterOfDay } from '@talaan/ledger/tax/lists/taxpayer.ts'
import { formatMoney, parseTypedAmount, sum } from '@talaan/ledger/core/money.ts'
import type { Mistakes } from '../filings/mistakes.ts'

export type CertificateAction = 'received' | 'written_off'

type Proved = ExpectedOf['items'][number]['account']

export type TypedCertificate = {
  day: string
  from: string
  to: string
  /** For each receipt: whether it is selected, and its amount. */
  rows: { documentId: string; account: Proved; ticked: boolean; amount: string }[]
  taxes: { atc: string; base: string; tax: string }[]
  memo: string
}

/**
 * Suggests the oldest expected quarter, with its receipts selected and the resulting lines. Income tax and VAT are
 * claimed in different returns, so each gets a certificate of its own, income tax first.
 */
export function suggested({ items }: ExpectedOf, act: CertificateAction, today: Day): TypedCertificate {
  const account = items.map((item) => item.account).toSorted()[0]
  const quarter = items
    .filter((item) => item.account === account)
    .map((item) => item.quarter)
    .toSorted()[0]
  const to = quarter === undefined ? today : endOfMonth(quarterEnd(quarter))
  const rows = items.map(({ documentId, open, ...item }) => ({
    documentId,
    account: item.account,
    amount: formatMoney(open),
    ticked: act === 'received' && item.quarter === quarter && item.account === account,
  }))
  return {
    day: formatDay(today),
    from: quarter === undefined || act === 'written_off' ? '' : formatDay(startOfMonth(quarter)),
    to: quarter === undefined || act === 'written_off' ? '' : formatDay(to < today ? to : today),
    rows,
    taxes: act === 'received' ? linesOf({ items }, rows) : [],
    memo: '',
  }
}

/**
 * Like `suggested`, but with the period and lines read from the certificate, and the receipts of its quarter selected.
 */
export function fromFile(
  expected: ExpectedOf,
  fields: readonly Pick<ReadValue, 'name' | 'value'>[],
  today: Day,
): TypedCertificate {
  const all = (of: ReadValue['name']) => fields.filter(({ name }) => name === of).map(({ value }) => value)
  const usual = suggested(expected, 'received', today)
  const [[from], [to]] = [all('periodFrom'), all('periodTo')]
  const [bases, taxes] = [all('base'), all('tax')]
  const read = all('atc').map((atc, at) => ({
    atc,
    base: formatMoney(BigInt(bases[at] ?? '0')),
    tax: formatMoney(BigInt(taxes[at] ?? '0')),
  }))
  const isCovered = ({ documentId, account }: TypedCertificate['rows'][number]) =>
    expected.items.some(
      (item) =>
        item.documentId === documentId &&
        item.account === account &&
        account === '1321' &&
        from !== undefined &&
        item.quarter === quarterOfDay(from),
    )
  return {
    ...usual,
    ...(from !== undefined && {
      from: formatDay(from),
      rows: usual.rows.map((row) => ({ ...row, ticked: isCovered(row) })),
    }),
    ...(to !== undefined && { to: formatDay(to) }),
    ...(read.length > 0 && { taxes: read }),
  }
}

/** Two certificates may be expected for a receipt: one for income tax and one for VAT. */
export const rowKey = ({ documentId, account }: { documentId: string; account: string }): string =>
  `${documentId} ${account}`

/** The lines for the selected receipts, with each code once. */
export function linesOf(
  { items }: Pick<ExpectedOf, 'items'>,
  rows: TypedCertificate['rows'],
): TypedCertificate['taxes'] {
  const ticked = items.filter((item) => rows.some((row) => row.ticked && rowKey(row) === rowKey(item)))
  const all = ticked.flatMap(({ taxes }) => taxes)
  return [...Map.groupBy(all, ({ atc }) => atc)].map(([atc, own]) => ({
    atc,
    base: formatMoney(sum(own.map(({ base }) => base))),
    tax: formatMoney(sum(own.map(({ tax }) => tax))),
  }))
}

type Read = { fields: Record<string, unknown> } | { mistakes: Mistakes }

/**
 * The fields of the document, or the input that can't be read, by its path. Rows keep their positions among the
 * selected receipts.
 */
export function certificateOf(
  typed: TypedCertificate,
  { act, partyId, today }: { act: CertificateAction; partyId: string; today: Day },
): Read {
  const mistakes: Mistakes = {}
  const day = (text: string, place: string): string | null => {
    if (text.trim() === '') return null
    const read = parseTypedDay(text, today)
    if (!read.ok) mistakes[place] = read.message
    return read.ok ? read.day : null
  }
  const amount = (text: string, place: string): string => {
    const read = parseTypedAmount(text)
    if (!read.ok) mistakes[place] = read.message
    return read.ok ? read.amount.toString() : '0'
  }
  const ticked = typed.rows.filter((row) => row.ticked)
  const rows = ticked.map(({ documentId, account, amount: of }, at) => ({
    documentId,
    account,
    amount: amount(of, `rows.${at}.amount`),
  }))
  const taxes = typed.taxes.map(({ atc, base, tax }, at) => ({
    atc: atc.trim().toUpperCase(),
    base: amount(base, `taxes.${at}.base`),
    tax: amount(tax, `taxes.${at}.tax`),
  }))
  const fields = {
    act,
    partyId,
    rows,
    taxes,
    memo: typed.memo,
    day: day(typed.day, 'day') ?? '',
    from: day(typed.from, 'from'),
    to: day(typed.to, 'to'),
  }
  return Object.keys(mistakes).length > 0 ? { mistakes } : { fields }
}
