// A grid for a field with rows, if the rows change only when the user types in them.
import { useCallback } from 'react'
import type { Form, Typed } from '../runtime/formDefinition.ts'
import { rowsChanged, type Row, type RowChange, type RowKind } from '../runtime/rows.ts'
import { LineGrid, type GridProps } from './LineGrid.tsx'

type Props<T extends Typed, N extends string, R extends Row> = Pick<
  GridProps<R>,
  'label' | 'columns' | 'shown' | 'slim' | 'onRest'
> & {
  form: Pick<Form<T>, 'typed' | 'mistakes' | 'update'>
  name: N
  /** The definition of the rows. */
  of: RowKind<R>
}

export function GridField<N extends string, R extends Row, T extends Typed & Record<N, R[]>>({
  form: { typed, mistakes, update },
  name,
  of,
  ...drawn
}: Props<T, N, R>) {
  const change = useCallback(
    (what: RowChange<R>) => update((now) => ({ ...now, [name]: rowsChanged(now[name], what, of) })),
    [update, name, of],
  )
  return (
    <LineGrid
      {...drawn}
      name={name}
      rows={typed[name]}
      isEmpty={of.isEmpty}
      fixed={of.fixed}
      mistakes={mistakes}
      change={change}
    />
  )
}
