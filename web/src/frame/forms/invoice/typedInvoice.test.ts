// The input of an invoice becomes exactly the fields to send, and a draft restores every keystroke.
import { standardVatRates } from '@talaan/ledger/tax/vat.ts'
import { expect, test } from 'vitest'
import type { PartyRow } from '@talaan/contract/parties.ts'
import { invoiceFields } from '@talaan/ledger/documents/invoice/fields.ts'
import { dueDayOf } from '../../fields/due.ts'
import { figuresOf, saleLines, type TypedSaleLine } from '../../fields/typedSale.ts'
import { rowsChanged, type RowChange } from '../../runtime/rows.ts'
import { partyChanged, withParty } from '../../runtime/documentParty.ts'
import {
  fieldsOf,
  invoiceChanged,
  invoiceModel,
  nextInvoice,
  withLast,
  withoutLast,
  type TypedInvoice,
} from './typedInvoice.ts'
import { sampleParty } from '../../../../test/party.ts'

const today = '2026-03-15'

const metro = sampleParty

type Keystroke = (typed: TypedInvoice) => TypedInvoice
const empty = invoiceModel.empty({ today })
const typing = (...keys: Keystroke[]): TypedInvoice => keys.reduce((typed, key) => key(typed), empty)
const head =
  (field: 'externalNo' | 'email' | 'day' | 'terms' | 'dueDay' | 'memo' | 'partySearch', value: string): Keystroke =>
  (typed) =>
    partyChanged(typed, { [field]: value })
const picked =
  (party: PartyRow): Keystroke =>
  (typed) =>
    withParty(typed, party)
const inLines =
  (change: RowChange<TypedSaleLine>): Keystroke =>
  (typed) => ({ ...typed, lines: rowsChanged(typed.lines, change, saleLines) })
const cell = (id: string, field: Exclude<keyof TypedSaleLine, 'id'>, value: string) =>
  inLines({ type: 'line', id, field, value })

const line = (id: string, description: string, unitPrice: string) => [
  cell(id, 'description', description),
  cell(id, 'unitPrice', unitPrice),
  cell(id, 'account', '4010'),
]

test('amounts typed with separators, arithmetic and a percentage are sent as minor units', () => {
  const typed = typing(
    picked(metro),
    head('externalNo', '0001234'),
    head('day', '3-14'),
    head('terms', 'Net 30'),
    ...line('1', 'Coffee beans', '=1000+120'),
    cell('1', 'quantity', '1,000.5'),
    cell('1', 'discount', '10%'),
    ...line('2', 'Delivery', '₱1,500'),
    cell('2', 'discount', '500'),
  )
  const { fields, mistakes } = fieldsOf(typed, today)
  expect(mistakes).toEqual([])
  expect(fields).toEqual({
    email: 'ap@metro.example.com',
    partyId: metro.id,
    externalNo: '0001234',
    beneficiary: '',
    beneficiaryId: '',
    discountFor: '',
    zeroRatingCertificate: '',
    externalNoTo: '',
    zeroRating: '',
    day: '2026-03-14',
    dueDay: '2026-04-13',
    terms: 'Net 30',
    priceMode: 'inclusive',
    lines: [
      {
        description: 'Coffee beans',
        quantity: '1000.5',
        unitPrice: '112000',
        discountPercent: '10',
        discountAmount: null,
        vatClass: 'vatable',
        account: '4010',
      },
      {
        description: 'Delivery',
        quantity: '1',
        unitPrice: '150000',
        discountPercent: null,
        discountAmount: '50000',
        vatClass: 'vatable',
        account: '4010',
      },
    ],
    memo: '',
  })
  expect(invoiceFields.safeParse(JSON.parse(JSON.stringify(fields))).success).toBe(true)
})

test('unreadable input is reported at its field with the message of its parser', () => {
  const typed = typing(
    head('day', '31 Feb'),
    ...line('1', 'Coffee beans', '1.234,56'),
    ...line('2', 'Rice', '45'),
    cell('2', 'quantity', '-3'),
    cell('2', 'discount', '110%'),
  )
  const at = Object.fromEntries(fieldsOf(typed, today).mistakes.map(({ path, message }) => [path.join('.'), message]))
  expect(at).toMatchObject({
    party: 'Choose a customer from the list.',
    externalNo: 'Enter the invoice number.',
    day: 'There is no 31 February 2026; check the date.',
    'lines.0.unitPrice': '1.234,56 has a comma instead of a decimal point. Enter 1,234.56.',
    'lines.1.quantity': 'The quantity must be more than zero. Record a return as a credit memo.',
    'lines.1.discount': 'Enter a percentage from 0 to 100 with at most two decimals.',
  })
})

