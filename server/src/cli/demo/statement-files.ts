// A bank statement in each of the formats, written by the formats' own rules for the readers to parse.
import { writeXlsx } from 'hucre/xlsx'
import type { Day } from '@talaan/ledger/core/date.ts'
import { monthOf } from '@talaan/ledger/core/date.ts'
import { formatMoney, plainMoney } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import type { StatementLine } from '@talaan/ledger/banking/formats/statement.ts'
import { a4, write } from '../../print/page.ts'
import { openPdf } from '../../print/pdf-file.ts'

/** OFX was SGML-like at first, and is XML since its second version. */
export const demoFormats = ['csv', 'xlsx', 'ofx1', 'ofx2', 'qif', 'mt940', 'camt053', 'pdf'] as const
export type DemoFormat = (typeof demoFormats)[number]

/** The content of every file; some formats omit parts. */
export type PrintedStatement = {
  account: string
  bank: string
  currency: string
  from: Day
  to: Day
  opening: Money
  closing: Money
  lines: readonly (StatementLine & { balance: Money; reference: string })[]
}

export const fileOf = (format: DemoFormat, statement: PrintedStatement): Promise<Uint8Array> =>
  writers[format](statement)

const writers: Record<DemoFormat, (statement: PrintedStatement) => Promise<Uint8Array>> = {
  csv: (statement) => text(csv(statement)),
  xlsx,
  ofx1: (statement) => text(ofx1(statement)),
  ofx2: (statement) => text(ofx2(statement)),
  qif: (statement) => text(qif(statement)),
  mt940: (statement) => text(mt940(statement)),
  camt053: (statement) => text(camt053(statement)),
  pdf,
}

const text = (written: string): Promise<Uint8Array> => Promise.resolve(new TextEncoder().encode(written))
const out = (amount: Money) => (amount < 0n ? formatMoney(-amount) : '')
const into = (amount: Money) => (amount > 0n ? formatMoney(amount) : '')
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const inWords = (day: Day) => `${months[Number(day.slice(5, 7)) - 1]} ${day.slice(8)}, ${day.slice(0, 4)}`
const packed = (day: Day) => day.replaceAll('-', '')

