// A form that is a page of another program. It has its own origin and no channel to the portal. Its messages are only
// hints; the server reports what was recorded.
import { Alert, Button, Group, Loader, Stack, Text, useComputedColorScheme } from '@mantine/core'
import type { FormScreen } from '@talaan/contract/cards.ts'
import { openLaunch, readOutsideMessage, viewLaunch } from '@talaan/contract/launches.ts'
import type { AnswerOf, BodyOf } from '@talaan/contract/endpoint.ts'
import { documentWords } from '@talaan/ledger/documents/words.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session/session.ts'
import classes from '../documents/documents.module.css'

type Props = {
  screen: FormScreen
  launch: Omit<BodyOf<typeof openLaunch>, 'scheme'>
  /** The address of the list of recorded documents. */
  list: string
  onUnsaved: (unsaved: boolean) => void
  onRecorded: (number: string) => void
  /** Called when the form reports a change, such as a registration. */
  onChanged: () => void
  onRestart: () => void
}
type Launch = AnswerOf<typeof viewLaunch>

// The form needs its own storage, and its links may open new windows. It can't navigate the portal's window.
const sandbox =
  'allow-scripts allow-forms allow-modals allow-downloads allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** How often the server is asked, because some form builders send no messages. */
const askMs = 5_000

export function OutsideForm({ screen, launch, list, onUnsaved, onRecorded, onChanged, onRestart }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const scheme = useComputedColorScheme('light')
  const [openedIn] = useState(scheme)
  const [attempt, setAttempt] = useState(1)
  const [isLoaded, setLoaded] = useState(false)
  const [height, setHeight] = useState<number>()
  const go = useNavigate()
  const { active } = useSession()

  // Not refetched automatically, because another code would reload the form.
  const opened = useQuery({
    queryKey: [openLaunch.name, launch, attempt],
    queryFn: () => call(openLaunch, { body: { ...launch, scheme: openedIn } }),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })
  const launchId = opened.data?.launchId ?? ''
  const view = useCall(
    viewLaunch,
    { params: { launchId } },
    {
      enabled: launchId !== '',
      refetchInterval: ({ state: { data } }) => (data !== undefined && isOver(data) ? false : askMs),
    },
  )
  const { data: state } = view
  const number = state?.document?.number
  const tell = useEffectEvent((of: string) => onRecorded(of))
  useEffect(() => {
    if (number !== undefined) tell(number)
  }, [number])

  const close = async () => {
    const { data } = await view.refetch()
    onUnsaved(false)
    void go(data === undefined ? list : whereTo(data, list))
  }
  const hear = useEffectEvent((data: unknown) => {
    const message = readOutsideMessage(data)
    if (message === null) return
    if (message.talaan === 'activity') active()
    else if (message.talaan === 'unsaved') onUnsaved(message.unsaved)
    else if (message.talaan === 'height') setHeight(message.height)
    else if (message.talaan === 'close') void close()
    else {
      onChanged()
      void view.refetch()
    }
  })
  useEffect(() => {
    const listen = (event: MessageEvent) => {
      // A sandboxed form has the origin 'null', so its window identifies the sender.
      if (frame.current !== null && event.source === frame.current.contentWindow) hear(event.data)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])

  const retry = () => {
    setLoaded(false)
    setAttempt(attempt + 1)
  }
  if (opened.isError)
    return (
      <Alert color="red" variant="outline" role="alert">
        <Stack align="flex-start" gap="sm">
          <Text size="sm">{sentenceOf(opened.error)}</Text>
          <Button variant="default" onClick={retry}>
            Open form again
          </Button>
        </Stack>
      </Alert>
    )
  return (
    <Stack gap="sm">
      <div aria-live="polite">
        {state !== undefined && <Outcome state={state} onRestart={onRestart} onRetry={retry} list={list} />}
      </div>
      <div className={classes.frame} style={height === undefined ? undefined : { height: 'auto' }}>
        {opened.data !== undefined && (
          <iframe
            key={launchId}
            ref={frame}
            className={classes.sheet}
            style={height === undefined ? undefined : { height }}
            title={screen.title}
            src={opened.data.url}
            sandbox={sandbox}
            referrerPolicy="no-referrer"
            onLoad={() => setLoaded(true)}
          />
        )}
        {!isLoaded && screen.loader && (
          <div className={classes.overlay} role="status" aria-label="Loading form">
            <Loader color={screen.loader === 'green' ? 'brand' : screen.loader} />
          </div>
        )}
      </div>
    </Stack>
  )
}

const goesOn: readonly Launch['state'][] = ['opened', 'connected']
const isOver = ({ state }: Launch) => !goesOn.includes(state)

function whereTo({ document, state, draft }: Launch, list: string): string {
  if (document !== null) return paths.document(document.kind, document.id)
  if (state === 'prepared' && draft !== null) return paths.document(draft.kind, draft.id)
  return list
}

type OutcomeProps = { state: Launch; list: string; onRestart: () => void; onRetry: () => void }

function Outcome({ state, list, onRestart, onRetry }: OutcomeProps) {
  const { document, draft, program } = state
  if (document !== null)
    return (
      <Alert color="green" variant="outline" title={documentWords[document.kind].words.recorded}>
        <Group justify="space-between" gap="sm">
          <Text size="sm">
            <Link to={paths.document(document.kind, document.id)}>{document.number}</Link> is in the books.
          </Text>
          <Button variant="default" size="compact-sm" onClick={onRestart}>
            Record another
          </Button>
        </Group>
      </Alert>
    )
  if (state.state === 'prepared')
    return (
      <Alert color="yellow" variant="outline" title={`Prepared by ${program ?? 'the form'}`}>
        <Group justify="space-between" gap="sm">
          <Text size="sm">The draft is not recorded yet. Check it in Talaan and confirm it.</Text>
          <Button component={Link} to={draft === null ? list : paths.document(draft.kind, draft.id)} size="compact-sm">
            Review draft
          </Button>
        </Group>
      </Alert>
    )
  if (state.state === 'cancelled')
    return (
      <Alert color="gray" variant="outline" title="Cancelled">
        <Group justify="space-between" gap="sm">
          <Text size="sm">Nothing was recorded.</Text>
          <Button variant="default" size="compact-sm" onClick={onRestart}>
            Start again
          </Button>
        </Group>
      </Alert>
    )
  if (state.state === 'reused' || state.state === 'replaced')
    return (
      <Alert color="red" variant="outline" role="alert" title="The form is no longer connected">
        <Group justify="space-between" gap="sm">
          <Text size="sm">
            {state.state === 'reused'
              ? 'The launch code of this form was used twice, so Talaan disconnected the form. Nothing has been recorded since then. Open the form again.'
              : 'This form was opened again elsewhere. Continue there, or open the form again here.'}
          </Text>
          <Button variant="default" size="compact-sm" onClick={onRetry}>
            Open form again
          </Button>
        </Group>
      </Alert>
    )
  return null
}