test('mistakes come in the order of the form', () => {
  const typed = typing(head('memo', 'x'.repeat(501)), ...line('1', '', '1.234,56'))
  const order = fieldsOf(typed, today).mistakes.map(({ path }) => path.join('.'))
  expect(order).toEqual(['party', 'externalNo', 'lines.0.description', 'lines.0.unitPrice', 'memo'])
})

test('empty lines are not sent, and mistakes still name the line of the screen', () => {
  const typed = typing(...line('1', 'Coffee', '10'), ...line('2', 'Rice', '45'), ...line('3', 'Tea', 'ten'))
  const withGap = [cell('2', 'description', ''), cell('2', 'unitPrice', '')].reduce((now, key) => key(now), typed)
  const { fields, mistakes, onForm } = fieldsOf(withGap, today)
  expect(fields.lines).toMatchObject([{ description: 'Coffee' }, { description: 'Tea' }])
  expect(mistakes.filter(({ path }) => path[0] === 'lines').map(({ path }) => path)).toEqual([
    ['lines', 2, 'unitPrice'],
  ])
  expect(onForm([{ path: ['fields', 'lines', 1, 'discountAmount'], message: 'Lower it.' }])).toEqual([
    { path: ['lines', 2, 'discount'], message: 'Lower it.' },
  ])
})

test('an invoice without lines is reported', () => {
  const { mistakes } = fieldsOf(empty, today)
  expect(mistakes).toContainEqual({ path: ['lines'], message: 'Add at least one line.' })
})

test('the grid always ends in one empty line that suggests the tax and account of the line above', () => {
  const typed = typing(cell('1', 'vatClass', 'exempt'), ...line('1', 'Rice', '45'))
  expect(typed.lines).toHaveLength(2)
  expect(typed.lines[1]).toMatchObject({ description: '', quantity: '1', vatClass: 'exempt', account: '4010' })
  const removed = inLines({ type: 'removeLine', id: '2' })(inLines({ type: 'removeLine', id: '1' })(typed))
  expect(removed.lines).toHaveLength(1)
})

test('one key copies the cell above and another the whole line', () => {
  const typed = typing(...line('1', 'Rice', '45'), cell('1', 'quantity', '7'))
  const second = typed.lines[1]?.id ?? ''
  expect(inLines({ type: 'copyCell', id: second, field: 'unitPrice' })(typed).lines[1]).toMatchObject({
    description: '',
    unitPrice: '45',
  })
  expect(inLines({ type: 'copyLine', id: second })(typed).lines[1]).toMatchObject({
    id: second,
    description: 'Rice',
    quantity: '7',
  })
  expect(inLines({ type: 'copyCell', id: '1', field: 'unitPrice' })(typed)).toEqual(typed)
})

test('totals while typing are those of the ledger, without unreadable lines', () => {
  const typed = typing(
    ...line('1', 'Coffee', '1,120'),
    ...line('2', 'Rice', '45'),
    cell('2', 'vatClass', 'exempt'),
    ...line('3', 'Tea', '12,'),
  )
  const { amounts, totals, total } = figuresOf(typed, { today, vatRates: standardVatRates })
  expect(amounts.slice(0, 3)).toEqual([112_000n, 4_500n, null])
  expect(totals).toEqual([
    { label: 'Vatable sales', amount: 100_000n },
    { label: 'VAT-exempt sales', amount: 4_500n },
    { label: 'VAT 12%', amount: 12_000n },
    { label: 'Total', amount: 116_500n, emphasis: 'grand' },
  ])
  expect(total).toBe(116_500n)
})

