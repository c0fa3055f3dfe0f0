// Bank statements on the real server: which files are read, which problems are reported, and what is stored.
import { detectFormat } from '@talaan/ledger/banking/formats/detect.ts'
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  getStatement,
  getStatementFile,
  listStatements,
  previewStatement,
  removeStatement,
  statementProblems,
  storeStatement,
} from '@talaan/contract/statements.ts'
import { farRight, heavyPdf, zipBomb, zipOf } from '../../../test/evil-files.ts'
import { eventsOf } from '../../../test/events.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { lineStands } from '../../books/bank-lines.ts'
import { readUploaded } from '../../platform/reading/reader.ts'
import { readStatement } from '../../platform/reading/statement.ts'

let portal: Portal
let ben: Caller

beforeAll(async () => void (portal = await openPortal()))
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ben = await portal.signIn('ben')
})

type Query = { account?: string; name?: string; layout?: string; part?: string }
const bytesOf = (file: string | Uint8Array) => (typeof file === 'string' ? new TextEncoder().encode(file) : file)
/** Named as its content requires; the server refuses any other name. */
function nameOf(bytes: Uint8Array): string {
  try {
    const { format } = detectFormat(bytes)
    return `soa.${{ mt940: 'sta', camt053: 'xml' }[format as string] ?? format}`
  } catch {
    return 'soa.csv'
  }
}
const preview = (file: string | Uint8Array, query: Query = {}) => {
  const bytes = bytesOf(file)
  return ben.call(previewStatement, { query: { account: '1031', name: nameOf(bytes), ...query }, bytes })
}
const storeAs = (file: string | Uint8Array, digest: string, query: Query & { reason?: string } = {}) => {
  const bytes = bytesOf(file)
  return ben.call(storeStatement, { query: { account: '1031', name: nameOf(bytes), digest, ...query }, bytes })
}

/** Previews a file and stores it, with a reason. */
async function stored(file: string | Uint8Array, query: Query = {}) {
  const { digest } = (await preview(file, query)).answer
  return (await storeAs(file, digest ?? '', { ...query, reason: 'Checked with the bank' })).answer
}

const count = async (
  table: 'bank_statement' | 'bank_line' | 'bank_line_seen' | 'statement_profile' | 'attachment_content',
) =>
  (
    await portal.db.kysely
      .selectFrom(table)
      .select(sql<number>`count(*)::int`.as('rows'))
      .executeTakeFirstOrThrow()
  ).rows
const storedLines = async () =>
  (
    await portal.db.kysely
      .selectFrom('bank_line')
      .select(['day', 'amount'])
      .where(lineStands)
      .orderBy('day')
      .orderBy('amount')
      .execute()
  ).map(({ day, amount }) => `${day} ${amount}`)

const march = `Posting Date,Description,Debit,Credit,Balance
03/02/2026,DEPOSIT,,"1,000.00","11,000.00"
03/13/2026,ATM,500.00,,"10,500.00"
03/13/2026,ATM,500.00,,"10,000.00"
`
const untilFifteenth = `${march}03/15/2026,INTEREST,,3.10,"10,003.10"\n`

test('the ending of the name must be one under which banks save the format', async () => {
  const ofx =
    '<OFX><STMTRS><BANKTRANLIST><STMTTRN><DTPOSTED>20260302<TRNAMT>1.00<FITID>A</STMTTRN></BANKTRANLIST></STMTRS></OFX>'
  const workbook = await writeXlsx({
    sheets: [
      {
        name: 'A',
        rows: [
          ['Date', 'Details', 'Amount'],
          ['2026-03-02', 'x', 1],
        ],
      },
    ],
  })
  const said = async (file: string | Uint8Array, name: string) => {
    const { status, body } = await preview(file, { name })
    return status === 200 ? 'read' : body.error
  }
  const refusal = (format: string, list: string) =>
    `The content of this file is ${format}, but its name does not end in ${list}. Rename the file, or choose another one.`
  expect(await said(march, 'march.pdf')).toBe(refusal('CSV', '.csv, .txt, .tsv, .tab, .asc or .prn'))
  expect(await said(ofx, 'march.csv')).toBe(refusal('OFX', '.ofx, .qfx, .qbo, .txt or .xml'))
  expect(await said(workbook, 'march')).toBe(refusal('XLSX', '.xlsx or .xls'))
  for (const [file, name] of [
    [march, 'MARCH.TXT'],
    [ofx, 'march.qfx'],
    [workbook, 'march.xls'],
  ] as const)
    expect(await said(file, name), name).toBe('read')
})

