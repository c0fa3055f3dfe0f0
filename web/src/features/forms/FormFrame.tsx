// The frame of a form. It has no token, storage or network. It makes requests over a port, and may request only the
// endpoints on a list.
import { Button, Loader, Stack, Text, useComputedColorScheme } from '@mantine/core'
import type { FormScreen } from '@talaan/contract/cards.ts'
import {
  channelWords,
  fromFrame,
  toFrame,
  welcome,
  type FrameContext,
  type FromFrame,
  type ToFrame,
} from '@talaan/contract/channel.ts'
import { frameCalls } from '@talaan/contract/frame-calls.ts'
import type { PictureAction } from '@talaan/contract/keys.ts'
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react'
import { callBytes, CallFailure, callWire, sentenceOf } from '../../app/api.ts'
import { typePortalKeys } from '../../app/session/portalKeys.ts'
import { useSession } from '../../app/session/session.ts'
import { decimalsAreImplied } from '../../app/session/impliedDecimals.ts'
import { typingAheadMs, useLettersHeld, useScreenKeys } from '../../ui/keys.ts'
import classes from '../documents/documents.module.css'
import { isHelloOf, takeFrame } from './warmFrame.ts'

type Props = {
  screen: FormScreen
  url: string
  opening: Omit<FrameContext, 'form' | 'clientId' | 'scheme'>
  onNavigate: (where: Extract<FromFrame, { type: 'navigate' }>) => void
  /** In another tab. */
  onOpen: (what: Extract<FromFrame, { type: 'open' }>) => void
  onUnsaved: (unsaved: boolean) => void
  onRecorded: (number: string) => void
  onSent: () => void
  onRestart: () => void
  /** The field that received the focus. */
  onField: (id: string) => void
  /** A key for the file next to the form. */
  onPicture: (action: PictureAction) => void
  ref: Ref<FrameHandle>
}

export type FrameHandle = {
  /** Enters the text as if the user had typed it into the field with this id, and moves the focus there. */
  fill: (id: string, text: string) => void
  /** Whether a file is shown next to the form. */
  setBeside: (isThere: boolean) => void
}

/** If no hello arrives within this time, a button to reload appears. */
const timeoutMs = 15_000

/** The form itself handles these keys. */
const formKeys = [
  { keys: 'Enter', does: 'Next field to fill in' },
  { keys: 'Tab', does: 'Next field' },
  { keys: 'Shift Enter', does: 'Previous field' },
  { keys: 'Alt L', does: 'Go to the lines' },
  { keys: 'Alt C', does: 'Go to the control total; press it again to go back' },
  { keys: 'Alt O', does: 'Open the customer, supplier, account or document in the field in a new tab' },
  { keys: 'Alt M', does: 'In the field for a customer or supplier: register a new one' },
  { keys: 'Alt Shift Enter', does: 'Change whether Enter stops at this field' },
  { keys: 'Ctrl Home', does: 'Go to the first line; Ctrl End goes to the last line' },
  { keys: 'Esc', does: 'In a line: undo the changes to the cell' },
  { keys: 'ArrowUp', does: 'Same column, line above' },
  { keys: 'ArrowDown', does: 'Same column, line below' },
  { keys: "Ctrl '", does: 'Copy the cell above' },
  { keys: "Ctrl Shift '", does: 'Copy the line above' },
  { keys: 'Alt Insert', does: 'Insert a line above' },
  { keys: 'Alt Delete', does: 'Remove the line' },
  { keys: 'Alt ↑', does: 'Move the line up' },
  { keys: 'Alt ↓', does: 'Move the line down, or open the list of a cell' },
  { keys: 'Ctrl Z', does: 'Undo the last change to the lines' },
  { keys: 'Alt A', does: 'On collections, payments and cheques: pay all in full' },
  { keys: 'Alt K', does: 'In a row of a collection or payment: recalculate its amount from the total' },
  { keys: '=', does: 'In a line amount: fill in the rest of the total, or the whole open amount' },
  { keys: 'Ctrl Enter', does: 'Review' },
  { keys: 'y', does: 'Yes, on the confirmation page' },
  { keys: 'n', does: 'No, on the confirmation page' },
]

