// The rows of a list of documents, with their keys, the bar for selected rows, and the document next to the list.
import { Button } from '@mantine/core'
import type { DocumentRow } from '@talaan/contract/documents.ts'
import { type ComponentProps, Suspense, useRef } from 'react'
import { useNavigate } from 'react-router'
import { fromList } from '../../app/listBehind.ts'
import { paths } from '../../app/paths.ts'
import { ColumnsMenu } from '../../app/table/ColumnsMenu.tsx'
import { widthIn } from '../../app/table/arranged.ts'
import { headingsOf } from '../../app/table/headings.tsx'
import splitClasses from '../../app/table/split.module.css'
import { SplitToggle } from '../../app/table/SplitToggle.tsx'
import type { useListColumns } from '../../app/table/useListColumns.ts'
import { rowInFocus, selectingIn, selectionKeys, useSelection } from '../../app/table/useSelection.ts'
import { useSplit } from '../../app/table/useSplit.ts'
import { DataTable, moveRow } from '../../ui/DataTable.tsx'
import { later } from '../../ui/later.tsx'
import classes from './documents.module.css'

const DocumentBeside = later(async () => (await import('./DocumentBeside.tsx')).DocumentBeside)
const SelectionBar = later(async () => (await import('./SelectionBar.tsx')).SelectionBar)

type Pages = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  isPlaceholderData: boolean
  fetchNextPage: () => Promise<unknown>
}

type Options = {
  list: ReturnType<typeof useListColumns<DocumentRow>>
  rows: readonly DocumentRow[] | undefined
  pages: Pages
  /** The current filters; changing them starts a new selection. */
  of: unknown
  /** Whether a document can be shown next to the list. */
  splits?: boolean
}

export type ShownRows = ReturnType<typeof useDocumentRows>

export function useDocumentRows({ list, rows = [], pages, of, splits = true }: Options) {
  const selection = useSelection(rows, JSON.stringify(of))
  const split = useSplit(list, splits ? rows : [])
  const tableRef = useRef<HTMLTableElement>(null)
  const keys = [
    {
      keys: 'j',
      does: 'Next row',
      run: () => {
        if (!moveRow(tableRef.current, 1) && pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage()
      },
    },
    { keys: 'k', does: 'Previous row', run: () => void moveRow(tableRef.current, -1) },
    { keys: '↑ ↓', does: 'Next or previous row' },
    { keys: 'Enter', does: 'Open row' },
    {
      keys: 'x',
      does: 'Select or deselect the row (or press Space)',
      run: () => selection.toggle(rowInFocus(tableRef.current)),
    },
    ...selectionKeys,
    ...(split.isWide ? [{ keys: 'v', does: 'Show or hide the document next to the list', run: split.toggle }] : []),
  ]
  return { list, rows, pages, selection, split, tableRef, keys, enter: () => void moveRow(tableRef.current, 1) }
}

/** Above the list: the switch for the split view, and the columns. */
export function RowTools({ list, split, tableRef, splits = true }: ShownRows & { splits?: boolean }) {
  return (
    <>
      {splits && <SplitToggle isSplit={split.isSplit} onToggle={split.toggle} />}
      {!split.shown && (
        <ColumnsMenu
          columns={list.columns}
          isArranged={list.isArranged}
          onArrange={list.arrange}
          onReset={list.reset}
          widthOf={(key) => widthIn(tableRef.current, key)}
        />
      )}
    </>
  )
}

type RowsProps = {
  label: string
  shown: ShownRows
} & Pick<ComponentProps<typeof DataTable<DocumentRow>>, 'sorted' | 'onSort' | 'foot' | 'onEscape'>

export function DocumentRows({ label, shown, ...table }: RowsProps) {
  const { list, rows, pages, selection, split, tableRef } = shown
  const go = useNavigate()
  const behind = (opened: DocumentRow) => fromList(label, rows.map(addressOf), addressOf(opened))
  return (
    <>
      <div {...(split.shown && { className: splitClasses.split, 'data-split': true })}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the rows inside have links for the keyboard */}
        <div {...split.rows}>
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys and clicks of the rows inside */}
          <div {...selectingIn(selection)} aria-busy={pages.isPlaceholderData}>
            <DataTable
              ref={tableRef}
              label={label}
              columns={list.shown}
              heading={headingsOf(list, selection)}
              rows={rows}
              rowKey={(row) => row.id}
              faded={(row) => row.status === 'void'}
              picked={(row) => selection.has(row.id)}
              current={split.isShown}
              onOpen={(row) => void go(addressOf(row), { state: behind(row) })}
              {...table}
            />
          </div>
          {pages.hasNextPage && (
            <div className={classes.more}>
              <Button variant="default" onClick={() => void pages.fetchNextPage()} loading={pages.isFetchingNextPage}>
                Load more
              </Button>
            </div>
          )}
        </div>
        {split.shown && (
          <Suspense fallback={<div />}>
            <DocumentBeside documentId={split.shown.id} state={behind(split.shown)} />
          </Suspense>
        )}
      </div>
      {selection.rows.length > 0 && (
        <Suspense fallback={null}>
          <SelectionBar rows={selection.rows} onClear={selection.clear} />
        </Suspense>
      )}
    </>
  )
}

const addressOf = ({ kind, id }: DocumentRow) => paths.document(kind, id)
