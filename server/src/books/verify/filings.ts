// Filed returns and their stored files must match their digests.
import type { Kysely } from 'kysely'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { sha256 } from '../journal.ts'
import { filingDigest } from '../seal.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

export async function filingProblems(db: Db): Promise<string[]> {
  const problems: string[] = []
  const files = Map.groupBy(
    await db.selectFrom('filing_file').selectAll().orderBy('filing_id').orderBy('name').execute(),
    (file) => file.filing_id,
  )
  for (const { id } of await db.selectFrom('filing').select('id').orderBy('form').orderBy('period').execute()) {
    const row = await db.selectFrom('filing').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const its = files.get(id) ?? []
    const filing = `${row.form} for the period ended ${formatDay(row.period)}`
    const sealed = its.map(({ name, sha256: sum }) => ({ name, sha256: sum }))
    if (filingDigest({ ...row, files: sealed }) !== row.digest) problems.push(`${filing} was changed after filing.`)
    for (const { name, sha256: sum, content } of its)
      if (sha256(content) !== sum) problems.push(`The file ${name} of ${filing} was changed after filing.`)
  }
  return problems.slice(0, 20)
}
