// The keys that work everywhere: they open the command palette, the list of shortcuts, a page or a form.
import { globalKeys, sequences } from '@talaan/contract/keys.ts'
import { type ComponentType, memo, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { answerPortalKeys, typePortalKeys } from '../session/portalKeys.ts'
import { useSession } from '../session/session.ts'
import { isTypingPageMounted, screenKeyFor, typingAheadMs, usePortalKeys } from '../../ui/keys.ts'
import { later } from '../../ui/later.tsx'
import type { Page } from './find.ts'
import type { EarlyKeys } from './Palette.tsx'

const Palette = later(async () => (await import('./Palette.tsx')).Palette)
const KeysOverlay = later(async () => (await import('./KeysOverlay.tsx')).KeysOverlay)

const formPaths = new Set(Object.entries(sequences).flatMap(([keys, path]) => (keys.startsWith('n ') ? [path] : [])))

/** Loaded after the page is shown, so that the palette is ready before it is needed. */
const fetchPaletteAfterMs = 6000

type Shown = 'palette' | 'overlay' | 'undo' | null

type Props = {
  pages: readonly Page[]
  /** The dialog of Ctrl Z, which undoes the last change. */
  Undo: ComponentType<{ onClose: () => void }>
}

export const Keys = memo(function Keys({ pages, Undo }: Props) {
  const { role, passwordDue, idleWarning, backWarning } = useSession()
  const [shown, setShown] = useState<Shown>(null)
  const [wanted, setWanted] = useState<readonly Shown[]>([])
  const go = useNavigate()

  const show = (what: Shown) => {
    setShown(what)
    // Stays mounted after the first use, so that closing is animated.
    setWanted((before) => (before.includes(what) ? before : [...before, what]))
  }
  // The session's dialogs take precedence.
  const hasSessionDialog = passwordDue || idleWarning || backWarning
  if (hasSessionDialog && shown !== null) setShown(null)

  const answer = useEffectEvent((keys: string): boolean => {
    if (hasSessionDialog) return false
    const onScreen = screenKeyFor(keys)
    if (onScreen !== undefined) onScreen()
    else if (keys === globalKeys.palette || keys === globalKeys.find) show('palette')
    else if (keys === globalKeys.help) show('overlay')
    else if (keys === globalKeys.undo) show('undo')
    else {
      const to = sequences[keys]
      const place = pages.find(({ path }) => to === path || to?.startsWith(`${path}/`))
      if (to === undefined || place === undefined || !place.roles.includes(role)) return false
      void go(to)
    }
    return true
  })
  useEffect(() => answerPortalKeys((keys) => answer(keys)), [])
  const opening = useRef({ path: '', since: 0 })
  // Keys that are pressed before a form has loaded are meant for the form.
  const areHeld = () => {
    const { pathname: path } = window.location
    if (opening.current.path !== path) opening.current = { path, since: performance.now() }
    return formPaths.has(path) && !isTypingPageMounted() && performance.now() - opening.current.since < typingAheadMs
  }
  usePortalKeys(typePortalKeys, (name) => name === 'g' || name === 'n', areHeld)

  useEffect(() => {
    const timer = setTimeout(() => void Palette.fetch(), fetchPaletteAfterMs)
    return () => clearTimeout(timer)
  }, [])

  // Keys pressed while the palette is loading, or before its field has the focus, would act on the page. They are held and
  // given to the field.
  const early = useRef<EarlyKeys>(null)
  useEffect(() => {
    if (shown !== 'palette') return
    early.current = { text: '', enter: false }
    const hold = (event: KeyboardEvent) => {
      if (early.current === null || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Enter') early.current.enter = true
      else if (event.key.length === 1) early.current.text += event.key
      else return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', hold, { capture: true })
    return () => {
      early.current = null
      window.removeEventListener('keydown', hold, { capture: true })
    }
  }, [shown])

  const takeEarly = () => {
    const keys = early.current
    early.current = null
    return keys
  }
  const close = () => setShown(null)
  return (
    <Suspense fallback={null}>
      {wanted.includes('palette') && (
        <Palette opened={shown === 'palette'} pages={pages} takeEarly={takeEarly} onClose={close} />
      )}
      {shown === 'undo' && <Undo onClose={close} />}
      {wanted.includes('overlay') && <KeysOverlay opened={shown === 'overlay'} pages={pages} onClose={close} />}
    </Suspense>
  )
})
