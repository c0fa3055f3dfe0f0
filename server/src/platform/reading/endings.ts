// The ending of a file's name must fit its content.
import { formatNames, statementEndings } from '@talaan/contract/statements.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import type { Problem } from '@talaan/contract/problem.ts'
import type { StatementFormat } from '@talaan/ledger/banking/formats/statement.ts'

export function assertEnding(name: string, format: StatementFormat, problem: Problem): void {
  const ending = /\.([A-Za-z0-9]+)$/.exec(name.trim())?.[1]?.toLowerCase()
  if (ending !== undefined && statementEndings[format].includes(ending)) return
  const [last, ...others] = statementEndings[format].map((each) => `.${each}`).toReversed()
  const list = others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`
  const sentence = `The content of this file is ${formatNames[format]}, but its name does not end in ${list}. Rename the file, or choose another one.`
  throw new Refusal(saying(problem, sentence))
}

/** Of a file of cells, which is a workbook or text. */
export const formatOfCells = (bytes: Uint8Array): StatementFormat =>
  Buffer.from(bytes.subarray(0, 2)).equals(Buffer.from('PK')) ? 'xlsx' : 'csv'
