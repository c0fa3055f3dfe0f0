// A frame that loads before a form is opened, so that opening a form waits neither for a new process nor for files. It is
// moved into the page of the form without being loaded again, which needs a browser with `moveBefore`.
import { hello } from '@talaan/contract/channel.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import { useEffect, useEffectEvent } from 'react'
import { useCall } from '../../app/api.ts'
import { currentConnection } from '../../app/connection.ts'
import { mayLoadAhead } from '../../app/shell/prefetch.ts'

const sandbox = 'allow-scripts allow-forms allow-modals allow-downloads'
/** By then, the form is shown, and the next frame can load. */
const nextAfterMs = 3000

type Loading = {
  element: HTMLIFrameElement
  /** How often the frame has loaded a page. */
  loads: number
  saidHello: boolean
}
let warm: Loading | undefined

/** Loads a frame for the form that is opened next, and the page around it. */
export function WarmFrame({ fetchPage }: { fetchPage: () => void }): null {
  const fetchFormPage = useEffectEvent(fetchPage)
  // Also keeps the addresses of the forms, which a form needs before its frame.
  const { data } = useCall(portalFacts)
  const url = Object.values(data?.forms ?? {}).find(({ own }) => own)?.url
  useEffect(() => fetchFormPage(), [])
  useEffect(() => {
    if (url !== undefined) warmUp(url)
  }, [url])
  return null
}

/** Shows a frame with this form in the place. The frame may have said hello before. */
export function takeFrame(place: HTMLElement, { url, title }: { url: string; title: string }): Loading {
  const isUsable = warm !== undefined && (warm.saidHello || warm.loads === 0)
  const taken = (isUsable && warm) || begun(url)
  if (taken !== warm) warm?.element.remove()
  if (taken === warm) place.moveBefore(taken.element, null)
  else place.append(taken.element)
  warm = undefined
  taken.element.hidden = false
  taken.element.title = title
  if (mayWarmUp()) setTimeout(() => requestIdleCallback(() => warmUp(url)), nextAfterMs)
  return taken
}

/** A sandboxed frame has the origin 'null', so its window identifies the sender. */
export const isHelloOf = (element: HTMLIFrameElement, { source, origin, data }: MessageEvent): boolean =>
  source !== null && source === element.contentWindow && origin === 'null' && hello.safeParse(data).success

function warmUp(url: string): void {
  if (warm !== undefined || !mayWarmUp()) return
  const loading = begun(url)
  warm = loading
  loading.element.hidden = true
  loading.element.title = 'Next form'
  loading.element.addEventListener('load', () => (loading.loads += 1))
  window.addEventListener('message', function listen(event) {
    if (warm === loading && !isHelloOf(loading.element, event)) return
    loading.saidHello ||= warm === loading
    window.removeEventListener('message', listen)
  })
  document.body.append(loading.element)
}

function begun(url: string): Loading {
  const element = document.createElement('iframe')
  element.sandbox.value = sandbox
  element.referrerPolicy = 'no-referrer'
  element.src = url
  return { element, loads: 0, saidHello: false }
}

const mayWarmUp = () => 'moveBefore' in Element.prototype && currentConnection().up && mayLoadAhead()