export function FormFrame({
  screen,
  url,
  opening,
  onNavigate,
  onOpen,
  onUnsaved,
  onRecorded,
  onSent,
  onRestart,
  onField,
  onPicture,
  ref,
}: Props) {
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const ports = useRef<MessagePort[]>([])
  const [state, setState] = useState<'loading' | 'ready' | 'silent'>('loading')
  const connectedAt = useRef(0)
  const beside = useRef(false)
  const [attempt, setAttempt] = useState(1)
  const scheme = useComputedColorScheme('light')
  const { clientId, active } = useSession()

  useScreenKeys('Form', formKeys)
  useLettersHeld(useTypingAhead(state !== 'silent'))

  const hear = useEffectEvent((port: MessagePort, data: unknown) => {
    const parsed = fromFrame.safeParse(data)
    if (!parsed.success) return
    const message = parsed.data
    switch (message.type) {
      case 'call':
        return void answer(message).then((reply) => port.postMessage(toFrame.parse(reply)))
      case 'activity':
        return active()
      case 'navigate':
        return onNavigate(message)
      case 'open':
        return onOpen(message)
      case 'unsaved':
        return onUnsaved(message.unsaved)
      case 'recorded':
        return onRecorded(message.number)
      case 'sent':
        return onSent()
      case 'field':
        return onField(message.id)
      case 'picture':
        return onPicture(message.does)
      case 'restart':
        return onRestart()
      case 'keys':
        return void typePortalKeys(message.keys)
    }
  })

  const greet = useEffectEvent((frameWindow: Window) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => hear(port1, data)
    // A frame repeats its hello until it gets an answer, and uses the first port it receives, so earlier ports stay
    // open.
    ports.current = [...ports.current.slice(-7), port1]
    connectedAt.current = performance.now()
    const context = {
      ...opening,
      form: screen.frame,
      clientId,
      scheme,
      ...(decimalsAreImplied(clientId) && { impliedDecimals: true }),
    }
    frameWindow.postMessage(welcome.parse({ talaan: 'welcome', context }), '*', [port2])
    port1.postMessage(toFrame.parse({ type: 'beside', isThere: beside.current }))
    setState('ready')
  })

  useImperativeHandle(ref, () => {
    const say = (message: ToFrame) => {
      for (const port of ports.current) port.postMessage(toFrame.parse(message))
    }
    return {
      fill: (id, text) => {
        if (id === '') return
        frame.current?.focus()
        say({ type: 'fill', id, text: text.slice(0, 200) })
      },
      setBeside: (isThere) => {
        beside.current = isThere
        say({ type: 'beside', isThere })
      },
    }
  })

  // Before the first paint, so that a form whose frame was loaded before shows no loading state.
  useLayoutEffect(() => {
    if (place.current === null) return
    const { element, loads, saidHello } = takeFrame(place.current, { url, title: screen.title })
    element.className = classes.sheet ?? ''
    frame.current = element
    let loaded = loads
    const onLoad = () => {
      loaded += 1
      // A form says hello just before it finishes loading. A page that loads there without a hello is not a Talaan form.
      if (loaded === 1 || performance.now() - connectedAt.current < 500) return
      for (const port of ports.current) port.close()
      ports.current = []
      setState('silent')
    }
    const listen = (event: MessageEvent) => {
      if (isHelloOf(element, event) && element.contentWindow) greet(element.contentWindow)
    }
    element.addEventListener('load', onLoad)
    window.addEventListener('message', listen)
    if (saidHello && element.contentWindow) greet(element.contentWindow)
    const timer = setTimeout(() => setState((now) => (now === 'loading' ? 'silent' : now)), timeoutMs)
    return () => {
      element.removeEventListener('load', onLoad)
      window.removeEventListener('message', listen)
      clearTimeout(timer)
      for (const port of ports.current) port.close()
      ports.current = []
      element.remove()
    }
  }, [url, screen.title, attempt])

  useEffect(() => {
    for (const port of ports.current) port.postMessage(toFrame.parse({ type: 'scheme', scheme }))
  }, [scheme])

  const retry = () => {
    setState('loading')
    setAttempt(attempt + 1)
  }

  return (
    <div className={classes.frame}>
      <div ref={place} className={classes.sheet} />
      {state === 'loading' && screen.loader && (
        <div className={classes.overlay} role="status" aria-label="Loading form">
          <Loader color={screen.loader === 'green' ? 'brand' : screen.loader} />
        </div>
      )}
      {state === 'silent' && (
        <div className={classes.overlay}>
          <Stack align="center" gap="sm" role="alert">
            <Text>{channelWords.frameSilent}</Text>
            <Button onClick={retry}>{channelWords.retry}</Button>
          </Stack>
        </div>
      )}
    </div>
  )
}

/** From opening a form until the form or another element has the focus: fast typists begin before there is a field. */
function useTypingAhead(opens: boolean): boolean {
  const [waits, setWaits] = useState(true)
  useEffect(() => {
    const done = () => setWaits(false)
    const tabbed = ({ key }: KeyboardEvent) => {
      if (key === 'Tab' || key === 'Escape') done()
    }
    const timer = setTimeout(done, typingAheadMs)
    // The window loses the focus when its frame gets it.
    window.addEventListener('blur', done)
    window.addEventListener('pointerdown', done)
    window.addEventListener('keydown', tabbed)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('blur', done)
      window.removeEventListener('pointerdown', done)
      window.removeEventListener('keydown', tabbed)
    }
  }, [])
  return opens && waits
}

/** Makes a call for the frame if the endpoint is on the list. Input and answer stay in wire format. */
async function answer(request: Extract<FromFrame, { type: 'call' }>): Promise<ToFrame> {
  const endpoint = Object.hasOwn(frameCalls, request.endpoint) ? frameCalls[request.endpoint] : undefined
  if (endpoint === undefined) {
    return {
      type: 'answer',
      id: request.id,
      ok: false,
      status: 403,
      code: 'channel.refused',
      error: channelWords.endpointRefused,
    }
  }
  try {
    const input = {
      params: request.params,
      query: request.query,
      body: endpoint.method === 'GET' || endpoint.bytesIn ? undefined : request.body,
      file: endpoint.bytesIn && request.file instanceof Blob ? request.file : undefined,
    }
    const body = endpoint.bytesOut ? (await callBytes(endpoint, input)).blob : await callWire(endpoint, input)
    return { type: 'answer', id: request.id, ok: true, body }
  } catch (error) {
    const failure = error instanceof CallFailure ? error : undefined
    return {
      type: 'answer',
      id: request.id,
      ok: false,
      status: failure?.status ?? 0,
      code: failure?.code ?? 'network',
      error: sentenceOf(error),
      fields: failure?.fields,
    }
  }
}