test('a file is previewed without storing anything, stored once as previewed, and listed with its lines and identical bytes', async () => {
  const looked = (await preview(march)).answer
  expect(looked).toMatchObject({
    format: 'csv',
    layoutFrom: 'found',
    open: [],
    mistakes: [],
    findings: [],
    statement: {
      from: '2026-03-02',
      to: '2026-03-13',
      opening: 1_000_000n,
      closing: 1_000_000n,
      moneyIn: 100_000n,
      moneyOut: 100_000n,
    },
  })
  expect(looked.statement?.lines.map(({ isNew }) => isNew)).toEqual([true, true, true])
  expect(await count('bank_statement')).toBe(0)
  const digest = looked.digest ?? ''
  expect((await storeAs(march, '0'.repeat(64))).body.code).toBe('statements.lookAgain')
  const first = (await storeAs(march, digest)).answer
  expect(first).toMatchObject({ lines: 3, newLines: 3, already: false })
  expect((await storeAs(march, digest)).answer).toEqual({ ...first, newLines: 0, already: true })
  expect((await preview(march)).body).toMatchObject({
    code: 'statements.already',
    error: 'This file has already been uploaded for this account: soa.csv (CSV), by ben on 16 Mar 2026.',
  })
  const { accounts, statements } = (await ben.call(listStatements, { query: { account: '1031' } })).answer
  expect(accounts.map(({ code }) => code)).toContain('1031')
  expect(statements).toMatchObject([{ id: first.statementId, lines: 3, newLines: 3, uploadedBy: 'ben', removed: null }])
  const params = { statementId: first.statementId }
  expect(
    (await ben.call(getStatement, { params })).answer.lines.map(({ description, balance }) => [description, balance]),
  ).toEqual([
    ['DEPOSIT', 1_100_000n],
    ['ATM', 1_050_000n],
    ['ATM', 1_000_000n],
  ])
  const file = await ben.call(getStatementFile, { params })
  expect(file.bytes.toString()).toBe(march)
  expect(file.headers['content-disposition']).toContain('attachment')
  expect(await eventsOf(portal.db.kysely, 'bankStatement.uploaded')).toEqual(['1031 2026-03-13'])
})

test('overlapping files share their lines; removing one leaves the lines of the others, and uploading it again gives the same lines', async () => {
  const { statementId } = await stored(march)
  const later = await stored(untilFifteenth, { name: 'fifteenth.csv' })
  expect(later).toMatchObject({ lines: 4, newLines: 1 })
  expect([await count('bank_line'), await count('bank_line_seen')]).toEqual([4, 7])
  const body = { reason: 'Uploaded for the wrong account' }
  const removed = await ben.call(removeStatement, { params: { statementId: later.statementId }, body })
  expect(removed.answer.statement.removed).toMatchObject({ by: 'ben', reason: 'Uploaded for the wrong account' })
  expect(await storedLines()).toEqual(['2026-03-02 100000', '2026-03-13 -50000', '2026-03-13 -50000'])
  expect((await ben.call(removeStatement, { params: { statementId: later.statementId }, body })).status).toBe(409)
  expect(await stored(untilFifteenth)).toMatchObject({ lines: 4, newLines: 0 })
  expect([await count('bank_line'), (await storedLines()).length]).toEqual([4, 4])
  await ben.call(removeStatement, { params: { statementId }, body })
  expect((await storedLines()).length).toBe(4)
  const done = await portal.db.kysely
    .selectFrom('audit')
    .select('action')
    .where('action', 'like', 'bankStatements.%')
    .orderBy('seq')
    .execute()
  expect(done.map(({ action }) => action.slice(15))).toEqual(['store', 'store', 'remove', 'store', 'remove'])
})

