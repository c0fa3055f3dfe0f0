// A form with the file that it records next to it. The user can move the line between them. Without a file, only the
// form is shown.
import { Button } from '@mantine/core'
import { getArrivalOfDraft } from '@talaan/contract/arrivals.ts'
import { pictureActionOf, type PictureAction } from '@talaan/contract/keys.ts'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { useCall } from '../../app/api.ts'
import type { PagesHandle } from '../../app/files/PagesView.tsx'
import { setFileHidden, setFileShare, useFileHidden, useFileShare } from '../../app/session/settings.ts'
import { useScreenKeys } from '../../ui/keys.ts'
import { later } from '../../ui/later.tsx'
import classes from './beside.module.css'

const ArrivalBeside = later(async () => (await import('../arrivals/ArrivalBeside.tsx')).ArrivalBeside)

type Props = {
  draftId: string
  enabled: boolean
  field: string
  /** Puts text from the file into the field. */
  onTake: (text: string) => void
  /** Tells the form whether there is a file, for its keys. */
  onThere: (isThere: boolean) => void
  ref: Ref<PagesHandle>
  children: ReactNode
}

/** Also in beside.module.css. */
const wide = '(min-width: 1100px)'

/** The width of the file, in percent. */
const [least, most, step] = [25, 60, 5]

export function BesideForm({ draftId, enabled, field, onTake, onThere, ref, children }: Props) {
  const { data } = useCall(getArrivalOfDraft, { params: { draftId } }, { enabled })
  const stored = useFileShare()
  const [moving, setMoving] = useState<number>()
  const isHidden = useFileHidden()
  const [isOpen, setOpen] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const share = Math.min(most, Math.max(least, moving ?? stored))
  const { arrival = null, reading = null, line = null } = data ?? {}
  const isThere = arrival !== null
  const pages = useRef<PagesHandle>(null)
  const toggle = () => (matchMedia(wide).matches ? setFileHidden(!isHidden) : setOpen(!isOpen))
  const act = (action: PictureAction) => (action === 'show' ? toggle() : pages.current?.act(action))
  useImperativeHandle(ref, () => ({ act }))
  useScreenKeys('File', isThere ? [{ keys: 'Alt P', does: 'Show or hide the file' }] : [])
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (!isThere || pictureActionOf(event) !== 'show') return
    event.preventDefault()
    toggle()
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  const tell = useEffectEvent(onThere)
  useEffect(() => tell(isThere), [isThere])

  const shareAt = ({ clientX }: PointerEvent): number => {
    const { left = 0, width = 1 } = whole.current?.getBoundingClientRect() ?? {}
    return Math.min(most, Math.max(least, Math.round(100 - ((clientX - left) / width) * 100)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: step, ArrowRight: -step }[event.key]
    if (by === undefined) return
    event.preventDefault()
    setFileShare(Math.min(most, Math.max(least, share + by)))
  }
  return (
    <div
      ref={whole}
      className={arrival === null ? undefined : classes.split}
      data-hidden={isHidden || undefined}
      style={{ '--file-share': `${share}%` } as CSSProperties}
    >
      <div className={classes.form}>
        {arrival !== null && (
          <Button
            className={classes.toggle ?? ''}
            variant="default"
            mb="sm"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Show form' : 'Show file'}
          </Button>
        )}
        {arrival !== null && isHidden && (
          <Button className={classes.shown ?? ''} variant="default" mb="sm" onClick={() => setFileHidden(false)}>
            Show file
          </Button>
        )}
        <div className={arrival !== null && isOpen ? classes.covered : undefined}>{children}</div>
      </div>
      {arrival !== null && (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <div
            className={classes.line}
            role="separator"
            aria-orientation="vertical"
            aria-label="Width of the file"
            aria-valuenow={share}
            aria-valuemin={least}
            aria-valuemax={most}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            onKeyDown={onKeyDown}
            onPointerDown={(event) => {
              event.preventDefault()
              event.currentTarget.setPointerCapture(event.pointerId)
              setMoving(share)
            }}
            onPointerMove={(event) => moving !== undefined && setMoving(shareAt(event))}
            onPointerUp={(event) => {
              setFileShare(shareAt(event))
              setMoving(undefined)
            }}
          />
          <div className={classes.file} data-open={isOpen || undefined}>
            <Suspense fallback={null}>
              <ArrivalBeside
                key={arrival.id}
                arrival={arrival}
                reading={reading}
                line={line}
                field={field}
                onTake={onTake}
                onHide={() => setFileHidden(true)}
                ref={pages}
              />
            </Suspense>
          </div>
        </>
      )}
    </div>
  )
}
