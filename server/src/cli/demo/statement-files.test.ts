// The statement files of the demo's banks read back correctly in every format.
import { expect, test } from 'vitest'
import { checkBalances } from '@talaan/ledger/banking/checks/statement-checks.ts'
import { readStatement } from '../../platform/reading/statement.ts'
import { demoFormats, fileOf } from './statement-files.ts'
import type { PrintedStatement } from './statement-files.ts'

const statement: PrintedStatement = {
  account: '0012-3456-7890',
  bank: 'Bank of Luzon',
  currency: 'PHP',
  from: '2026-03-01',
  to: '2026-03-31',
  opening: 1_000_000n,
  closing: 104_999_950n,
  lines: [
    ['2026-03-02', 50_000_00n, 'CASH/CHECK DEPOSIT DS 0302, COUNTER 2'],
    ['2026-03-13', 1_000_000_00n, 'PESONET CREDIT M&A TRADING'],
    ['2026-03-13', -500_00n, 'ATM'],
    ['2026-03-13', -500_00n, 'ATM'],
    ['2026-03-31', -9_000_00n, 'INWARD CHECK', '0000123'],
    ['2026-03-31', -50n, 'INTEREST WITHHELD'],
  ].reduce<PrintedStatement['lines'][number][]>((lines, [day, amount, description, chequeNo]) => {
    const moved = amount as bigint
    const balance = (lines.at(-1)?.balance ?? 1_000_000n) + moved
    const cheque = chequeNo === undefined ? {} : { chequeNo: String(chequeNo) }
    const position = lines.length + 1
    return [
      ...lines,
      {
        day: String(day),
        amount: moved,
        balance,
        description: String(description),
        reference: `R${position}`,
        position,
        ...cheque,
      },
    ]
  }, []),
}

test.each(demoFormats)('a statement written as %s reads back unchanged', async (format) => {
  const bytes = await fileOf(format, statement)
  const read = await readStatement({ bytes, said: null, kept: [] })
  expect(read).toMatchObject({ format: format.replace(/^(ofx)\d$/, '$1'), open: [], mistakes: [] })
  const [found] = read.statements
  expect(found?.lines.map(({ day, amount, position }) => [day, amount, position])).toEqual(
    statement.lines.map(({ day, amount, position }) => [day, amount, position]),
  )
  expect(found).toMatchObject({ opening: 1_000_000n, closing: statement.lines.at(-1)?.balance })
  if (found !== undefined) expect(checkBalances(found)).toEqual([])
  // A page of a PDF has the cheque number among its words.
  const cheque = found?.lines.find(({ amount }) => amount === -9_000_00n)
  expect(cheque?.chequeNo ?? cheque?.description).toContain('0000123')
})
