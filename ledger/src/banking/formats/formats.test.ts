// Files as described by the public specifications of the formats, with the deviations of banks; every name is invented.
import { expect, test } from 'vitest'
import { readCamt053 } from './camt053.ts'
import { detectFormat } from './detect.ts'
import { readMixedAmount, readAmount, readDay } from './figures.ts'
import { readMt940 } from './mt940.ts'
import { readOfx } from './ofx.ts'
import { qifDays, readQif } from './qif.ts'
import { joined } from './statement.ts'
import type { StatementLine } from './statement.ts'
import { orderOf } from './suggest.ts'
import { decodeText } from './text.ts'

/** A line in short: '2026-03-02 -500.00 words' and other fields. */
const short = ({ day, amount, description, ...rest }: StatementLine): string => {
  const { position: _, ...more } = rest
  const said = Object.entries(more).map(([name, value]) => `${name}=${value}`)
  return [day, amount.toString(), description, ...said].join(' ')
}

const ofx1 = `OFXHEADER:100
DATA:OFXSGML
VERSION:103
ENCODING:USASCII
CHARSET:1252


<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260401080000<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>PHP<BANKACCTFROM><BANKID>010530667<ACCTID>1234-5678-90<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260301<DTEND>20260331235959.000[+8:PHT]
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260302120000[+8:PHT]<TRNAMT>1500.00<FITID>A1<SIC>5411<NAME>Bayani & Sons < Manila</NAME><MEMO>INV 12 &amp; 13</STMTTRN>
<STMTTRN><TRNTYPE>CHECK</TRNTYPE><DTPOSTED>20260305</DTPOSTED><TRNAMT>-250,50</TRNAMT><FITID>A2</FITID><CHECKNUM>0000123</CHECKNUM><NAME></NAME><MEMO></STMTTRN>
<STMTTRN>
<TRNTYPE>DEBIT
<DTPOSTED>20260305
<TRNAMT>-100
<FITID>A2
<NAME>ATM
</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>11149.50<DTASOF>20260331</LEDGERBAL><AVAILBAL><BALAMT>99<DTASOF>20260331</AVAILBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

test('OFX 1: unclosed elements mixed with closed ones, unknown tags, time zones, raw special characters, both decimal marks, empty tags', () => {
  const { statements } = readOfx(ofx1)
  expect(statements).toHaveLength(1)
  const { lines, ...head } = statements[0]!
  expect(head).toEqual({
    account: '1234-5678-90',
    currency: 'PHP',
    from: '2026-03-01',
    to: '2026-03-31',
    opening: 10_000_00n,
    closing: 11_149_50n,
  })
  expect(lines.map(short)).toEqual([
    '2026-03-02 150000 Bayani & Sons < Manila INV 12 & 13 reference=A1',
    '2026-03-05 -25050 CHECK reference=A2 chequeNo=0000123',
    '2026-03-05 -10000 ATM reference=A2',
  ])
})

test('OFX on one line, several accounts in a file, a body without a header, and newest line first', () => {
  const movement = (day: string, amount: string) => `<STMTTRN><DTPOSTED>${day}<TRNAMT>${amount}<FITID>${day}</STMTTRN>`
  const account = (no: string, movements: string) =>
    `<STMTRS><CURDEF>PHP<BANKACCTFROM><ACCTID>${no}</BANKACCTFROM><BANKTRANLIST>${movements}</BANKTRANLIST></STMTRS>`
  const { statements } = readOfx(
    `<OFX><BANKMSGSRSV1>${account('11', movement('20260310', '5') + movement('20260301', '-7'))}${account('22', movement('20260302', '1'))}</BANKMSGSRSV1></OFX>`,
  )
  expect(statements.map(({ account: no, lines }) => [no, lines.map(({ day }) => day)])).toEqual([
    ['11', ['2026-03-01', '2026-03-10']],
    ['22', ['2026-03-02']],
  ])
})

test('OFX 2 is the same tree in XML; a balance dated after the statement is not its closing balance', () => {
  const { statements } = readOfx(`<?xml version="1.0" encoding="UTF-8"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>PHP</CURDEF><CCACCTFROM><ACCTID>4000********1234</ACCTID></CCACCTFROM>