test('the receipt goes to the address of the customer unless another one was typed', () => {
  expect(typing(picked(metro))).toMatchObject({
    email: 'ap@metro.example.com',
    emailFrom: metro.name,
  })
  const own = typing(head('email', 'ana@example.com'), picked(metro))
  expect(own).toMatchObject({ email: 'ana@example.com', emailFrom: '' })
  const other = typing(picked(metro), picked({ ...metro, name: 'Other', email: null }))
  expect(other).toMatchObject({ email: '', emailFrom: '' })
})

test('typing over the customer clears the picked one', () => {
  const typed = typing(picked(metro), head('partySearch', 'Metro R'))
  expect(typed.party).toBeNull()
  expect(typed.email).toBe('ap@metro.example.com')
})

test.each([
  ['30 days', '', '2026-04-14', 'terms'],
  ['net 15', '', '2026-03-30', 'terms'],
  ['COD', '', '2026-03-15', 'terms'],
  ['as agreed', '', null, null],
  ['30 days', '+10', '2026-03-25', 'typed'],
  ['', 'soon', null, 'typed'],
])('terms %j with a due date typed as %j are due on %s', (terms, dueDay, due, from) => {
  expect(dueDayOf(typing(head('terms', terms), head('dueDay', dueDay)), today)).toEqual({ dueDay: due, from })
})

test('a draft restores every keystroke, including unreadable input', () => {
  const typed = typing(head('day', '31 Feb'), ...line('1', 'Coffee', '1.234,56'))
  const stored: unknown = JSON.parse(JSON.stringify({ typed }))
  expect(invoiceModel.restored(stored as Record<string, unknown>)).toEqual(typed)
  expect(invoiceModel.restored({ somethingElse: true })).toBeNull()
})

test('a form with only suggestions is blank until the first keystroke', () => {
  const suggested = typing(head('day', '3-1'), cell('1', 'account', '4020'), cell('1', 'vatClass', 'exempt'))
  expect(invoiceModel.isBlank(suggested)).toBe(true)
  expect(invoiceModel.isBlank(head('externalNo', '1')(suggested))).toBe(false)
  expect(invoiceModel.isBlank(cell('1', 'description', 'T')(suggested))).toBe(false)
})

test('the next invoice keeps the date, tax and account, suggests the next number, and keeps nothing of the customer', () => {
  const typed = typing(
    picked(metro),
    head('day', '3-14'),
    head('externalNo', 'A-0099'),
    cell('1', 'vatClass', 'zero_rated'),
    ...line('1', 'Rice', '45'),
  )
  const next = nextInvoice(typed, today)
  expect(next).toMatchObject({ day: '3-14', email: '', party: null, partySearch: '', externalNo: 'A-0100' })
  expect(invoiceModel.isBlank(next)).toBe(true)
  expect(invoiceModel.isBlank(head('externalNo', 'A-0101')(next))).toBe(false)
  expect(nextInvoice(head('externalNo', '')(typed), today).externalNo).toBe('')
  expect(next.lines).toEqual([expect.objectContaining({ vatClass: 'zero_rated', account: '4010', description: '' })])
})

test('the last invoice of a customer suggests terms and account until a line is typed, and a copy has its own number', () => {
  const last = {
    number: 'SI-2026-000007',
    fields: {
      terms: '30 days',
      priceMode: 'exclusive',
      lines: [{ vatClass: 'zero_rated', account: '4020', quantity: '2' }],
    },
  }
  const suggested = withLast(typing(picked(metro)), last)
  expect(suggested).toMatchObject({ terms: '30 days', priceMode: 'inclusive', suggestedFrom: 'SI-2026-000007' })
  expect(suggested.lines).toMatchObject([{ vatClass: 'vatable', account: '4020', description: '', quantity: '1' }])
  expect(withLast(typing(head('terms', 'COD')), last).terms).toBe('COD')
  expect(withoutLast(suggested, 'other')).toMatchObject({ terms: '', suggestedFor: 'other', suggestedFrom: '' })
  expect(withoutLast({ ...suggested, terms: '15 days' }, 'other').terms).toBe('15 days')
  const begun = typing(cell('1', 'description', 'Rice'))
  expect(withLast(begun, last)).toBe(begun)
  expect(withLast(begun, { number: 'SI-2026-000001', fields: {} })).toBe(begun)
  const recorded = typing(head('externalNo', '101'), head('dueDay', '+30'), ...line('1', 'Rice', '45'))
  expect(invoiceModel.copied(recorded)).toEqual({ ...recorded, externalNo: '', dueDay: '' })
})

