// Shows the pages of a file as pictures, and marks where each value was read. The wheel scrolls; buttons and keys zoom
// and turn. In a form that records the file, a click takes a word from the page, and a drag takes several.
import { Button, Group, Skeleton } from '@mantine/core'
import { pictureActionOf, pictureKeys, type PictureAction } from '@talaan/contract/keys.ts'
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type Ref,
  type RefObject,
  type UIEvent,
  useLayoutEffect,
} from 'react'
import { useScreenKeys } from '../../ui/keys.ts'
import { Failed } from '../problems.tsx'
import classes from './pages.module.css'
import { takenText, wordsBetween, type PageWord } from './taken.ts'
import { usePicture, type PageSource } from './usePicture.ts'

/** Where a value is printed, in fractions of the page. A click on the place takes `text`. */
export type Place = {
  key: string
  page: number
  box: Omit<PageWord, 'text'>
  title: string
  text: string
}

export type PagesHandle = { act: (action: PictureAction) => void }

type Props = {
  /** The name of the file. */
  name: string
  pages: readonly PageSource[]
  places?: readonly Place[]
  /** The key of the place to show. */
  active?: string | undefined
  words?: readonly (PageWord & { page: number })[]
  /** Takes a text into the form next to the file. */
  onTake?: ((text: string) => void) | undefined
  /** Uses the available height instead of the height of the screen. */
  fills?: boolean
  /** Beside the buttons. */
  actions?: ReactNode
  ref?: Ref<PagesHandle>
}

const steps = [1, 1.5, 2, 3] as const
/** Places with letters lower than this, in pixels, are enlarged. */
const leastHeight = 13

/** The names of the keys, as listed under Keyboard shortcuts. */
const keyNames: Readonly<Record<keyof typeof pictureKeys, string>> = {
  Period: 'Alt .',
  Comma: 'Alt ,',
  Digit0: 'Alt 0',
  KeyR: 'Alt R',
  PageDown: 'Alt PageDown',
  PageUp: 'Alt PageUp',
  KeyP: 'Alt P',
}
const actionWords: Readonly<Record<PictureAction, string>> = {
  in: 'Zoom in',
  out: 'Zoom out',
  fit: 'Fit the page to the width',
  turn: 'Rotate the page',
  next: 'Next page',
  previous: 'Previous page',
  show: 'Show or hide the file',
}

export function PagesView({
  name,
  pages,
  places = [],
  active,
  words = [],
  onTake,
  fills = false,
  actions,
  ref,
}: Props) {
  const [chosen, setChosen] = useState<number>()
  const [enlarged, setEnlarged] = useState(1)
  const [turn, setTurn] = useState(0)
  const whole = useRef<HTMLDivElement>(null)
  /** The point in the middle of the view, as fractions of all pages. */
  const middle = useRef({ x: 0.5, y: 0 })
  const zoom = chosen ?? enlarged
  const least = steps[0]
  const most = steps.at(-1) ?? least
  const act = (action: PictureAction): void => {
    if (action === 'in') setChosen(steps.find((step) => step > zoom) ?? most)
    if (action === 'out') setChosen(steps.findLast((step) => step < zoom) ?? least)
    if (action === 'fit') setChosen(least)
    if (action === 'turn') {
      middle.current = { x: 1 - middle.current.y, y: middle.current.x }
      setTurn((turn + 90) % 360)
    }
    if (action === 'next' || action === 'previous') showPage(whole.current, action === 'next' ? 1 : -1)
  }
  useImperativeHandle(ref, () => ({ act }))
  useScreenKeys('File', [
    { keys: '+', does: actionWords.in, run: () => act('in') },
    { keys: '-', does: actionWords.out, run: () => act('out') },
    { keys: 'r', does: actionWords.turn, run: () => act('turn') },
    ...Object.entries(pictureKeys)
      .filter(([, action]) => action !== 'show')
      .map(([code, action]) => ({ keys: keyNames[code as keyof typeof pictureKeys], does: actionWords[action] })),
  ])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = pictureActionOf(event)
    if (action === undefined || action === 'show' || event.defaultPrevented) return
    event.preventDefault()
    act(action)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  // Zooming and turning keep the same point in the middle.
  useLayoutEffect(() => {
    const view = whole.current
    if (!view) return
    const { x, y } = middle.current
    view.scrollTo(x * view.scrollWidth - view.clientWidth / 2, y * view.scrollHeight - view.clientHeight / 2)
  }, [zoom, turn])
  const onScroll = ({ currentTarget: view }: UIEvent<HTMLElement>) => {
    middle.current = {
      x: (view.scrollLeft + view.clientWidth / 2) / view.scrollWidth,
      y: (view.scrollTop + view.clientHeight / 2) / view.scrollHeight,
    }
  }

  const onLook = useEffectEvent((mark: HTMLElement) => {
    const low = mark.offsetHeight > 0 && mark.offsetHeight < leastHeight && chosen === undefined
    const next = steps.find((step) => step > zoom)
    if (low && next !== undefined) setEnlarged(next)
  })
  useEffect(() => {
    if (active === undefined) return
    const view = whole.current
    const mark = view?.querySelector<HTMLElement>('[data-active]')
    if (!view || !mark) return
    onLook(mark)
    // Scrolls only the pages, not the rest of the screen.
    const box = mark.getBoundingClientRect()
    const { left, top, width, height } = view.getBoundingClientRect()
    view.scrollBy(box.left + box.width / 2 - left - width / 2, box.top + box.height / 2 - top - height / 2)
  }, [active, zoom, turn])
  if (pages.length === 0) return null
  return (
    <div className={fills ? classes.fills : undefined}>
      <Group gap={4} mb={8}>
        {actions}
        <span className={classes.space} />
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => act('out')}
          disabled={zoom === least}
          aria-label="Zoom out"
        >
          −
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => act('in')}
          disabled={zoom === most}
          aria-label="Zoom in"
        >
          +
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => act('turn')} aria-label="Rotate" title="Rotate">
          ↻
        </Button>
      </Group>
      <div
        className={classes.view}
        ref={whole}
        onScroll={onScroll}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label={`Pages of ${name}`}
      >
        {pages.map((source, at) => (
          <Page
            key={JSON.stringify(source.key)}
            source={source}
            alt={`Page ${at + 1} of ${name}`}
            zoom={zoom}
            turn={turn}
            places={places.filter(({ page }) => page === at + 1)}
            active={active}
            words={words.filter(({ page }) => page === at + 1)}
            onTake={onTake}
          />
        ))}
      </div>
    </div>
  )
}

