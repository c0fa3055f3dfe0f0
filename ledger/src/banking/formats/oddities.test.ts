// Deviations from the self-describing formats that real files have, rebuilt in invented files.
import { expect, test } from 'vitest'
import { readCamt053 } from './camt053.ts'
import { detectFormat } from './detect.ts'
import { readMt940 } from './mt940.ts'
import { readOfx } from './ofx.ts'
import { qifDays, readQif } from './qif.ts'
import { joined } from './statement.ts'
import type { Statement } from './statement.ts'
import { orderOf } from './suggest.ts'

const short = (statement: Statement | undefined) =>
  statement?.lines.map(({ day, amount, description, reference, chequeNo, valueDay }) =>
    [
      day,
      amount,
      description,
      reference && `ref ${reference}`,
      chequeNo && `cheque ${chequeNo}`,
      valueDay && `value ${valueDay}`,
    ]
      .filter((part) => part !== undefined && part !== '')
      .join(' '),
  )

// ── OFX

const ofx = (movements: string, more = '') =>
  `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>PHP<BANKACCTFROM><BANKID>1<ACCTID>0012-34<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20260301<DTEND>20260331${movements}</BANKTRANLIST>${more}</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const moved = (amount: string, more = '', day = '20260302') =>
  `<STMTTRN>${more}<DTPOSTED>${day}<TRNAMT>${amount}</STMTTRN>`
const ofOfx = (text: string) => short(readOfx(text).statements[0])

test('OFX 1 with all headers on one line and Windows-1252 letters in the names', () => {
  const text = `OFXHEADER:100 DATA:OFXSGML VERSION:102 SECURITY:NONE ENCODING:USASCII CHARSET:1252 COMPRESSION:NONE\r\n\r\n${ofx(moved('5.00', '<NAME>PEÑA & MUÑOZ'))}`
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  const found = detectFormat(bytes)
  expect(found.format).toBe('ofx')
  expect(ofOfx(found.text)).toEqual(['2026-03-02 500 PEÑA & MUÑOZ'])
})

test('OFX: the date is the one the bank wrote, in any time zone and with any part of a time', () => {
  const days = [
    '20260302',
    '202603022359',
    '20260302235959',
    '20260302235959.999[-5:EST]',
    '20260302000000[+8]',
    '20260302120000.000[+5.30:IST]',
  ]
  expect(ofOfx(ofx(days.map((day) => moved('1', '', day)).join('')))).toEqual(days.map(() => '2026-03-02 100'))
})

test('OFX: amounts with a comma, with thousands separators, without a leading zero, with a separate sign', () => {
  expect(
    ofOfx(ofx(['-1234,5', '+1,234.56', '-.75', '- 5.00', '1000.000'].map((amount) => moved(amount)).join(''))),
  ).toEqual(['2026-03-02 -123450', '2026-03-02 123456', '2026-03-02 -75', '2026-03-02 -500', '2026-03-02 100000'])
})

test('OFX: the sign decides, not the type; if no amount has a sign, the type decides and a note says so', () => {
  const signed = ofx(
    moved('-10.00', '<TRNTYPE>DEBIT') + moved('4.00', '<TRNTYPE>DEBIT') + moved('3.00', '<TRNTYPE>CREDIT'),
  )
  expect(readOfx(signed)).toMatchObject({
    statements: [{ lines: [{ amount: -1000n }, { amount: 400n }, { amount: 300n }] }],
    notes: [],
  })
  const unsigned = ofx(
    moved('10.00', '<TRNTYPE>DEBIT') + moved('4.00', '<TRNTYPE>CHECK') + moved('3.00', '<TRNTYPE>CREDIT'),
  )
  expect(readOfx(unsigned)).toMatchObject({
    statements: [{ lines: [{ amount: -1000n }, { amount: -400n }, { amount: 300n }] }],
    notes: ['The amounts in this file have no sign. Debits, cheques and charges are treated as money out.'],
  })
})

test('OFX: movements without FITID, NAME or MEMO; entities written twice; an extended name', () => {
  expect(
    ofOfx(
      ofx(
        moved('1', '<TRNTYPE>INT') +
          moved('2', '<FITID>7<NAME>J&amp;amp;J &#8369; &quot;Ni&ntilde;o&quot;') +
          moved('3', '<NAME>BAYANI LOGIST<EXTDNAME>BAYANI LOGISTICS INCORPORATED<MEMO>INV 12'),
      ),
    ),
  ).toEqual([
    '2026-03-02 100 INT',
    '2026-03-02 200 J&J ₱ "Niño" ref 7',
    '2026-03-02 300 BAYANI LOGISTICS INCORPORATED INV 12',
  ])
})

test('OFX: a correction replaces the movement it corrects in the same file, and a deletion removes both', () => {
  const text = ofx(
    moved('5.00', '<FITID>A') +
      moved('6.00', '<FITID>B') +
      moved('7.00', '<FITID>C<CORRECTFITID>A<CORRECTACTION>REPLACE') +
      moved('6.00', '<FITID>D<CORRECTFITID>B<CORRECTACTION>DELETE'),
  )
  expect(ofOfx(text)).toEqual(['2026-03-02 700 ref C'])
})

test('OFX 2 with a namespace, attributes and self-closing tags', () => {
  const text = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX xmlns="http://ofx.net/types/2003/04"><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>PHP</CURDEF><BANKACCTFROM><ACCTID>12</ACCTID></BANKACCTFROM><BANKTRANLIST>
<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20260302</DTPOSTED><TRNAMT>1.00</TRNAMT><MEMO/><NAME>x</NAME></STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
  expect(detectFormat(new TextEncoder().encode(text)).format).toBe('ofx')
  expect(ofOfx(text)).toEqual(['2026-03-02 100 x'])
})

test('OFX: a transaction that names itself as corrected stays; one sent again under the same id replaces the first', () => {
  const itself = ofx(moved('-30.00', '<FITID>A<CORRECTFITID>A<CORRECTACTION>REPLACE') + moved('5.00', '<FITID>B'))
  expect(ofOfx(itself)).toEqual(['2026-03-02 -3000 ref A', '2026-03-02 500 ref B'])
  expect(readOfx(itself).notes).toEqual([
    'One transaction corrects a transaction that is not in this file. Check the earlier statement.',
  ])
  const again = ofx(
    moved('-30.00', '<FITID>A') +
      moved('-31.00', '<FITID>A<CORRECTFITID>A<CORRECTACTION>REPLACE') +
      moved('-32.00', '<FITID>A<CORRECTFITID>A<CORRECTACTION>REPLACE'),
  )
  expect(readOfx(again)).toMatchObject({ statements: [{ lines: [{ amount: -3200n }] }], notes: [] })
  const deleted = ofx(moved('4.00', '<FITID>A') + moved('4.00', '<FITID>A<CORRECTFITID>A<CORRECTACTION>DELETE'))
  expect(readOfx(deleted)).toMatchObject({ statements: [{ lines: [] }], notes: [] })
})

test('OFX: amounts have no thousands separators, so three decimals after a point are decimals', () => {
  expect(ofOfx(ofx(moved('-30.000') + moved('1.500')))).toEqual(['2026-03-02 -3000', '2026-03-02 150'])
  expect(() => ofOfx(ofx(moved('-30.125')))).toThrow(/more than two decimals/)
})

// ── MT940

const page = (body: string, { open = '60F:C260301PHP100,00', close = '62F:C260331PHP100,00' } = {}) =>
  `:20:A\n:25:1234567890PHP\n:28C:00001/001\n:${open}\n${body}${body === '' ? '' : '\n'}:${close}\n`
const ofMt940 = (text: string) => short(joined(readMt940(text).statements).statement)

test('MT940: a user header with a nested block, messages without a separator, and text between them', () => {
  const envelope = '{1:F01BANKPHMMAXXX0000000000}{2:I940BANKPHMMXXXXN}{3:{108:MT940}{119:STP}}{4:\n'
  const [first, second] = [page(':61:2603020302C1,NMSC'), page(':61:2603030303D1,NMSC')]
  const glued = `${envelope}${first}-}${envelope}${second}-}{5:{CHK:0123456789AB}}{S:{COP:P}}\n`
  expect(ofMt940(glued)).toEqual(['2026-03-02 100', '2026-03-03 -100'])
  expect(detectFormat(new TextEncoder().encode(glued)).format).toBe('mt940')
  const preamble = 'BANKPHMM\n940\nBANKPHMM\n'
  expect(ofMt940(`${preamble}${first}-\n${preamble}${second}-\n`)).toEqual(['2026-03-02 100', '2026-03-03 -100'])
})

test('MT940: funds codes, reversals, no entry date, and year changes in either direction between value and entry date', () => {
  const body = [
    ':61:2603020302CP1,50NTRFREF',
    ':61:2603020302DR2,NMSCNONREF//77',
    ':61:2603020302RCR3,NMSC',
    ':61:2603020302RDP4,NMSC',
    ':61:260302C5,FCHK0000123',
    ':61:2512310102C6,NMSC',
    ':61:2601011231D7,NMSC',
    ':61:2603020302C,50NMSC',
  ].join('\n')
  expect(ofMt940(page(body))).toEqual([
    '2026-03-02 150 ref REF',
    '2026-03-02 -200 ref 77',
    '2026-03-02 -300',
    '2026-03-02 400',
    '2026-03-02 500 ref 0000123 cheque 0000123',
    '2026-01-02 600 value 2025-12-31',
    '2025-12-31 -700 value 2026-01-01',
    '2026-03-02 50',
  ])
})

test('MT940: a text over six lines, two texts of one movement, other separators between its parts, and the bank-specific :NS:', () => {
  const body = `:61:2603020302C1,NMSC
