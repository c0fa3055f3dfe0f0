// The user manual: a search, the tabs that the search filters, the sections that it finds, and the chapter of the
// current tab.
import { Burger, Button, Text, TextInput } from '@mantine/core'
import { formScreens } from '@talaan/contract/cards.ts'
import {
  manualPassagesFound,
  manualTabOf,
  manualTabsFound,
  manualWords,
  type ManualPassage,
  type ManualTab,
} from '@talaan/contract/manual.ts'
import { mobileBreakpointPx } from '@talaan/contract/screen.ts'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Icon } from '../../ui/Icon.tsx'
import { useScreenKeys } from '../../ui/keys.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { loadPassages } from './chapters.ts'
import { listId, tabId } from './ids.ts'
import { ManualChapter } from './ManualChapter.tsx'
import classes from './manual.module.css'
import { ManualTabs } from './ManualTabs.tsx'
import { Results } from './Results.tsx'

const maxResults = 8

export function ManualPage() {
  const [address, setAddress] = useSearchParams()
  const [typed, setTyped] = useState('')
  const [passages, setPassages] = useState<readonly ManualPassage[] | null>(null)
  const [open, setOpen] = useState(false)
  const burger = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLInputElement>(null)
  useScreenKeys(manualWords.title, [
    { keys: '/', does: 'Search the manual', run: () => box.current?.focus() },
    { keys: 'Esc', does: 'Clear the search' },
  ])
  const shown = manualTabOf(address.get('tab'))
  const found = manualTabsFound(typed)
  const inText = manualPassagesFound(typed, passages ?? []).slice(0, maxResults)
  const isNothing = found.length === 0 && inText.length === 0 && passages !== null

  const show = ({ tab }: ManualTab) => {
    if (tab === shown.tab) return
    setAddress({ tab }, { replace: true })
    window.scrollTo(0, 0)
  }
  const close = () => {
    setOpen(false)
    burger.current?.focus()
  }
  // On small screens, the list covers the page.
  useEffect(() => {
    const wide = matchMedia(`(min-width: ${mobileBreakpointPx}px)`)
    const onWide = () => wide.matches && setOpen(false)
    wide.addEventListener('change', onWide)
    return () => wide.removeEventListener('change', onWide)
  }, [])

  useEffect(() => {
    if (!open) return
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      setOpen(false)
      burger.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [open])

  const onSearchKey = (event: KeyboardEvent) => {
    const [first] = found
    if (event.key === 'ArrowDown' && first) {
      setOpen(true)
      document.getElementById(tabId(found.find(({ tab }) => tab === shown.tab) ?? first))?.focus()
    } else if (event.key === 'Enter' && first && typed.trim() !== '') {
      show(first)
      setOpen(false)
    } else if (event.key === 'Escape' && typed !== '') {
      setTyped('')
    } else return
    event.preventDefault()
  }

  return (
    <div className={classes.whole}>
      <PageTitle action={<FormLink tab={shown} />}>{manualWords.title}</PageTitle>
      <div className={classes.manual}>
        <div className={classes.side} data-open={open || undefined}>
          <div className={classes.tools}>
            <div className={classes.burger}>
              <Burger
                ref={burger}
                opened={open}
                size="sm"
                aria-label={open ? manualWords.hideTabs : manualWords.showTabs}
                aria-expanded={open}
                aria-controls={listId}
                onClick={() => setOpen(!open)}
              />
            </div>
            <TextInput
              ref={box}
              className={classes.search}
              size="sm"
              type="search"
              aria-label={manualWords.search.replace('...', '')}
              placeholder={manualWords.search}
              leftSection={<Icon name="search" size={16} />}
              value={typed}
              maxLength={100}
              onFocus={() => {
                // If the texts can't be loaded, the search still finds tabs.
                if (passages === null) loadPassages().then(setPassages, () => setPassages([]))
              }}
              autoComplete="off"
              onChange={(event) => {
                setTyped(event.currentTarget.value)
                setOpen(true)
              }}
              onKeyDown={onSearchKey}
            />
          </div>
          <div className={classes.list} id={listId}>
            <div role="status">
              {isNothing && (
                <div className={classes.none}>
                  <Text size="sm" fw={600}>
                    {manualWords.none(typed.trim())}
                  </Text>
                  <Text size="sm">{manualWords.noneHint}</Text>
                </div>
              )}
            </div>
            {isNothing ? (
              <Button variant="default" size="compact-md" onClick={() => setTyped('')}>
                {manualWords.clear}
              </Button>
            ) : (
              <>
                {found.length > 0 && (
                  <ManualTabs
                    tabs={found}
                    shown={shown}
                    onShow={show}
                    onChosen={(tab) => {
                      show(tab)
                      if (open) close()
                    }}
                  />
                )}
                <Results of={inText} onChosen={() => setOpen(false)} />
              </>
            )}
          </div>
        </div>
        {open && <div className={classes.shade} onClick={close} aria-hidden="true" />}
        <ManualChapter tab={shown} />
      </div>
    </div>
  )
}

/** The link to the form that a tab is about. */
function FormLink({ tab: { form } }: { tab: ManualTab }) {
  const screen = formScreens.find(({ frame }) => frame === form)
  if (screen === undefined) return null
  return (
    <Button component={Link} to={screen.path}>
      Open the {screen.title}
    </Button>
  )
}
