// The action on a petty cash fund, and its cash count.
import type { StatedInBooks } from './effect.ts'
import { oneRow } from './one-row.ts'

export const fundAct: StatedInBooks<'fundAct'> = oneRow<'fundAct', 'fund_act'>({
  table: 'fund_act',
  row: ({ fund, act, count, countedBy, witness, custodian }, documentId) => ({
    document_id: documentId,
    fund,
    act,
    pieces: count === null ? null : [...count],
    counted_by: countedBy,
    witness,
    custodian,
  }),
  effect: ({ fund, act, pieces, counted_by: countedBy, witness, custodian }) => ({
    effect: 'fundAct',
    fund,
    act,
    count: pieces,
    countedBy,
    witness,
    custodian,
  }),
})
