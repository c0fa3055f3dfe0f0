// Receipts with undeposited money, on hand or in transit, which the user searches and selects one by one or all at
// once.
import { Button } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import type { MoneyAccount } from '@talaan/contract/money-accounts.ts'
import type { OpenItemAnswer } from '@talaan/contract/open-items.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import { TextInput } from './boxes.tsx'
import { moveFrom } from '../runtime/formKeys.ts'
import css from './TillReceipts.module.css'

type Props = {
  items: readonly OpenItemAnswer[]
  /** The ids of the documents, in the order in which they were selected. */
  ticked: readonly string[]
  /** Messages by path: 'receipts', 'receipts.0'. */
  mistakes: ReadonlyMap<string, string>
  /** The account, if it is in a foreign currency; receipts are in pesos. */
  foreign: Pick<MoneyAccount, 'name' | 'currency'> | null
  onTick: (ids: readonly string[], on: boolean) => void
}

/** If there are more receipts than this, the others are shown on request. */
const shownFirst = 50

export function TillReceipts({ items, ticked, mistakes, foreign, onTick }: Props) {
  const [search, setSearch] = useState('')
  const [all, setAll] = useState(false)
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = items.filter((item) => words.every((word) => searchText(item).includes(word)))
  const shown = all ? found : found.slice(0, shownFirst)
  const chosen = items.filter(({ documentId }) => ticked.includes(documentId))
  const gone = ticked.filter((id) => !items.some(({ documentId }) => documentId === id))
  const allTicked = found.length > 0 && found.every(({ documentId }) => ticked.includes(documentId))
  const someTicked = found.some(({ documentId }) => ticked.includes(documentId))
  const wrong = mistakes.get('receipts')

  /** Arrow keys move between rows; Enter skips the remaining rows. */
  function onListKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const boxes = [...(event.currentTarget.closest('table')?.querySelectorAll('input') ?? [])]
    const at = boxes.indexOf(event.currentTarget)
    const [to, last] = [boxes[at + (event.key === 'ArrowDown' ? 1 : -1)], boxes.at(-1)]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      to?.focus()
    } else if (event.key === 'Enter' && last) {
      event.preventDefault()
      moveFrom(last, 1)
    }
  }

  /** Enter selects the only match; the next search can follow. */
  function onSearchKey(event: KeyboardEvent<HTMLInputElement>) {
    const [only, ...more] = found
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (words.length === 0 || only === undefined || more.length > 0 || ticked.includes(only.documentId)) return
    event.preventDefault()
    onTick([only.documentId], true)
    setSearch('')
  }

  return (
    <section className={css.receipts} aria-labelledby="till">
      <h2 id="till">Receipts deposited</h2>
      {foreign !== null && ticked.length === 0 ? (
        <p className={css.quiet}>
          The receipts are in pesos, but {foreign.name} is in {foreign.currency}. Deposit the receipts into a peso
          account, and record the exchange as a fund transfer.
        </p>
      ) : items.length === 0 && gone.length === 0 ? (
        <p className={css.quiet}>
          No undeposited funds. Collection receipts, cash withdrawals and fund transfers in transit appear here.
        </p>
      ) : (
        <>
          <div className={css.tools}>
            {items.length > 7 && (
              <TextInput
                aria-label="Search the receipts"
                placeholder="Number, name or amount"
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
                onKeyDown={onSearchKey}
                autoComplete="off"
                spellCheck={false}
                className={css.search}
              />
            )}
            <p role="status" className={css.sum}>
              {chosen.length} of {items.length} selected,{' '}
              <strong>{formatMoney(sum(chosen.map(({ open }) => open)))}</strong>
            </p>
          </div>
          <table className={css.list} id="receipts" aria-label="Receipts to deposit" data-lines>
            <thead>
              <tr>
                <th scope="col">
                  <label className={css.tick}>
                    <input
                      type="checkbox"
                      checked={allTicked}
                      ref={(box) => {
                        if (box) box.indeterminate = someTicked && !allTicked
                      }}
                      onChange={() =>
                        onTick(
                          found.map(({ documentId }) => documentId),
                          !allTicked,
                        )
                      }
                      onKeyDown={onListKey}
                    />
                    {words.length > 0 ? 'Select all results' : 'Select all'}
                  </label>
                </th>
                <th scope="col">Date</th>
                <th scope="col" className={css.figure}>
                  Amount
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((item) => {
                const at = ticked.indexOf(item.documentId)
                const mistake = at === -1 ? undefined : mistakes.get(`receipts.${at}`)
                const id = at === -1 ? `till-${item.documentId}` : `receipts-${at}`
                return (
                  <tr key={item.documentId} data-ticked={at !== -1 || undefined}>
                    <td>
                      <label className={css.tick}>
                        <input
                          type="checkbox"
                          id={id}
                          checked={at !== -1}
                          aria-invalid={mistake !== undefined || undefined}
                          aria-describedby={mistake === undefined ? undefined : `${id}-mistake`}
                          onChange={() => onTick([item.documentId], at === -1)}
                          onKeyDown={onListKey}
                        />
                        {item.number}
                        <span className={css.from}>{payerOf(item)}</span>
                      </label>
                      {mistake !== undefined && (
                        <p className={css.mistake} id={`${id}-mistake`}>
                          {mistake}
                        </p>
                      )}
                    </td>
                    <td className={css.day}>{formatDay(item.day)}</td>
                    <td className={css.figure}>{formatMoney(item.open)}</td>
                  </tr>
                )
              })}
              {found.length === 0 && (
                <tr>
                  <td colSpan={3} className={css.quiet}>
                    No receipt matches “{search.trim()}”.
                  </td>
                </tr>
              )}
            </tbody>
          </table>
          {shown.length < found.length && (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setAll(true)}>
              Show all {found.length}
            </Button>
          )}
          {gone.length > 0 && (
            <div className={css.gone}>
              <p>
                {gone.length === 1 ? '1 selected receipt has' : `${gone.length} selected receipts have`} since been
                deposited or voided.
              </p>
              <Button size="compact-sm" variant="default" onClick={() => onTick(gone, false)}>
                {gone.length === 1 ? 'Deselect it' : 'Deselect them'}
              </Button>
            </div>
          )}
        </>
      )}
      {wrong !== undefined && <p className={css.mistake}>{wrong}</p>}
    </section>
  )
}

function payerOf({ kind, partyName, externalNo }: OpenItemAnswer): string {
  const who =
    partyName ?? (kind === 'withdrawal' ? 'Cash withdrawn' : kind === 'transfer' ? 'Transfer in transit' : 'Cash')
  return externalNo === null ? who : `${who}, no. ${externalNo}`
}

function searchText(item: OpenItemAnswer): string {
  return [
    item.number,
    payerOf(item),
    formatDay(item.day),
    formatMoney(item.open),
    formatMoney(item.open).replaceAll(',', ''),
  ]
    .join(' ')
    .toLowerCase()
}
