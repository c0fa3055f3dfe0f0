// Effects that are one row of a table per document, with nothing to reverse: data for later queries.
import { sql } from 'kysely'
import type { Insertable, Kysely } from 'kysely'
import type { EffectOf } from '@talaan/ledger/documents/effects.ts'
import { rowInto } from '../../platform/db/one-statement.ts'
import type { Part } from '../../platform/db/one-statement.ts'
import type { RowOf, Tables } from '../../platform/db/tables.ts'
import type { Recording, Stated, StatedName } from './effect.ts'

type OneRowTable = 'tax_certificate' | 'fund_act' | 'bank_adjustment' | 'fund_transfer'

/** `row` makes the row of an effect, and `effect` parses it. */
export const oneRow = <Name extends StatedName, Table extends OneRowTable>({
  table,
  row,
  effect,
}: {
  table: Table
  row(effect: EffectOf<Name>, documentId: string): Insertable<Tables[Table]>
  effect(row: RowOf<Table>): EffectOf<Name>
}) => ({
  write([only]: readonly EffectOf<Name>[], { documentId }: Recording): Record<string, Part> | undefined {
    return only && { [table]: rowInto(table, row(only, documentId)) }
  },

  async stored(db: Kysely<Tables>, stated: readonly Stated<Name>[]) {
    const { rows } = await sql<RowOf<Table> & { document_id: string }>`
      select * from ${sql.table(table)}
      where document_id = any(${stated.map(({ documentId }) => documentId)}::uuid[])`.execute(db)
    return rows.map((found) => ({ documentId: found.document_id, effect: effect(found) }))
  },
})