<BANKTRANLIST><DTSTART>20260301</DTSTART><DTEND>20260331</DTEND>
<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260315</DTPOSTED><DTUSER></DTUSER><TRNAMT>-99.90</TRNAMT><FITID>Z</FITID><PAYEE><NAME>Ni&#241;o Trading</NAME></PAYEE><CURRENCY><CURSYM>USD</CURSYM></CURRENCY></STMTTRN>
<STMTTRN><DTPOSTED>20260316</DTPOSTED><TRNAMT>0.00</TRNAMT><FITID>info</FITID></STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>-99.90</BALAMT><DTASOF>20260410</DTASOF></LEDGERBAL></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`)
  expect(statements[0]?.closing).toBeUndefined()
  expect(statements[0]?.lines.map(short)).toEqual(['2026-03-15 -9990 Niño Trading reference=Z'])
})

test.each([
  ['a movement without a day', ofx1.replace('<DTPOSTED>20260302120000[+8:PHT]', ''), /^Line 11: .*no date/],
  ['an amount with words', ofx1.replace('<TRNAMT>1500.00', '<TRNAMT>many'), /^Line 11: 'many' is not an amount/],
  ['an amount that can be read two ways', ofx1.replace('1500.00', '1,500'), /is ambiguous/],
  ['a file that is cut off', ofx1.slice(0, 900), /incomplete/],
  ['an investment account', '<OFX><INVSTMTRS></INVSTMTRS></OFX>', /investment/],
  ['no account', '<OFX><SONRS></SONRS></OFX>', /no account statement/],
])('OFX with %s is refused with its message', (_, text, sentence) => {
  expect(() => readOfx(text)).toThrow(sentence)
})

const mt940 = `{1:F01BANKPHMMXXXX0000000000}{2:O9401200260331BANKPHMMXXXX00000000002603311200N}{4:
:20:STMT260331
:25:1234567890
:28C:3/1
:60F:C260228PHP10000,00
:61:2603020302C1500,NTRFINV12//BK001
PESONET
:86:?00TRANSFER?20INVOICES 12?21 AND 13?32BAYANI LOGI?33STICS
:61:260305D250,50NCHK0000123
:86:CHEQUE PAID
AT COUNTER
:61:2602300302RC10,00NMSCNONREF
:86:/BENM/SUKI STORE/REMI/CHARGE BACK/
:61:2512310102RDF5,NCHG
:61:260303C0,NMSC
:62M:C260302PHP11244,50
-}{5:{CHK:0123456789AB}}
{1:F01BANKPHMMXXXX0000000000}{4:
:20:STMT260331
:25:1234567890
:28C:3/2
:60M:C260302PHP11244,50
:62F:C260331PHP11244,50
:64:C260331PHP11244,50
-}`

test('MT940: envelopes, pages, missing and year-crossing entry dates, reversals, impossible dates, structured and free texts', () => {
  const { statements, notes } = readMt940(mt940)
  const { statement, notes: between } = joined(statements)
  const { lines, ...head } = statement
  expect(head).toEqual({
    account: '1234567890',
    currency: 'PHP',
    from: '2026-02-28',
    to: '2026-03-31',
    opening: 10_000_00n,
    closing: 11_244_50n,
  })
  expect(lines.map(short)).toEqual([
    '2026-03-02 150000 PESONET BAYANI LOGISTICS TRANSFER INVOICES 12 AND 13 reference=BK001',
    '2026-03-05 -25050 CHEQUE PAID AT COUNTER reference=0000123 chequeNo=0000123',
    '2026-03-02 -1000 SUKI STORE CHARGE BACK valueDay=2026-02-28',
    '2026-01-02 500  valueDay=2025-12-31',
  ])
  expect([...notes, ...between]).toEqual(['Line 12: 2026-02-30 is not a valid date, so Talaan uses 2026-02-28.'])
})

test('MT940 without an envelope and without a final line end; two days in a file are one statement, and a gap is noted', () => {
  const day = (no: number, opening: string, closing: string) =>
    `:20:D${no}\n:25:99\n:60F:C26030${no}PHP${opening}\n:61:26030${no}C1,NMSC\n:62F:C26030${no}PHP${closing}`
  const whole = joined(readMt940(`${day(1, '1,', '2,')}\n${day(2, '2,', '3,')}`).statements)
  expect(whole).toMatchObject({ statement: { opening: 100n, closing: 300n }, notes: [] })
  expect(whole.statement.lines.map(({ position }) => position)).toEqual([1, 2])
  expect(joined(readMt940(`${day(1, '1,', '2,')}\n${day(2, '7,', '8,')}`).statements).notes).toEqual([
    'Part 2 of this file does not start with the closing balance of part 1.',
  ])
})

test.each([
  ['a movement nobody can read', mt940.replace('2603020302C1500,', '26030203C1500'), /^Line 6: .*not a transaction/],
  ['a balance nobody can read', mt940.replace('C260228PHP10000,00', 'C260228PHPten'), /^Line 5: .*not a balance/],
  ['no closing balance', mt940.slice(0, mt940.indexOf(':62M:')), /no closing balance.*incomplete/],
  ['a thirteenth month', mt940.replace(':61:260305D', ':61:261305D'), /not a date/],
])('MT940 with %s is refused with its line', (_, text, sentence) => {
  expect(() => readMt940(text)).toThrow(sentence)
})

const camt = (version: string, entries: string, balances = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<ns2:Document xmlns:ns2="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><ns2:BkToCstmrStmt><ns2:GrpHdr/>
<ns2:Stmt><ns2:Id>1</ns2:Id><ns2:Acct><ns2:Id><ns2:Othr><ns2:Id>0012345678</ns2:Id></ns2:Othr></ns2:Id><ns2:Ccy>PHP</ns2:Ccy></ns2:Acct>${balances}${entries}</ns2:Stmt>
</ns2:BkToCstmrStmt></ns2:Document>`
    .replaceAll('ns2:', version === '02' ? '' : 'ns2:')
    .replaceAll('xmlns:ns2', 'xmlns:ns2')

