// The calls that read and store a file, and their results.
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import {
  type listStatements,
  previewStatement,
  statementLimitBytes,
  type StatementPreview,
  storeStatement,
} from '@talaan/contract/statements.ts'
import { type Month, monthOf } from '@talaan/ledger/core/date.ts'
import type { LayoutDraft } from '@talaan/ledger/banking/formats/layout.ts'
import { CallFailure, type Channel, mayPass } from '../../runtime/channel.ts'

export type Account = AnswerOf<typeof listStatements>['accounts'][number]

/** The result for a file. */
export type Result =
  | { name: string; state: 'saved'; month: Month; lines: number; newLines: number; already: boolean }
  | { name: string; state: 'refused'; message: string }

export type FileProblem = { sentence: string; again: boolean; code: string }

type ReadRequest = { file: File; account: string; layout: LayoutDraft | null; part: string }
type StoreRequest = ReadRequest & { preview: StatementPreview; reason: string }

const tooLarge: FileProblem = {
  sentence: 'The file is larger than 10 MB. Download a shorter period from the bank.',
  again: false,
  code: '',
}

const queryOf = ({ file, account, layout, part }: ReadRequest) => ({
  account,
  name: file.name.slice(-200),
  ...(layout !== null && { layout: JSON.stringify(layout) }),
  ...(part !== '' && { part }),
})

export async function readFile(channel: Channel, request: ReadRequest): Promise<StatementPreview | FileProblem> {
  if (request.file.size > statementLimitBytes) return tooLarge
  return orProblem(() => channel.call(previewStatement, { query: queryOf(request), file: request.file }))
}

export async function storeFile(channel: Channel, request: StoreRequest): Promise<Result | FileProblem> {
  const { file, preview, reason } = request
  const { digest, statement } = preview
  if (digest === null || statement === null) throw new Error('This file cannot be stored. Choose another file.')
  return orProblem(async () => {
    const query = { ...queryOf(request), digest, reason: reason.trim() }
    const { lines, newLines, already } = await channel.call(storeStatement, { query, file })
    channel.say({ type: 'recorded', number: file.name.slice(-64) })
    return { name: file.name, state: 'saved' as const, month: monthOf(statement.from), lines, newLines, already }
  })
}

async function orProblem<Answer>(work: () => Promise<Answer>): Promise<Answer | FileProblem> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    return { sentence: error.message, again: mayPass(error), code: error.code }
  }
}

export const isProblem = (answer: object): answer is FileProblem => 'sentence' in answer

export const asksReason = ({ findings }: StatementPreview): boolean => findings.some(({ weight }) => weight === 'doubt')