test('a problem is shown on its line and needs a reason, also a line altered since the last upload', async () => {
  await stored(untilFifteenth)
  const altered = untilFifteenth.replace('03/02/2026,DEPOSIT,,"1,000.00"', '03/02/2026,DEPOSIT,,"9,000.00"')
  const { findings, digest } = (await preview(altered)).answer
  expect(findings.map(({ kind, weight, line }) => [kind, weight, line])).toEqual([
    ['altered', 'doubt', 1],
    ['overlap', 'note', null],
  ])
  const refused = await storeAs(altered, digest ?? '')
  expect([refused.status, refused.body.fields]).toEqual([
    422,
    [{ path: ['reason'], message: statementProblems.reason.sentence }],
  ])
  expect((await storeAs(altered, digest ?? '', { reason: 'The bank corrected it' })).status).toBe(200)
  const { statements } = (await ben.call(listStatements, {})).answer
  expect(statements.find(({ reason }) => reason === 'The bank corrected it')?.findings).toEqual(findings)
})

test('any order of three formats leaves the same lines', async () => {
  const ofx = `<OFX><STMTRS><CURDEF>PHP<BANKTRANLIST><DTSTART>20260301<DTEND>20260331
<STMTTRN><DTPOSTED>20260302<TRNAMT>1000.00<FITID>A<NAME>Deposit</STMTTRN>
<STMTTRN><DTPOSTED>20260313<TRNAMT>-500.00<FITID>B<NAME>Cash</STMTTRN>
<STMTTRN><DTPOSTED>20260313<TRNAMT>-500.00<FITID>C<NAME>Cash</STMTTRN></BANKTRANLIST></STMTRS></OFX>`
  const mt940 = `:20:A\n:25:1\n:60F:C260312PHP11000,\n:61:260313D500,NMSC\n:86:ATM\n:61:260313D500,NMSC\n:86:ATM\n:62F:C260331PHP10000,\n`
  const files = [march, ofx, mt940]
  const all: string[][] = []
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0, 2],
  ]) {
    await portal.reset()
    ben = await portal.signIn('ben')
    for (const at of order) {
      const file = files[at] ?? ''
      const looked = await preview(file)
      // The second time it is already stored.
      if (looked.status === 200) await storeAs(file, looked.answer.digest ?? '', { reason: 'x' })
    }
    all.push(await storedLines())
  }
  expect(all).toEqual(Array.from({ length: 3 }, () => ['2026-03-02 100000', '2026-03-13 -50000', '2026-03-13 -50000']))
})

test('a layout entered once is saved for the account; another layout is a new version, and older files use their own version', async () => {
  const open = 'Date,Particulars,Withdrawals,Deposits\n01/02/2026,a,,1.00\n02/03/2026,b,2.00,\n'
  const asked = (await preview(open)).answer
  expect(asked).toMatchObject({ open: ['the order of day, month and year'], statement: null, digest: null })
  const layout = JSON.stringify({ ...asked.layout, dateOrder: 'dmy' })
  await stored(open, { layout })
  const again = open.replace('01/02', '05/02').replace('02/03', '06/02')
  expect((await preview(again)).answer).toMatchObject({
    layoutFrom: 'kept',
    changed: false,
    statement: { from: '2026-02-05' },
  })
  expect((await preview(march)).answer).toMatchObject({ layoutFrom: 'found', changed: true })
  await stored(march)
  expect((await preview(again)).answer).toMatchObject({ layoutFrom: 'kept', statement: { from: '2026-02-05' } })
  const versions = await portal.db.kysely.selectFrom('statement_profile').select('version').orderBy('version').execute()
  expect(versions.map(({ version }) => version)).toEqual([1, 2])
  expect((await preview(again, { layout: '{"kind":"table"}' })).body.code).toBe('statements.open')
})