:86:INVOICE 12
/BAYANI
-PART 2
:61:2603020302C1,NMSC
:86:FIRST
:86:SECOND
:61:2603020302C1,NMSC
:86:166>00CREDIT>20INVOICE>21 12>32BAYANI
:61:2603020302C1,NMSC
:NS:22BANK CODE
:86:LAST`
  expect(ofMt940(`${page(body)}:86:of the whole statement\n:64:C260331PHP1,\n:65:C260401PHP1,\n`)).toEqual([
    '2026-03-02 100 INVOICE 12 /BAYANI -PART 2',
    '2026-03-02 100 FIRST SECOND',
    '2026-03-02 100 BAYANI CREDIT INVOICE 12',
    '2026-03-02 100 LAST',
  ])
})

test('MT940: blanks in place of the entry date, balances without a currency or on a day that does not exist', () => {
  const text = page(':61:260302    C1,NMSC\n:61:260302D1,NMSC', { open: '60F:C260229PHP10,', close: '62F:C26033110,' })
  expect(readMt940(text)).toMatchObject({
    statements: [
      {
        currency: 'PHP',
        from: '2026-02-28',
        to: '2026-03-31',
        opening: 1000n,
        closing: 1000n,
        lines: [{ day: '2026-03-02' }, { day: '2026-03-02' }],
      },
    ],
    notes: [expect.stringMatching(/^Line \d+: 2026-02-29 is not a valid date, so Talaan uses 2026-02-28\.$/)],
  })
  const [without] = readMt940(page('', { open: '60F:C260301 10,', close: '62F:C26033110,' })).statements
  expect(without).toEqual({
    account: expect.any(String),
    from: '2026-03-01',
    to: '2026-03-31',
    opening: 1000n,
    closing: 1000n,
    lines: [],
  })
})

test('MT940: a later page alone begins and ends with intermediate balances; an overdrawn account is negative', () => {
  const text = page(':61:2603020302D1,NMSC', { open: '60M:D260301PHP10,', close: '62M:D260302PHP11,' })
  expect(readMt940(text).statements).toMatchObject([
    { opening: -1000n, closing: -1100n, from: '2026-03-01', to: '2026-03-02' },
  ])
})

test.each([
  ['one message without a separator', (text: string) => text],
  ['messages in an envelope', (text: string) => `{1:F01BANKPHMMAXXX0000000000}{2:I940BANKPHMMXXXXN}{4:\n${text}-}`],
])('MT940 in the code pages 437 and 850 of DOS, with its end-of-file mark: %s', (_, wrapped) => {
  const body = ':61:2603020302C1,NMSC\n:86:NI~O PE~A\n:61:2603020302D2,NMSC\n:86:166?20DEPOSIT?32ANDR^S IBA~EZ'
  const typed = `${wrapped(page(`${body}\n:61:2603030303C3,NMSC\n:86:K|LN GMBH`))}\n`.replaceAll('\n', '\r\n')
  const codes: Record<string, number> = { '~': 0xa5, '^': 0x90, '|': 0x99 }
  const bytes = Uint8Array.from([...typed, '\x1A'], (letter) => codes[letter] ?? letter.charCodeAt(0))
  const { format, text } = detectFormat(bytes)
  expect(format).toBe('mt940')
  expect(ofMt940(text)).toEqual([
    '2026-03-02 100 NIÑO PEÑA',
    '2026-03-02 -200 ANDRÉS IBAÑEZ DEPOSIT',
    '2026-03-03 300 KÖLN GMBH',
  ])
})

// ── CAMT.053

const camt = (entries: string, version = '02', head = '') =>
  `<?xml version="1.0" encoding="ISO-8859-1"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:x camt.xsd"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id>${head}<Acct><Id><IBAN>DE00 1234</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`