const balance = (kind: string, amount: string, mark: string, day: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="PHP">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`

test('CAMT.053, old and new: nested states, dates with times, five decimals, batches, reversals, cheques, entries not booked', () => {
  const entries = `
<Ntry><Amt Ccy="PHP">1500</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>2026-03-02T23:30:00-08:00</DtTm></BookgDt><ValDt><Dt>2026-03-03</Dt></ValDt><AcctSvcrRef>R1</AcctSvcrRef>
<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Bayani &amp; Sons</Nm></Dbtr></RltdPties><RmtInf><Ustrd>INV 12</Ustrd><Ustrd>INV 13</Ustrd></RmtInf></TxDtls></NtryDtls><AddtlNtryInf>PESONET</AddtlNtryInf></Ntry>
<Ntry><NtryRef>N2</NtryRef><Amt Ccy="PHP">250.50000</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-05</Dt></BookgDt>
<NtryDtls><TxDtls><Refs><ChqNb>0000123</ChqNb></Refs><RltdPties><Cdtr><Pty><Nm>Suki <![CDATA[& Store]]></Nm></Pty></Cdtr></RltdPties></TxDtls><TxDtls><RmtInf><Ustrd>second</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="PHP">10.0</Amt><CdtDbtInd>CRDT</CdtDbtInd><RvslInd>true</RvslInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-06</Dt></BookgDt><AddtlNtryInf>Charge taken back</AddtlNtryInf></Ntry>
<Ntry><Amt Ccy="PHP">77.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts></Ntry>`
  const balances =
    balance('PRCD', '10000.00', 'CRDT', '2026-02-28') +
    balance('CLBD', '11259.50', 'CRDT', '2026-03-31') +
    balance('CLAV', '1.00', 'CRDT', '2026-03-31')
  const { statements, notes } = readCamt053(camt('02', entries, balances))
  const { lines, ...head } = statements[0]!
  expect(head).toEqual({
    account: '0012345678',
    currency: 'PHP',
    to: '2026-03-31',
    opening: 10_000_00n,
    closing: 11_259_50n,
  })
  expect(lines.map(short)).toEqual([
    '2026-03-02 150000 Bayani & Sons INV 12 INV 13 PESONET valueDay=2026-03-03 reference=R1',
    '2026-03-05 -25050 2 payments: Suki & Store; second reference=N2 chequeNo=0000123',
    '2026-03-06 1000 Charge taken back',
  ])
  expect(notes).toEqual(['One transaction is pending and was not imported. It will be on the next statement.'])
  expect(
    readCamt053(camt('08', entries.replace(/<(\/?)([A-Z])/g, '<$1ns2:$2').replaceAll('<![ns2:CDATA', '<![CDATA')))
      .statements[0]?.lines,
  ).toEqual(lines)
})

test('a CAMT.053 of a month without movements has its balances; an overdrawn account is negative', () => {
  const { statements } = readCamt053(
    camt('02', '', balance('OPBD', '5', 'DBIT', '2026-03-01') + balance('CLBD', '5', 'DBIT', '2026-03-31')),
  )
  expect(statements).toEqual([
    {
      account: '0012345678',
      currency: 'PHP',
      from: '2026-03-01',
      to: '2026-03-31',
      opening: -500n,
      closing: -500n,
      lines: [],
    },
  ])
})

const one =
  '<Ntry><Amt Ccy="PHP">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-06</Dt></BookgDt></Ntry>'
test.each([
  ['a third decimal', one.replace('1.00', '1.005'), /'1\.005' is not an amount/],
  ['no direction', one.replace('<CdtDbtInd>CRDT</CdtDbtInd>', ''), /not stated whether this is a credit/],
  ['another direction', one.replace('CRDT', 'BOTH'), /'BOTH' does not state/],
  ['no day', one.replace(/<BookgDt>.*<\/BookgDt>/, ''), /date .* is missing/],
  ['30 February', one.replace('2026-03-06', '2026-02-30'), /as a date/],
  ['an entity of its own', one.replace('1.00', '&lol;'), /not a valid XML entity/],
  ['a processing instruction', `<?php run ?>${one}`, /processing instruction/],
  ['tags that cross', one.replace('</Ntry>', '</Ntri>'), /no matching opening tag/],
  ['seventy levels', '<a>'.repeat(70) + '</a>'.repeat(70), /nesting is too deep/],
])('CAMT.053 with %s is refused with its message', (_, entry, sentence) => {
  expect(() => readCamt053(camt('02', entry))).toThrow(sentence)
})

test('a sentence stays short, however long the name is that it quotes', () => {
  const read = () => readCamt053(camt('02', `</${'A'.repeat(50_000)}>`))
  expect(read).toThrow(/^Line \d+: <\/A+…$/)
  expect(read).toThrow(/^.{300,301}$/)
})

test('a CAMT.053 that is truncated, has a document type definition or holds two documents is refused', () => {
  expect(() => readCamt053(camt('02', one).slice(0, 300))).toThrow(/incomplete/)
  expect(() => readCamt053(`<!DOCTYPE x [<!ENTITY a "b">]>${camt('02', one)}`)).toThrow(/DOCTYPE/)
  expect(() => readCamt053(`${camt('02', one)}${camt('02', one).slice(38)}`)).toThrow(/second document/)
})

const qif = `!Option:AutoSwitch
!Account
NPayroll account
TBank
^
!Type:Bank
D2/10'2026
T1,000.00
POpening Balance
L[Payroll account]
^
D2/14'26
U-250.50
T-250.50
N0000123
PSuki Store
MRent
SRent
E
$-200.00
SCharges
$-50.50
CX
^
# a line somebody wrote
D2/15/26
T1,003,000.00
NDEP
^
!Type:Cat
NRent
E
^
!Type:Invst
D2/15/26
NBuy
^`

test('QIF: options, accounts, apostrophe years, splits, cleared marks, remarks, and ignored sections', () => {
  expect(qifDays(qif)).toEqual(['2/10/2026', '2/14/2026', '2/15/26'])
  expect(orderOf(qifDays(qif))).toBe('mdy')
  const { statements } = readQif(qif, 'mdy')
  expect(statements).toHaveLength(1)
  const { lines, ...head } = statements[0]!
  expect(head).toEqual({ account: 'Payroll account', opening: 1000_00n, closing: 1_003_749_50n })
  expect(lines.map(short)).toEqual([
    '2026-02-14 -25050 Suki Store Rent chequeNo=0000123',
    '2026-02-15 100300000  reference=DEP',
  ])
})

test.each([
  ['whose last movement does not end', qif.slice(0, qif.indexOf('# a line') - 2), /incomplete/],
  ['without a day', '!Type:Bank\nT5.00\n^', /^Line 2: .*no date/],
  ['without an amount', '!Type:Bank\nD1/2/26\n^', /^Line 2: .*no amount/],
  ['with a day that is none', '!Type:Bank\nD14/2/26\nT5\n^', /There is no month 14/],
  ['of lists alone', '!Type:Cat\nNRent\n^', /no bank transactions/],
])('QIF %s is refused with its message', (_, text, sentence) => {
  expect(() => readQif(text, 'mdy')).toThrow(sentence)
})

test.each([
  ['1,234.56', 'point', 123_456n],
  ['(1,234.56)', 'point', -123_456n],
  ['1,234.56-', 'point', -123_456n],
  ['-1,234.56', 'point', -123_456n],
  ['PHP 1,234.56', 'point', 123_456n],
  ['₱1,234.5', 'point', 123_450n],
  ['P 1,234', 'point', 123_400n],
  ['1.234,56', 'comma', 123_456n],
  ['1 234,56', 'comma', 123_456n],
  ["1'234.56", 'point', 123_456n],
  ['.75', 'point', 75n],
  ['12.3400', 'point', 1234n],
  ['-', 'point', null],
  ['', 'point', null],
  ['N/A', 'point', null],
] as const)('the amount %s with the decimal mark %s', (text, mark, amount) => {
  const read = readAmount(text, mark)
  expect(read.ok && (read.value?.amount ?? null)).toEqual(amount)
})

test('CR and DR next to an amount give its direction', () => {
  expect(readAmount('1,234.56 CR', 'point')).toEqual({ ok: true, value: { amount: 123_456n, side: 'in' } })
  expect(readAmount('DR 1,234.56', 'point')).toEqual({ ok: true, value: { amount: 123_456n, side: 'out' } })
})

test.each(['1,23.45', '12.345', '1e5', '1.234,56', '(5.00', '5.00)', '99,999,999,999,999.99', 'five', '1..2'])(
  'the amount %s is refused where the decimal mark is a point',
  (text) => expect(readAmount(text, 'point').ok).toBe(false),
)

test.each([
  ['1234.56', 123_456n],
  ['-1234,5', -123_450n],
  ['1,234.56', 123_456n],
  ['1.234,56', 123_456n],
  ['1,234,567.00', 123_456_700n],
  ['1,234,567', 123_456_700n],
  ['+7', 700n],
])('%s in a format without a fixed decimal mark', (text, amount) => {
  expect(readMixedAmount(text)).toEqual({ ok: true, value: amount })
})

test.each([
  ['Feb 29, 2024', 'mdy', '2024-02-29'],
  ['30-06-2025', 'dmy', '2025-06-30'],
  ['06/30/25', 'mdy', '2025-06-30'],
  ['30 Jun 2025', 'ymd', '2025-06-30'],
  ['30-Jun-25', 'ymd', '2025-06-30'],
  ['2025-06-30 23:59:59', 'dmy', '2025-06-30'],
  ['2025-06-30T01:02:03+08:00', 'dmy', '2025-06-30'],
  ['6/30/2025 10:22 PM', 'mdy', '2025-06-30'],
  ['20250630', 'ymd', '2025-06-30'],
  ['30062025', 'dmy', '2025-06-30'],
  ['31.12.2025', 'dmy', '2025-12-31'],
] as const)('the date %s in the order %s', (text, order, day) => {
  expect(readDay(text, order)).toEqual({ ok: true, value: day })
})

test.each([
  ['31/02/2026', 'dmy'],
  ['02/31/2026', 'mdy'],
  ['13/13/2026', 'dmy'],
  ['1/2/1026', 'dmy'],
  ['Jun 30', 'mdy'],
  ['yesterday', 'dmy'],
  ['2026', 'ymd'],
] as const)('the date %s in the order %s is refused', (text, order) => expect(readDay(text, order).ok).toBe(false))

test('ambiguous dates stay unresolved, even if most of them suggest an order', () => {
  expect(orderOf(['03/04/2026', '05/06/2026'])).toBeUndefined()
  expect(orderOf(['03/04/2026', '13/04/2026'])).toBe('dmy')
  expect(orderOf(['03/04/2026', '03/14/2026', 'End of report'])).toBe('mdy')
  expect(orderOf(['03/14/2026', '14/03/2026'])).toBeUndefined()
  expect(orderOf(['Mar 4, 2026', '05 Apr 2026'])).toBe('ymd')
  expect(orderOf([])).toBeUndefined()
})

const bytes = (...codes: number[]) => Uint8Array.from(codes)
const wide = (text: string, little: boolean) =>
  Uint8Array.from(
    [...text].flatMap((letter) => {
      const code = letter.charCodeAt(0)
      return little ? [code & 255, code >> 8] : [code >> 8, code & 255]
    }),
  )

test('text is UTF-8, UTF-16 with and without BOM, Windows-1252 or code page 850; BOMs, padding and line ends are removed', () => {
  const text = 'Posting Date,Niño\n2026-03-01,1\n'
  const utf8 = new TextEncoder().encode(text)
  expect(decodeText(utf8)).toBe(text)
  expect(decodeText(bytes(0xef, 0xbb, 0xbf, ...utf8, 0, 0, 0))).toBe(text)
  expect(decodeText(wide(`\uFEFF${text}`, true))).toBe(text)
  expect(decodeText(wide(`\uFEFF${text}`, false))).toBe(text)
  expect(decodeText(wide(text, true))).toBe(text)
  expect(decodeText(wide(text, false))).toBe(text)
  expect(decodeText(Uint8Array.from([...text.replaceAll('\n', '\r\n')].map((letter) => letter.charCodeAt(0))))).toBe(
    text,
  )
  expect(
    decodeText(bytes(...[...'NI'].map((letter) => letter.charCodeAt(0)), 0xa5, 0x4f, 0x20, 0x4a, 0x6f, 0x73, 0x82)),
  ).toBe('NIÑO José')
  // A typographic quote of Windows-1252 inside a word, which is a letter in code page 850.
  expect(decodeText(bytes(0x4a, 0x75, 0x61, 0x6e, 0x92, 0x73, 0x20, 0xd1))).toBe('Juan’s Ñ')
  expect(() => decodeText(bytes(0x41, 0x8d, 0x8f, 0xd0))).toThrow(/encoding/)
  expect(() => decodeText(bytes(0x41, 0, 0, 0, 0x42))).toThrow(/not plain text/)
})

test.each([
  ['ofx', ofx1],
  ['ofx', '\n\n<OFX><SIGNONMSGSRSV1></SIGNONMSGSRSV1></OFX>'],
  ['mt940', mt940],
  ['mt940', ':20:1\n:25:2\n:60F:C260101PHP1,\n:62F:C260101PHP1,'],
  ['camt053', camt('02', one)],
  ['camt053', camt('08', '')],
  ['qif', qif],
  ['csv', 'Posting Date,Description,Amount\n2026-03-01,x,1.00\n'],
])('%s is detected by the content of the file', (format, text) => {
  expect(detectFormat(new TextEncoder().encode(text)).format).toBe(format)
})
