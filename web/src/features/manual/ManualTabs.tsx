// The vertical list of tabs. It is one stop for the Tab key; the arrow keys, Home and End move inside it, as the ARIA
// practices require.
import { manualWords, type ManualTab } from '@talaan/contract/manual.ts'
import type { KeyboardEvent } from 'react'
import classes from './manual.module.css'
import { panelId, tabId } from './ids.ts'

type Props = {
  tabs: readonly ManualTab[]
  shown: ManualTab
  /** The arrow keys moved to the tab. */
  onShow: (tab: ManualTab) => void
  /** The tab was clicked, or chosen with Enter. */
  onChosen: (tab: ManualTab) => void
}

export function ManualTabs({ tabs, shown, onShow, onChosen }: Props) {
  const stop = tabs.find(({ tab }) => tab === shown.tab) ?? tabs[0]

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const next = tabs[nextIndex(event.key, at, tabs.length)]
    if (next === undefined) return
    event.preventDefault()
    onShow(next)
    document.getElementById(tabId(next))?.focus()
  }

  return (
    <div role="tablist" aria-orientation="vertical" aria-label={manualWords.tabs} className={classes.tabs}>
      {tabs.map((each, at) => {
        const isShown = each.tab === shown.tab
        return (
          <button
            key={each.tab}
            type="button"
            role="tab"
            id={tabId(each)}
            aria-selected={isShown}
            aria-controls={isShown ? panelId : undefined}
            tabIndex={each === stop ? 0 : -1}
            className={classes.tab}
            onClick={() => onChosen(each)}
            onKeyDown={(event) => onKeyDown(event, at)}
          >
            {each.label}
          </button>
        )
      })}
    </div>
  )
}

/** The index of the tab that a key moves to, or -1 for other keys. */
function nextIndex(key: string, at: number, count: number): number {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return (at + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return -1
  }
}