const entry = (inside: string, { amount = '10.00', mark = 'CRDT', status = '<Sts>BOOK</Sts>' } = {}) =>
  `<Ntry><Amt Ccy="PHP">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd>${status}<BookgDt><Dt>2026-03-02</Dt></BookgDt>${inside}</Ntry>`
const ofCamt = (text: string) => short(readCamt053(text).statements[0])

test('CAMT.053 in every version, without balances, with its status as code, text or a bank-specific value', () => {
  for (const version of ['01', '02', '03', '04', '06', '08', '10', '13']) {
    const text = camt(
      entry('') +
        entry('', { status: '<Sts><Cd>BOOK</Cd></Sts>' }) +
        entry('', { status: '<Sts><Prtry>BOOKED</Prtry></Sts>' }) +
        entry('', { status: '<Sts><Cd>INFO</Cd></Sts>' }) +
        entry('', { status: '<Sts>\n PDNG \n</Sts>' }),
      version,
    )
    expect(detectFormat(new TextEncoder().encode(text)).format).toBe('camt053')
    const { statements, notes } = readCamt053(text)
    expect(statements).toMatchObject([{ account: 'DE00 1234', currency: 'PHP' }])
    expect(statements[0]?.opening ?? statements[0]?.closing).toBeUndefined()
    expect(statements[0]?.lines).toHaveLength(3)
    expect(notes).toEqual(['2 transactions are pending and were not imported. They will be on the next statement.'])
  }
})

