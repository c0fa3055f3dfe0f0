// The movements of property and equipment in a year, by class, from the fixed asset register.
import { disposalFigures } from '../../accounts/disposal.ts'
import { writtenOffBy } from '../../accounts/month-end.ts'
import type { Asset } from '../../accounts/month-end.ts'
import { addDays, monthOf } from '../../core/date.ts'
import { sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import type { Period } from '../../core/periods.ts'
import type { Column, Row, Table } from '../table.ts'

export type PropertyClass = {
  title: string
  cost: Movement
  depreciation: Movement
  net: Money
}
type Movement = { before: Money; added: Money; disposed: Money; after: Money }

/**
 * Cost and accumulated depreciation of each class of assets at the beginning of a year, what was added and disposed of,
 * and at its end (PFRS for SMEs 17.31(e)); centavos. `names` are the accounts of accumulated depreciation.
 */
export function propertyMovements(
  assets: readonly Asset[],
  year: Period,
  names: ReadonlyMap<string, string>,
): PropertyClass[] {
  const owned = assets.filter(
    ({ acquiredOn, disposedOn }) => acquiredOn <= year.to && (disposedOn == null || disposedOn >= year.from),
  )
  return [...Map.groupBy(owned, ({ accumulatedAccount }) => accumulatedAccount)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([account, members]) => {
      const cost = { before: 0n, added: 0n, disposed: 0n, after: 0n }
      const depreciation = { before: 0n, added: 0n, disposed: 0n, after: 0n }
      for (const asset of members) {
        const isOld = asset.acquiredOn < year.from
        const isGone = asset.disposedOn != null && asset.disposedOn <= year.to
        const begun = isOld ? writtenOffBy(asset, monthOf(addDays(year.from, -1))) : 0n
        const ended =
          isGone && asset.disposedOn != null
            ? disposalFigures(asset, asset.disposedOn).writtenOff
            : writtenOffBy(asset, monthOf(year.to))
        cost.before += isOld ? asset.cost : 0n
        cost.added += isOld ? 0n : asset.cost
        cost.disposed += isGone ? asset.cost : 0n
        depreciation.before += begun
        depreciation.added += ended - begun
        depreciation.disposed += isGone ? ended : 0n
      }
      cost.after = cost.before + cost.added - cost.disposed
      depreciation.after = depreciation.before + depreciation.added - depreciation.disposed
      return {
        title: classTitle(names.get(account) ?? account),
        cost,
        depreciation,
        net: cost.after - depreciation.after,
      }
    })
}

/** 'Furniture' of 'Accumulated depreciation - furniture'. */
function classTitle(name: string): string {
  const own = name.split(' - ').at(-1) ?? name
  return own.charAt(0).toUpperCase() + own.slice(1)
}

/** A column for each class and the total. */
export function propertyTable(
  classes: readonly PropertyClass[],
  title: string,
  head: Pick<Table, 'company' | 'period'>,
): Table {
  const columns: Column[] = [
    { key: 'what', title: 'Movement', kind: 'text', width: 3 },
    ...classes.map((one, at): Column => ({ key: `class${at}`, title: one.title, kind: 'money', width: 2 })),
    { key: 'total', title: 'Total', kind: 'money', width: 2 },
  ]
  const row = (words: string, of: (one: PropertyClass) => Money, emphasis?: 'subtotal' | 'total'): Row => {
    const amounts = classes.map(of)
    return { cells: [words, ...amounts, sum(amounts)], ...(emphasis && { emphasis }) }
  }
  const headed = (words: string): Row => ({ cells: [words, ...classes.map(() => null), null], emphasis: 'heading' })
  return {
    name: 'property',
    title,
    ...head,
    columns,
    rows: [
      headed('Cost'),
      row('At the beginning of the year', ({ cost }) => cost.before),
      row('Additions', ({ cost }) => cost.added),
      row('Disposals', ({ cost }) => -cost.disposed),
      row('At the end of the year', ({ cost }) => cost.after, 'subtotal'),
      headed('Accumulated depreciation'),
      row('At the beginning of the year', ({ depreciation }) => depreciation.before),
      row('Depreciation', ({ depreciation }) => depreciation.added),
      row('Disposals', ({ depreciation }) => -depreciation.disposed),
      row('At the end of the year', ({ depreciation }) => depreciation.after, 'subtotal'),
      row('Net carrying amount', ({ net }) => net, 'total'),
    ],
    notes: [],
  }
}