function csv({ account, currency, from, to, lines }: PrintedStatement): string {
  const row = (cells: string[]) => cells.map((cell) => (/[",]/.test(cell) ? `"${cell}"` : cell)).join(',')
  const titles = 'Posting Date,Description,Branch,Debit Amount,Credit Amount,Running Balance,Currency,Check Number'
  return [
    `Account Number: ${account}`,
    row([`Period: ${inWords(from)} to ${inWords(to)}`]),
    '',
    titles,
    ...lines.map(({ day, description, amount, balance, chequeNo }) =>
      row([
        inWords(day),
        description,
        'MAIN',
        out(amount),
        into(amount),
        formatMoney(balance),
        currency,
        chequeNo ?? '',
      ]),
    ),
    '** End of Report **',
    '',
  ].join('\r\n')
}

function xlsx({ account, lines }: PrintedStatement): Promise<Uint8Array> {
  const day = (text: Day) => new Date(`${text}T00:00:00Z`)
  // A workbook's numbers are floats; the demo's amounts are too small for that to matter.
  const number = (amount: Money) => (amount === 0n ? null : Number(amount) / 100)
  const positive = (amount: Money) => number(amount > 0n ? amount : 0n)
  return writeXlsx({
    sheets: [
      {
        name: 'Transactions',
        rows: [
          [`Account No.: ${account}`],
          ['Transaction Date', 'Particulars', 'Check No', 'Withdrawals', 'Deposits', 'Balance'],
          ...lines.map(({ day: on, description, chequeNo, amount, balance }) => [
            ...[day(on), description, chequeNo ?? null, positive(-amount), positive(amount), Number(balance) / 100],
          ]),
        ],
      },
    ],
  })
}

function ofx1({ account, currency, from, to, closing, lines }: PrintedStatement): string {
  const escaped = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const movements = lines.map(
    ({ day, amount, reference, chequeNo, description }) =>
      `<STMTTRN><TRNTYPE>${amount > 0n ? 'CREDIT' : chequeNo === undefined ? 'DEBIT' : 'CHECK'}<DTPOSTED>${packed(day)}120000[+8:PHT]` +
      `<TRNAMT>${plainMoney(amount)}<FITID>${reference}${chequeNo === undefined ? '' : `<CHECKNUM>${chequeNo}`}<NAME>${escaped(description)}</STMTTRN>`,
  )
  return [
    ...['OFXHEADER:100', 'DATA:OFXSGML', 'VERSION:102', 'SECURITY:NONE', 'ENCODING:USASCII', 'CHARSET:1252'],
    ...['COMPRESSION:NONE', 'OLDFILEUID:NONE', 'NEWFILEUID:NONE', ''],
    '<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS>',
    `<CURDEF>${currency}<BANKACCTFROM><BANKID>010000000<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM>`,
    `<BANKTRANLIST><DTSTART>${packed(from)}<DTEND>${packed(to)}`,
    ...movements,
    `</BANKTRANLIST><LEDGERBAL><BALAMT>${plainMoney(closing)}<DTASOF>${packed(to)}</LEDGERBAL>`,
    '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
    '',
  ].join('\r\n')
}

/** The same in XML: every element is closed, and an amount may be next to free text. */
function ofx2({ account, currency, from, to, closing, lines }: PrintedStatement): string {
  const element = (name: string, ...content: string[]) => `<${name}>${content.join('')}</${name}>`
  const said = (name: string, words: string) =>
    element(name, words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
  const movements = lines.map(({ day, amount, reference, chequeNo, description }) =>
    element(
      'STMTTRN',
      said('TRNTYPE', amount > 0n ? 'CREDIT' : chequeNo === undefined ? 'DEBIT' : 'CHECK'),
      said('DTPOSTED', `${packed(day)}120000.000[+8:PHT]`),
      said('TRNAMT', plainMoney(amount)),
      said('FITID', reference),
      ...(chequeNo === undefined ? [] : [said('CHECKNUM', chequeNo)]),
      said('NAME', description.slice(0, 32)),
      said('MEMO', description),
    ),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
    '<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1</TRNUID><STMTRS>',
    said('CURDEF', currency),
    element('BANKACCTFROM', said('BANKID', '010000000'), said('ACCTID', account), said('ACCTTYPE', 'CHECKING')),
    element('BANKTRANLIST', said('DTSTART', packed(from)), said('DTEND', packed(to)), ...movements),
    element('LEDGERBAL', said('BALAMT', plainMoney(closing)), said('DTASOF', packed(to))),
    '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
    '',
  ].join('\n')
}

function qif({ from, opening, lines }: PrintedStatement): string {
  const day = (text: Day) => `${Number(text.slice(5, 7))}/${Number(text.slice(8))}'${text.slice(2, 4)}`
  const record = (rows: string[]) => [...rows, '^'].join('\n')
  return [
    '!Type:Bank',
    record([`D${day(from)}`, `T${formatMoney(opening)}`, 'POpening Balance']),
    ...lines.map(({ day: on, amount, chequeNo, description }) =>
      record([
        `D${day(on)}`,
        `T${formatMoney(amount)}`,
        ...(chequeNo === undefined ? [] : [`N${chequeNo}`]),
        `P${description}`,
      ]),
    ),
    '',
  ].join('\n')
}

function mt940({ account, currency, from, to, opening, closing, lines }: PrintedStatement): string {
  const short = (day: Day) => packed(day).slice(2)
  const size = (amount: Money) => plainMoney(amount < 0n ? -amount : amount).replace('.', ',')
  const mark = (amount: Money) => (amount < 0n ? 'D' : 'C')
  const balance = (tag: string, day: Day, amount: Money) =>
    `:${tag}:${mark(amount)}${short(day)}${currency}${size(amount)}`
  return [
    '{1:F01BANKPHMMAXXX0000000000}{2:O9400000000000BANKPHMMAXXX00000000000000000000N}{4:',
    `:20:${monthOf(from).replace('-', '')}`,
    `:25:${account.replaceAll('-', '')}`,
    ':28C:1/1',
    balance('60F', from, opening),
    ...lines.flatMap(({ day, amount, reference, chequeNo, description }) => [
      `:61:${short(day)}${packed(day).slice(4)}${mark(amount)}${size(amount)}${chequeNo === undefined ? 'NTRFNONREF' : `NCHK${chequeNo}`}//${reference}`,
      `:86:${description}`,
    ]),
    balance('62F', to, closing),
    '-}',
    '',
  ].join('\r\n')
}

function camt053({ account, currency, from, to, opening, closing, lines }: PrintedStatement): string {
  const escaped = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const amounts = (amount: Money) =>
    `<Amt Ccy="${currency}">${plainMoney(amount < 0n ? -amount : amount)}</Amt><CdtDbtInd>${amount < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
  const balance = (kind: string, amount: Money, day: Day) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp>${amounts(amount)}<Dt><Dt>${day}</Dt></Dt></Bal>`
  const entries = lines.map(
    ({ day, amount, reference, chequeNo, description }) =>
      `<Ntry>${amounts(amount)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${reference}</AcctSvcrRef>` +
      `${chequeNo === undefined ? '' : `<NtryDtls><TxDtls><Refs><ChqNb>${chequeNo}</ChqNb></Refs></TxDtls></NtryDtls>`}<AddtlNtryInf>${escaped(description)}</AddtlNtryInf></Ntry>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>',
    `<GrpHdr><MsgId>${packed(to)}</MsgId><CreDtTm>${to}T20:00:00+08:00</CreDtTm></GrpHdr><Stmt><Id>1</Id>`,
    `<FrToDt><FrDtTm>${from}T00:00:00+08:00</FrDtTm><ToDtTm>${to}T23:59:59+08:00</ToDtTm></FrToDt>`,
    `<Acct><Id><Othr><Id>${account.replaceAll('-', '')}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>`,
    balance('OPBD', opening, from),
    balance('CLBD', closing, to),
    ...entries,
    '</Stmt></BkToCstmrStmt></Document>',
    '',
  ].join('\n')
}

/** The left edges of the columns, and the right edges of amounts. */
const columns = [
  { title: 'Date', at: 40 },
  { title: 'Description', at: 100 },
  { title: 'Withdrawals', at: 400, right: true },
  { title: 'Deposits', at: 480, right: true },
  { title: 'Balance', at: 560, right: true },
] as const
const rowsPerPage = 46

async function pdf({ bank, account, from, to, lines }: PrintedStatement): Promise<Uint8Array> {
  const file = await openPdf({ title: `Account ${account}`, author: bank, printedAt: Date.parse(`${to}T12:00:00Z`) })
  const page = a4(file)
  const words = (text: string, at: number, y: number, size: number, align?: 'right') =>
    write(file, text, at, y, { face: 'regular', size }, align)
  const row = (y: number, cells: readonly string[]) => {
    for (const [column, { at, ...rest }] of columns.entries())
      words(cells[column] ?? '', at, y, 8, 'right' in rest ? 'right' : undefined)
  }
  for (let first = 0; first === 0 || first < lines.length; first += rowsPerPage) {
    file.addPage(page.width, page.height)
    words(bank, 40, 40, 12)
    words(`Account No. ${account}`, 40, 60, 8)
    words(`Period: ${inWords(from)} to ${inWords(to)}`, 40, 72, 8)
    row(
      96,
      columns.map(({ title }) => title),
    )
    for (const [at, { day, description, chequeNo, amount, balance }] of lines
      .slice(first, first + rowsPerPage)
      .entries()) {
      const described = chequeNo === undefined ? description : `${description} ${chequeNo}`
      row(112 + at * 14, [inWords(day), described.slice(0, 55), out(amount), into(amount), formatMoney(balance)])
    }
  }
  return file.end()
}