test('a statement in another currency, of another account or with future dates is reported; of several accounts one is chosen', async () => {
  const [statement] = [
    `<OFX><STMTRS><CURDEF>PHP<BANKACCTFROM><ACCTID>001-22</BANKACCTFROM><BANKTRANLIST><STMTTRN><DTPOSTED>20260302<TRNAMT>1.00<FITID>A</STMTTRN></BANKTRANLIST></STMTRS></OFX>`,
  ]
  expect((await preview(statement, { account: '1040' })).body).toMatchObject({ code: 'statements.currency' })
  expect((await preview(statement, { account: '1010' })).body.fields).toEqual([
    { path: ['account'], message: statementProblems.account.sentence },
  ])
  await portal.db.kysely
    .updateTable('money_account')
    .set({ bank_account_no: '0034-99' })
    .where('code', '=', '1031')
    .execute()
  expect((await preview(statement)).answer.findings.map(({ kind }) => kind)).toEqual(['account'])
  expect((await preview(statement.replace('20260302', '20261202'))).answer.findings.map(({ kind }) => kind)).toEqual([
    'account',
    'reader',
  ])
  const two = statement.replace('</OFX>', `${statement.slice(5).replace('001-22', '88-77')}`)
  const both = (await preview(two)).answer
  expect([both.accounts, both.digest]).toEqual([['001-22', '88-77'], null])
  expect((await preview(two, { part: '88-77' })).answer.statement?.account).toBe('88-77')
  await portal.db.kysely
    .updateTable('money_account')
    .set({ bank_account_no: '001-22' })
    .where('code', '=', '1031')
    .execute()
  expect((await preview(two)).answer.statement?.account).toBe('001-22')
})

test('a workbook and a PDF with a text layer are read like a CSV', async () => {
  const rows = [
    ['Posting Date', 'Description', 'Debit', 'Credit', 'Balance'],
    [new Date(Date.UTC(2026, 2, 2)), 'DEPOSIT', null, 1000, 11000.1],
    [new Date(Date.UTC(2026, 2, 13)), 'ATM ñ', 500.05, null, 10500.05],
  ]
  const workbook = await writeXlsx({
    sheets: [
      { name: 'Notes', rows: [['Printed']] },
      { name: 'March', rows },
    ],
  })
  const lines = (looked: Awaited<ReturnType<typeof preview>>) =>
    looked.answer.statement?.lines.map(({ day, amount, balance, description }) => [day, amount, balance, description])
  const expected = [
    ['2026-03-02', 100_000n, 1_100_010n, 'DEPOSIT'],
    ['2026-03-13', -50_005n, 1_050_005n, 'ATM ñ'],
  ]
  expect(lines(await preview(workbook))).toEqual(expected)
  const { layout } = (await preview(workbook)).answer
  const blank = { ...layout, table: 1, titles: [], day: null, description: [], amount: null, dateOrder: null }
  expect(lines(await preview(workbook, { layout: JSON.stringify(blank) }))).toEqual(expected)
  const pdf = await pdfOf((page) => {
    const row = (y: number, cells: string[]) =>
      cells.forEach((cell, at) => void page.text(cell, 40 + at * 105, y, { lineBreak: false }))
    row(60, ['Posting Date', 'Description', 'Debit', 'Credit', 'Balance'])
    row(80, ['03/02/2026', 'DEPOSIT', '', '1,000.00', '11,000.10'])
    row(100, ['03/13/2026', 'ATM ñ', '500.05', '', '10,500.05'])
  })
  expect(lines(await preview(pdf))).toEqual(expected)
})

test('a file that exceeds its time or memory limit is stopped, and the portal keeps running and reads the next file', async () => {
  const heavy = heavyPdf()
  expect(heavy.length).toBeLessThan(400_000)
  const before = process.memoryUsage.rss()
  const { status, body } = await preview(heavy, { name: 'soa.pdf' })
  expect([status, body.code, body.error]).toEqual([422, 'statements.tooHeavy', statementProblems.tooHeavy.sentence])
  expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(128)
  expect((await preview(march)).status).toBe(200)
  const problems = statementProblems
  const long = { bytes: bytesOf(march + '03/13/2026,ATM,500.00,,\n'.repeat(19_000)), said: null, kept: [] }
  await expect(readUploaded('statement', long, { problems, seconds: 0.001 })).rejects.toMatchObject({
    problem: statementProblems.tooHeavy,
  })
  expect((await readUploaded('statement', long, { problems })).statements[0]?.lines).toHaveLength(19_003)
})