/** Moves to the page before or after the one at the top. */
function showPage(view: HTMLElement | null, by: 1 | -1): void {
  const pages = [...(view?.querySelectorAll<HTMLElement>(`.${classes.frame}`) ?? [])]
  const top = view?.scrollTop ?? 0
  const found =
    by === 1 ? pages.find((page) => page.offsetTop > top + 1) : pages.findLast((page) => page.offsetTop < top - 1)
  if (found) view?.scrollTo({ top: found.offsetTop })
}

type PageProps = Pick<Props, 'active' | 'onTake'> & {
  source: PageSource
  alt: string
  zoom: number
  turn: number
  places: readonly Place[]
  words: readonly PageWord[]
}

function Page({ source, alt, zoom, turn, places, active, words, onTake }: PageProps) {
  const frame = useRef<HTMLDivElement>(null)
  const isNear = useNear(frame)
  const { query, url } = usePicture(source, isNear)
  const [size, setSize] = useState({ width: 3, height: 4 })
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (url === undefined)
    return (
      <div ref={frame} className={classes.frame}>
        <Skeleton h={480} />
      </div>
    )
  const ratio = size.width / size.height
  const lies = turn % 180 !== 0
  return (
    <div className={classes.frame} style={{ width: `${zoom * 100}%`, aspectRatio: lies ? 1 / ratio : ratio }}>
      <div
        className={classes.page}
        style={{
          width: lies ? `${ratio * 100}%` : '100%',
          aspectRatio: ratio,
          transform: `translate(-50%, -50%) rotate(${turn}deg)`,
        }}
      >
        <img
          src={url}
          alt={alt}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize({ width: naturalWidth, height: naturalHeight })
          }
        />
        {places.map((place) => (
          <span
            key={place.key}
            className={classes.place}
            data-active={place.key === active || undefined}
            style={boxOf(place.box)}
            title={place.title}
            {...(onTake && { onClick: () => onTake(place.text) })}
          />
        ))}
        {onTake && <Words words={words} places={places} onTake={onTake} />}
      </div>
    </div>
  )
}

/**
 * Whether the page is, or was, within one screen of the visible part. The pages of long files load as the user scrolls.
 */
function useNear(frame: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (frame.current === null || isNear) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '100%' },
    )
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame, isNear])
  return isNear
}

type WordsProps = { words: readonly PageWord[]; places: readonly Place[]; onTake: (text: string) => void }

/** For the pointer only: keyboard users have a button for each value below the pages. */
function Words({ words, places, onTake }: WordsProps) {
  const [drag, setDrag] = useState<{ from: number; to: number }>()
  const chosen = drag === undefined ? [] : wordsBetween(words, drag.from, drag.to)
  const take = (from: number, to: number) => {
    const place = from === to ? places.find(({ box }) => isWithin(words[from], box)) : undefined
    const taken = wordsBetween(words, from, to).flatMap((at) => words[at] ?? [])
    const text = place?.text ?? takenText(taken)
    if (text !== '') onTake(text)
  }
  return (
    <div
      aria-hidden="true"
      onMouseDown={(event) => event.preventDefault()}
      onPointerCancel={() => setDrag(undefined)}
      onPointerLeave={() => setDrag(undefined)}
    >
      {words.map((word, at) => (
        <span
          key={at}
          className={classes.word}
          data-chosen={chosen.includes(at) || undefined}
          style={boxOf(word)}
          onPointerDown={({ button }) => button === 0 && setDrag({ from: at, to: at })}
          onPointerEnter={() => setDrag((now) => now && { ...now, to: at })}
          onPointerUp={() => {
            if (drag !== undefined) take(drag.from, at)
            setDrag(undefined)
          }}
        />
      ))}
    </div>
  )
}

function isWithin(word: PageWord | undefined, { x0, y0, x1, y1 }: Place['box']): boolean {
  if (word === undefined) return false
  const [x, y] = [(word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2]
  return x >= x0 && x <= x1 && y >= y0 && y <= y1
}

const percent = (of: number): string => `${of * 100}%`

const boxOf = ({ x0, y0, x1, y1 }: Place['box']): CSSProperties => ({
  left: percent(x0 - 0.004),
  top: percent(y0 - 0.003),
  width: percent(x1 - x0 + 0.008),
  height: percent(y1 - y0 + 0.006),
})
