// Damaged files: the reader either reads them or gives a message, and never crashes.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCamt053 } from './camt053.ts'
import { detectFormat } from './detect.ts'
import { statementLayout } from './layout.ts'
import { readMt940 } from './mt940.ts'
import { readOfx } from './ofx.ts'
import { readQif } from './qif.ts'
import type { Statement } from './statement.ts'
import { suggestLayout } from './suggest.ts'
import { readTable } from './table.ts'
import { UnreadableStatement } from './unreadable.ts'

const whole = {
  ofx: '<OFX><STMTRS><CURDEF>PHP<BANKACCTFROM><ACCTID>12-3</BANKACCTFROM><BANKTRANLIST><DTSTART>20260301<DTEND>20260331<STMTTRN><DTPOSTED>20260302[+8:PHT]<TRNAMT>-1,250.50<FITID>A&amp;1<NAME>x</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>5<DTASOF>20260331</LEDGERBAL></STMTRS></OFX>',
  mt940:
    '{1:F01X}{4:\n:20:A\n:25:1\n:60F:C260301PHP10,00\n:61:2603020302RC1,50NTRFX//Y\nmore\n:86:?20text?21more\n:62F:C260331PHP8,50\n-}',
  camt053:
    '<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="PHP">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-01</Dt></Dt></Bal><Ntry><Amt Ccy="PHP">2.5</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-06</Dt></BookgDt><AddtlNtryInf>a &lt; b</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>',
  qif: "!Account\nNx\n^\n!Type:Bank\nD2/10'26\nT1,000.00\nPOpening Balance\n^\nD2/11/26\nT-5.00\nN12\nPx\n^\n",
  csv: 'Account No: 12-34567-8\nPeriod: Mar 1, 2026 to Mar 31, 2026\nDate|Description|Debit|Credit|Balance\n2026-03-01|a|1.00||(9.00)\n|more\n2026-03-02|b||PHP 2.00 CR|-7.00\nTotal||1.00|2.00\n** End of Report **',
}

const readers: Record<keyof typeof whole, (text: string) => Statement[]> = {
  ofx: (text) => readOfx(text).statements,
  mt940: (text) => readMt940(text).statements,
  camt053: (text) => readCamt053(text).statements,
  qif: (text) => readQif(text, 'mdy').statements,
  csv: (text) => {
    const table = text.split('\n').map((line) => line.split('|'))
    const layout = statementLayout.safeParse(suggestLayout([table]).layout)
    return layout.success && layout.data.kind === 'table' ? [readTable([table], layout.data).statement] : []
  },
}

/** Letters lost, doubled, replaced by format characters, or the rest truncated. */
const harm = fc.array(
  fc.tuple(
    fc.nat(900),
    fc.constantFrom(
      '',
      '<',
      '>',
      '&',
      ':',
      '\n',
      '"',
      '-',
      ',',
      '9',
      '/',
      'Ñ',
      '\u0001',
      'cut',
      '<STMTTRN>',
      ':61:',
      '^',
    ),
  ),
  { minLength: 1, maxLength: 6 },
)

test.each(Object.keys(whole) as (keyof typeof whole)[])(
  'a damaged %s is either read or refused with a message',
  (format) => {
    expect(readers[format](whole[format])).not.toEqual([])
    fc.assert(
      fc.property(harm, (harms) => {
        let text: string = whole[format]
        for (const [place, mark] of harms) {
          const at = place % (text.length + 1)
          text = mark === 'cut' ? text.slice(0, at) : text.slice(0, at) + mark + text.slice(at + 1)
        }
        try {
          for (const { lines } of readers[format](text))
            for (const [n, line] of lines.entries()) {
              expect(line.position).toBe(n + 1)
              expect(line.day).toMatch(/^\d{4}-\d\d-\d\d$/)
              expect(line.amount).not.toBe(0n)
            }
        } catch (error) {
          if (!(error instanceof UnreadableStatement)) throw error
          expect(error.message.length).toBeLessThan(400)
        }
      }),
      { numRuns: 400 },
    )
  },
)

test('any bytes give either a format or a message', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom('', 'PK\u0003\u0004', '%PDF-', 'OFXHEADER:', '<?xml ', '!Type:Bank\n', ':20:'),
      (bytes, head) => {
        const file = Uint8Array.from([...[...head].map((letter) => letter.charCodeAt(0)), ...bytes])
        try {
          detectFormat(file)
        } catch (error) {
          if (!(error instanceof UnreadableStatement)) throw error
        }
      },
    ),
    { numRuns: 500 },
  )
})