test('a recorded invoice opens as a copy of today, without its number and due date', () => {
  const typed = typing(picked(metro), head('externalNo', '101'), ...line('1', 'Rice', '45'))
  const { fields } = fieldsOf({ ...typed, email: 'books@metro.example' }, today)
  const copy = invoiceModel.like({ ...fields, day: '2026-02-01', dueDay: '2026-02-15' }, metro, { today })
  if (copy === null) throw new Error('It is no invoice.')
  expect(copy).toMatchObject({ externalNo: '', dueDay: '', party: metro, email: 'books@metro.example', emailFrom: '' })
  expect(fieldsOf({ ...copy, externalNo: '101' }, today).fields).toEqual(fields)
  expect(invoiceModel.like({}, metro, { today })).toBeNull()
})

test('a day of walk-in sales is sent with its last number and without an e-mail address', () => {
  const various: PartyRow = { ...metro, name: 'Various customers', tin: '', email: null, noTin: 'various' }
  const typed = {
    ...typing(
      head('email', 'ana@example.com'),
      picked(various),
      head('externalNo', '000101'),
      ...line('1', 'Cash sales', '1,120'),
    ),
    externalNoTo: '000148',
  }
  const { fields, mistakes } = fieldsOf(typed, today)
  expect(mistakes).toEqual([])
  expect(fields).toMatchObject({ email: '', externalNo: '000101', externalNoTo: '000148' })
  expect(fieldsOf(withParty(typed, metro), today).fields).toMatchObject({ email: metro.email, externalNoTo: '' })
})

test('the reason for zero-rating is sent only with a zero-rated line', () => {
  const typed = { ...typing(...line('1', 'Coffee', '100')), zeroRating: 'export_goods' as const }
  expect(fieldsOf(typed, today).fields).toMatchObject({ zeroRating: '' })
  const [first] = typed.lines
  const zeroRated = { ...typed, lines: first ? [{ ...first, vatClass: 'zero_rated' as const }] : [] }
  expect(fieldsOf(zeroRated, today).fields).toMatchObject({ zeroRating: 'export_goods' })
})

test('a registered business enterprise is sold to at zero VAT with its certificate, and the next customer is not', () => {
  const enterprise = { ...metro, id: 'other', registeredEnterprise: true, zeroRatingCertificate: 'PEZA-2026-0815' }
  const typed = typing(picked(enterprise), head('externalNo', '0001234'), ...line('1', 'Coffee', '1,120.00'))
  const zeroRated = withoutLast(typed, enterprise.id)
  expect(fieldsOf(zeroRated, today).fields).toMatchObject({
    zeroRating: 'export_enterprise',
    zeroRatingCertificate: 'PEZA-2026-0815',
    lines: [{ vatClass: 'zero_rated' }],
  })
  expect(fieldsOf(withoutLast(withParty(zeroRated, metro), metro.id), today).fields).toMatchObject({
    zeroRating: '',
    zeroRatingCertificate: '',
    lines: [{ vatClass: 'vatable' }],
  })
})

test('a statutory discount makes the lines VAT-exempt, and clearing it hides the person and restores the VAT', () => {
  const typed = typing(picked(metro), head('externalNo', '0001234'), ...line('1', 'Medicine', '1,120.00'))
  const senior = invoiceChanged(typed, { discountFor: 'senior' })
  const named = { ...senior, beneficiary: 'Ramos, Nena', beneficiaryId: '1234567' }
  expect(fieldsOf(named, today).fields).toMatchObject({
    discountFor: 'senior',
    beneficiary: 'Ramos, Nena',
    beneficiaryId: '1234567',
    lines: [{ vatClass: 'exempt' }],
  })
  // 1,120.00 with VAT is 1,000.00 without VAT; less 20% is 800.00.
  expect(figuresOf({ ...named, priceMode: 'inclusive' }, { today, vatRates: standardVatRates }).total).toBe(80_000n)
  expect(fieldsOf(invoiceChanged(named, { discountFor: '' }), today).fields).toMatchObject({
    beneficiary: '',
    beneficiaryId: '',
    lines: [{ vatClass: 'vatable' }],
  })
})