// ── Wrong files

test('wrong files of forty kinds get their message, and nothing is stored', async () => {
  const wrong = await wrongFiles()
  expect(wrong.length).toBeGreaterThanOrEqual(40)
  for (const [at, [kind, file, sentence]] of wrong.entries()) {
    const bytes = bytesOf(file)
    const refusal = await readStatement({ bytes, said: null, kept: [] }).then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (refusal !== undefined) expect(refusal, kind).toMatch(sentence)
    // Those that can be read are refused because of their content; of the others, every third is uploaded too.
    if (refusal !== undefined && at % 3 > 0) continue
    const { status, body } = await storeAs(file, '0'.repeat(64))
    expect([status, body.error], kind).toEqual([422, expect.stringMatching(sentence)])
  }
  expect([await count('bank_statement'), await count('bank_line'), await count('attachment_content')]).toEqual([
    0, 0, 0,
  ])
})

type WrongFile = [kind: string, file: string | Uint8Array, sentence: RegExp]

async function wrongFiles(): Promise<WrongFile[]> {
  const bomb = zipBomb()
  const workbook = await writeXlsx({ sheets: [{ name: 'A', rows: [['x', 'y', 'z']] }] })
  const locked = await pdfOf((page) => void page.text('A statement of account, locked with a password'), {
    userPassword: 'x',
  })
  const pdf = await pdfOf((page) => void page.text('A statement of account with words'))
  const xml = (body: string) => `<?xml version="1.0"?><Document><${body}></${body}></Document>`
  const camt = (body: string) =>
    `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt>${body}</Stmt></BkToCstmrStmt></Document>`
  const bytes = (...codes: number[]) => Uint8Array.from([...codes, ...Array.from({ length: 40 }, () => 7)])
  const movement = ':61:260302C9999999999999,NMSC\n'
  const huge = `:20:A\n:25:1\n:60F:C260301PHP1,\n${movement.repeat(3)}:62F:C260331PHP1,`
  const row = (cells: string) => `Date,Description,Debit,Credit\n${cells}\n`
  return [
    ['nothing', '', /empty/],
    ['blanks', ' \n\t\n', /file is empty/],
    ['NULs', new Uint8Array(300), /file is empty|not plain text/],
    ['a JPEG', bytes(0xff, 0xd8, 0xff, 0xe0), /image/],
    ['a PNG', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a), /image/],
    ['a GIF', 'GIF89a.....................', /image/],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', /image/],
    ['a HEIC photo', bytes(0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0x68, 0x65, 0x69, 0x63), /image/],
    ['a program', bytes(0x4d, 0x5a, 0x90, 0), /program/],
    ['a gzip archive', bytes(0x1f, 0x8b, 8), /is an archive/],
    ['a RAR archive', 'Rar!\u001a\u0007\u0000xxxxxxxxxxxx', /is an archive/],
    ['a ZIP archive of a CSV', zipOf({ 'soa.csv': march }), /is an archive/],
    ['a Word document', zipOf({ 'word/document.xml': '<x/>' }), /Word document/],
    ['an OpenDocument sheet', zipOf({ 'content.xml': '<x/>' }), /OpenDocument/],
    ['a binary workbook', zipOf({ 'xl/workbook.bin': 'x' }), /XLSB/],
    ['a workbook with macros', zipOf({ 'xl/workbook.xml': '<x/>', 'xl/vbaProject.bin': 'x' }), /macros/],
    ['a workbook that is cut off', workbook.subarray(0, workbook.length - 400), /damaged or incomplete/],
    ['a workbook without sheets', zipOf({ 'xl/workbook.xml': '<workbook/>' }), /damaged|workbook is empty/],
    ['a workbook that unpacks to gigabytes', bomb, /too large to be read/],
    ['a workbook whose directory lies', lying(bomb), /too large to be read/],
    ['a workbook with cells in its last column', farRight(), /cells beyond column 200. Delete the columns/],
    [
      'a workbook with a document type',
      zipOf({ 'xl/workbook.xml': '<!DOCTYPE x [<!ENTITY a "b">]><x/>' }),
      /document type/,
    ],
    [
      'an archive in a workbook',
      zipOf({ 'xl/workbook.xml': '<x/>', 'xl/embeddings/a.xlsx': 'x' }),
      /contains another archive/,
    ],
    ['an old workbook', bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), /old Excel workbook/],
    ['a PDF without its end', pdf.subarray(0, 500), /incomplete/],
    ['a PDF with a password', locked, /password/],
    ['a PDF that is damaged', '%PDF-1.7\nno objects at all\n%%EOF', /damaged/],
    ['a scan', await pdfOf((page) => void page.rect(0, 0, 100, 100).fill('black')), /scan without text/],
    ['a web page', '<!doctype html><html><body>Your session has ended</body></html>', /web page/],
    ['a CAMT.052', xml('BkToCstmrAcctRpt'), /CAMT\.052/],
    ['a CAMT.054', xml('BkToCstmrDbtCdtNtfctn'), /CAMT\.054/],
    ['a payment order', xml('CstmrCdtTrfInitn'), /payment order/],
    ['other XML', xml('Invoice'), /not a CAMT\.053/],
    ['a CAMT.053 that is cut off', camt('<Ntry>').slice(0, 70), /incomplete|no matching opening tag/],
    ['a billion laughs', `<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]>${camt('&b;')}`, /DOCTYPE/],
    ['a file of the server', `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${camt('&f;')}`, /DOCTYPE/],
    ['a CAMT.053 without a day or balance', camt('<Id>1</Id>'), /no transactions and no dated balance/],
    ['an OFX that is cut off', '<OFX><STMTRS><STMTTRN><DTPOSTED>20260301', /incomplete/],
    ['an OFX of investments', '<OFX><INVSTMTRS></INVSTMTRS></OFX>', /investment account/],
    [
      'an OFX with an amount in words',
      '<OFX><STMTRS><STMTTRN><DTPOSTED>20260301<TRNAMT>ten</STMTTRN></STMTRS></OFX>',
      /not an amount/,
    ],
    ['a QIF of securities', '!Type:Invst\nD1/1/2026\n^', /no bank transactions|layout of the file/],
    ['a QIF that is cut off', '!Type:Bank\nD13/1/2026\nT5.00', /incomplete/],
    ['an MT942', ':20:A\n:25:1\n:13D:2603021200+0800\n:61:260302C1,NMSC', /MT942/],
    ['an MT940 that is cut off', ':20:A\n:25:1\n:60F:C260301PHP1,\n:61:260302C1,NMSC', /no closing balance/],
    ['an MT940 with a balance in words', ':20:A\n:25:1\n:60F:CMARCHPHPONE\n:62F:C260301PHP1,', /not a balance/],
    ['an MT940 of impossible amounts', huge, /too large/],
    ['JSON', '{"transactions": []}', /JSON/],
    ['an e-mail', 'From: bank@example\nSubject: Your statement\n\nSee attached.', /e-mail/],
    ['formatted text', '{\\rtf1 Statement}', /RTF/],
    ['prose', 'Dear sir,\nplease find the statement attached.\n', /no columns/],
    ['a CSV with an open quotation mark', row('2026-03-01,"not closed,1.00,'), /not closed/],
    ['a CSV without movements', row(',,,'), /no transactions/],
    [
      'a CSV with days that are none',
      row('2026-03-32,a,1.00,\n2026-03-01,b,1.00,'),
      /cannot be read|layout of the file/,
    ],
    [
      'a CSV with 300 columns',
      `${Array.from({ length: 300 }, () => 'x').join(',')}\n`,
      /Row 1 has more than 200 columns/,
    ],
    ['letters of no known alphabet', Uint8Array.from([0x41, 0x2c, 0x81, 0x8d, 0x8f, 0xd0]), /encoding/],
  ]
}

/** The same archive, whose directory says that it unpacks to ten bytes. */
function lying(whole: Buffer): Buffer {
  const archive = Buffer.from(whole)
  archive.writeUInt32LE(10, archive.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24)
  return archive
}

function pdfOf(draw: (page: PDFKit.PDFDocument) => void, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', ...options })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(parts))))
  draw(document)
  document.end()
  return done
}