test('CAMT.053: a batch counts as the bank booked it, with or without its parts; included charges do not change its amount', () => {
  const charges =
    '<Chrgs><TtlChrgsAndTaxAmt Ccy="PHP">15.00</TtlChrgsAndTaxAmt><Rcrd><Amt Ccy="PHP">15.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs>'
  const part = (name: string) =>
    `<TxDtls><AmtDtls><InstdAmt><Amt Ccy="PHP">99.00</Amt></InstdAmt></AmtDtls>${charges}<RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties></TxDtls>`
  const batch = '<NtryDtls><Btch><NbOfTxs>12</NbOfTxs></Btch></NtryDtls><AddtlNtryInf>PAYROLL</AddtlNtryInf>'
  expect(
    ofCamt(
      camt(
        entry(`<NtryDtls>${['A', 'B', 'C', 'D'].map(part).join('')}</NtryDtls>`) +
          entry(charges + batch, { mark: 'DBIT' }),
      ),
    ),
  ).toEqual(['2026-03-02 1000 4 payments: A; B; C …', '2026-03-02 -1000 12 payments: PAYROLL'])
})

test('CAMT.053: a reversal names the counterparty of the original movement, and its indicator gives the new direction', () => {
  const parties =
    '<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Ourselves</Nm></Dbtr><Cdtr><Nm>Suki Store</Nm></Cdtr></RltdPties></TxDtls></NtryDtls>'
  expect(ofCamt(camt(entry(`<RvslInd>true</RvslInd>${parties}`) + entry(parties, { mark: 'DBIT' })))).toEqual([
    '2026-03-02 1000 Suki Store',
    '2026-03-02 -1000 Suki Store',
  ])
})

test('CAMT.053: an entry counter is not a bank reference; the reference of the payment inside is', () => {
  const inside =
    '<NtryDtls><TxDtls><Refs><AcctSvcrRef>PHB77</AcctSvcrRef><EndToEndId>NOTPROVIDED</EndToEndId></Refs></TxDtls></NtryDtls>'
  expect(
    ofCamt(
      camt(
        entry('<NtryRef>1</NtryRef>') +
          entry('<NtryRef>00002</NtryRef>') +
          entry(`<NtryRef>3</NtryRef>${inside}`) +
          entry('<NtryRef>88123</NtryRef>'),
      ),
    ),
  ).toEqual(['2026-03-02 1000', '2026-03-02 1000', '2026-03-02 1000 ref PHB77', '2026-03-02 1000 ref 88123'])
})

// ── QIF

test('QIF: years with an apostrophe and a blank, day first, thousands, an account list before the movements', () => {
  const text = `!Option:AutoSwitch
!Account
NPayroll
TBank
^
NSavings
TBank
DA second one of the list
^
!Clear:AutoSwitch
!Account
NSavings
TBank
^
!Type:Bank
D28/2' 9
T-1,250
PSuki Store
AStreet 1
AMakati
MRent
SRent
$-1,000.00
SWater
$-250.00
^
D01/03'26
T₱2,000,000.50
NATM
C*
^
`
  expect(orderOf(qifDays(text))).toBe('dmy')
  const { statements } = readQif(text, 'dmy')
  expect(statements.map(({ account }) => account)).toEqual(['Savings'])
  expect(short(statements[0])).toEqual(['2009-02-28 -125000 Suki Store Rent', '2026-03-01 200000050 ref ATM'])
})
