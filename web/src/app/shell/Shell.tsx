// The layout of every page: skip link, header, navigation, and the main landmark.
import { type ComponentProps, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useCurrentTitle } from '../pageTitle.ts'
import { useSession } from '../session/session.ts'
import { useUnsavedQuestion } from '../session/unsaved.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { Header } from './Header.tsx'
import { Keys } from './Keys.tsx'
import { Navigation } from './Navigation.tsx'
import { PracticeBanner } from './PracticeBanner.tsx'
import classes from './Shell.module.css'

const sessionDialogs = async () => ({ default: (await import('../session/SessionDialogs.tsx')).SessionDialogs })
const SessionDialogs = lazy(sessionDialogs)
const FirstLoginDialog = lazy(async () => ({
  default: (await import('../session/FirstLoginDialog.tsx')).FirstLoginDialog,
}))

/** Loaded long before a user can be inactive, so that the dialog needs no network. */
const fetchDialogsAfterMs = 10_000

type Props = Pick<ComponentProps<typeof Keys>, 'pages' | 'Undo'> & { titleOf: (pathname: string) => string }

export function Shell({ titleOf, pages, Undo }: Props) {
  const { pathname, key } = useLocation()
  const [navigationOpen, setNavigationOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const arrivedAt = useRef(pathname)
  const title = titleOf(pathname)
  const burger = useCallback(() => setNavigationOpen((open) => !open), [])

  const ownTitle = useCurrentTitle()
  useEffect(() => {
    document.title = `${ownTitle ?? title} · Talaan`
  }, [ownTitle, title])

  // A link to the current page also closes the navigation.
  const [arrival, setArrival] = useState(key)
  if (arrival !== key) {
    setArrival(key)
    setNavigationOpen(false)
  }

  useEffect(() => {
    if (arrivedAt.current === pathname) return
    arrivedAt.current = pathname
    window.scrollTo(0, 0)
    // Screen readers announce the page change: the focus moves to the new page, unless the user is typing.
    const { activeElement } = document
    if (activeElement instanceof HTMLInputElement && activeElement.value !== '') return
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  useEffect(() => {
    if (!navigationOpen) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setNavigationOpen(false)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [navigationOpen])

  return (
    <div className={classes.shell}>
      <a
        className={classes.skip}
        href="#content"
        onClick={(event) => {
          // Following the link would add a history entry, and Back is intercepted.
          event.preventDefault()
          main.current?.focus()
        }}
      >
        Skip to content
      </a>
      <Header title={title} navigationOpen={navigationOpen} onBurger={burger} />
      <div className={classes.side} data-open={navigationOpen || undefined} id="navigation">
        <Navigation />
      </div>
      {navigationOpen && <div className={classes.shade} onClick={() => setNavigationOpen(false)} aria-hidden="true" />}
      <main className={classes.main} id="content" aria-label={title} ref={main} tabIndex={-1}>
        <PracticeBanner />
        <ConnectionBanner />
        <Outlet />
      </main>
      <Keys pages={pages} Undo={Undo} />
      <Dialogs />
    </div>
  )
}

/** Loads last the dialogs that most sessions never show. */
function Dialogs() {
  const { passwordDue, idleWarning, backWarning } = useSession()
  const unsaved = useUnsavedQuestion()
  const [dialogs, setDialogs] = useState({ now: false, times: 0 })
  const asking = idleWarning || backWarning || unsaved !== null
  useEffect(() => {
    const timer = setTimeout(() => void sessionDialogs().catch(() => undefined), fetchDialogsAfterMs)
    return () => clearTimeout(timer)
  }, [])
  // Mounted when first shown, so that closing is animated. On a layer, the dialog that was mounted last is on top, so
  // each is mounted again when it opens.
  if (dialogs.now !== asking) setDialogs({ now: asking, times: dialogs.times + (asking ? 1 : 0) })
  return (
    <Suspense fallback={null}>
      {dialogs.times > 0 && <SessionDialogs key={dialogs.times} />}
      {passwordDue && <FirstLoginDialog />}
    </Suspense>
  )
}
