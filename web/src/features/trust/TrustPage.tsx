// The evidence that the books can be trusted: the checks with their results, the ends of both hash chains, backups,
// storage and jobs.
import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import {
  checkGroups,
  checkGroupWords,
  getTrustKey,
  getTrustReport,
  getTrustSignature,
  resultsAreOldAfterHours,
  runTrust,
  verdictWords,
  viewTrust,
} from '@talaan/contract/trust.ts'
import type { CheckVerdict, TrustCheck, TrustState } from '@talaan/contract/trust.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { formatMonth } from '@talaan/ledger/core/date.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call, callBytes, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { moment } from '../../ui/moment.ts'
import { toast } from '../../ui/toast.ts'
import panel from '../../ui/panel.module.css'
import classes from './trust.module.css'

type View = AnswerOf<typeof viewTrust>
type Run = NonNullable<View['run']>

const pollMs = 1_000

export function TrustPage() {
  const query = useCall(viewTrust, {}, { refetchInterval: ({ state }) => (state.data?.running ? pollMs : false) })
  return (
    <Answered
      query={query}
      loading={
        <>
          <PageTitle>Trust</PageTitle>
          <SkeletonRows rows={12} />
        </>
      }
    >
      {(view) => <Trust view={view} />}
    </Answered>
  )
}

function Trust({ view }: { view: View }) {
  const { run, running, failure, checks } = view
  const queries = useQueryClient()
  const start = useMutation({
    mutationFn: () => call(runTrust, {}),
    onError: (error) => toast({ title: 'The checks did not start', message: sentenceOf(error), tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: [viewTrust.name] }),
  })
  const attention = checks.filter(({ verdict }) => verdict === 'broken' || verdict === 'unknown')
  const worstFirst = attention.toSorted((a, b) => Number(b.verdict === 'broken') - Number(a.verdict === 'broken'))
  return (
    <>
      <PageTitle
        action={
          <Button color="brand" loading={start.isPending} disabled={running !== null} onClick={() => start.mutate()}>
            Run all checks
          </Button>
        }
      >
        Trust
      </PageTitle>
      <Summary view={view} />
      {running && <Running {...running} />}
      {failure !== null && (
        <Alert color="red" variant="outline" role="alert" mt="md" title="The last run did not finish">
          <Text size="sm">{failure} Run the checks again.</Text>
        </Alert>
      )}
      {run && worstFirst.length > 0 && <Checks title="Needs attention" id="attention" checks={worstFirst} open />}
      {run && <Facts run={run} />}
      {checkGroups.map((group) => (
        <Checks
          key={group}
          id={group}
          title={checkGroupWords[group]}
          checks={checks.filter((check) => check.group === group)}
        />
      ))}
      {run && <Report />}
    </>
  )
}

const tones = { sound: 'good', unknown: 'look', broken: 'bad', old: 'look', never: 'plain' } as const

function Summary({ view: { state, run, checks } }: { view: View }) {
  const count = (wanted: CheckVerdict) => checks.filter(({ verdict }) => verdict === wanted).length
  return (
    <section className={classes.summary} data-tone={tones[state]} aria-labelledby="state">
      <span className={classes.mark} aria-hidden="true">
        {{ good: '✓', look: '!', bad: '✕', plain: '–' }[tones[state]]}
      </span>
      <div>
        <div role="status">
          <h2 id="state">
            {stateWords(state, { total: checks.length, holding: count('holds'), broken: count('broken') })}
          </h2>
        </div>
        <p>
          {run === null
            ? `Talaan runs ${checks.length} checks of the books and of the system each night at 5:00 a.m. You can run them now.`
            : `Last run ${moment(run.endedAt)} (${run.by === null ? 'nightly' : `requested by ${run.by}`}), ${secondsWords(run.seconds)}, Talaan ${run.version}, entry ${Number(run.entries.count).toLocaleString('en')}.`}
        </p>
      </div>
    </section>
  )
}

type Counts = { total: number; holding: number; broken: number }

function stateWords(state: TrustState, { total, holding, broken }: Counts): string {
  if (state === 'sound') return `All ${total} checks passed`
  if (state === 'broken') return broken === 1 ? 'One check failed' : `${broken} checks failed`
  if (state === 'old') return `The results are more than ${resultsAreOldAfterHours} hours old`
  if (state === 'never') return 'The checks have not run yet'
  return `${holding} of ${total} checks passed; the others could not be completed`
}

function Running({ doing, done, total, queued }: NonNullable<View['running']>) {
  return (
    <section className={classes.running} aria-label="Progress">
      <ProgressBar value={done} max={total} aria-label="Progress of the checks" />
      <p role="status">{queued ? 'Waiting to start' : `Check ${done + 1} of ${total}: ${doing}`}</p>
    </section>
  )
}

function Checks({
  title,
  id,
  checks,
  open = false,
}: {
  title: string
  id: string
  checks: readonly TrustCheck[]
  open?: boolean
}) {
  const holding = checks.filter(({ verdict }) => verdict === 'holds').length
  return (
    <section className={panel.section} aria-labelledby={id}>
      <div className={panel.tools}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {!open && (
          <Text size="sm" c="dimmed">
            {holding} of {checks.length} passed
          </Text>
        )}
      </div>
      <ul className={classes.checks}>
        {checks.map((check) => (
          <li key={check.name}>
            <Check check={check} open={open} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const verdictTones = { holds: 'good', unknown: 'look', broken: 'bad' } as const

function Check({ check, open }: { check: TrustCheck; open: boolean }) {
  const { name, verdict, problems, proves, finds, misses, history, milliseconds } = check
  return (
    <details className={classes.check} open={open}>
      <summary>
        <span className={classes.verdict}>
          {verdict === null ? (
            <StatusBadge tone="plain">Not run</StatusBadge>
          ) : (
            <StatusBadge tone={verdictTones[verdict]}>{verdictWords[verdict]}</StatusBadge>
          )}
        </span>
        <span className={classes.name}>{sentence(name)}</span>
        <Strip history={history} />
        <span className={classes.chevron}>
          <Icon name="chevron" size={14} />
        </span>
      </summary>
      <div className={classes.details}>
        {problems.length > 0 && (
          <ul className={classes.problems}>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
        <dl>
          <dt>Proves</dt>
          <dd>{proves}</dd>
          <dt>Detects</dt>
          <dd>{sentence(finds)}.</dd>
          <dt>Doesn’t prove</dt>
          <dd>{sentence(misses)}.</dd>
          {milliseconds !== null && (
            <>
              <dt>Time</dt>
              <dd>{milliseconds.toLocaleString('en')} ms</dd>
            </>
          )}
        </dl>
      </div>
    </details>
  )
}

const letterWords = { h: 'passed', u: 'not completed', b: 'failed' } as const

/** The result of each of the last 90 days. */
function Strip({ history }: { history: string }) {
  const counts = Object.entries(letterWords).flatMap(([letter, words]) => {
    const days = history.split(letter).length - 1
    return days === 0 ? [] : [`${words} on ${days} ${days === 1 ? 'day' : 'days'}`]
  })
  const label = `Last ${history.length} days: ${counts.length === 0 ? 'no run' : counts.join(', ')}`
  return (
    <svg className={classes.strip} viewBox={`0 0 ${history.length * 2} 16`} role="img" aria-label={label}>
      <title>{label}</title>
      {[...history].map((letter, day) => (
        <rect
          key={day}
          data-verdict={letter}
          x={day * 2}
          // The bar of a day with problems is higher, so that it is visible without color.
          y={letter === 'b' ? 0 : letter === 'u' ? 4 : letter === 'h' ? 6 : 11}
          width={1.5}
          height={letter === 'b' ? 16 : letter === 'u' ? 12 : letter === 'h' ? 10 : 2}
        />
      ))}
    </svg>
  )
}

function Facts({ run: { entries, events, facts, version } }: { run: Run }) {
  const { role } = useSession()
  const { backup, recovery, storage, jobs, months, completeness } = facts
  return (
    <section className={panel.section} aria-labelledby="facts">
      <div className={panel.tools}>
        <h2 id="facts" className={classes.title}>
          Books and backups
        </h2>
      </div>
      <dl className={classes.facts}>
        <Fact name="Hash chain">
          {Number(entries.count).toLocaleString('en')} entries
          <Hash text={entries.head} />
        </Fact>
        <Fact name="Audit trail">
          {Number(events.count).toLocaleString('en')} sealed events
          <Hash text={events.head} />
        </Fact>
        <Fact name="Last verified backup">
          {backup === null ? (
            'None'
          ) : (
            <>
              {moment(backup.at)}
              <small>
                {Number(backup.entries).toLocaleString('en')} entries, {megabytes(backup.bytes)}, restored and verified
                in {secondsWords(backup.seconds)}
              </small>
            </>
          )}
          <Anchor component={Link} size="sm" to={paths.settings('backups')}>
            Backups
          </Anchor>
        </Fact>
        <Fact name="Last test of a point-in-time restore">
          {recovery === null ? (
            'None'
          ) : (
            <>
              {moment(recovery.at)}
              <small>{secondsWords(recovery.seconds)}</small>
            </>
          )}
        </Fact>
        <Fact name="Closed months">
          {months.last === null ? 'None' : `${months.closed}, up to ${formatMonth(months.last)}`}
          {role === 'accountant' && (
            <Anchor component={Link} size="sm" to={paths.monthClose}>
              Month close
            </Anchor>
          )}
        </Fact>
        <Fact name="Signed completeness">
          {completeness === undefined || completeness.last === null
            ? 'None'
            : `${completeness.signed} ${completeness.signed === 1 ? 'month' : 'months'}, up to ${formatMonth(completeness.last)}`}
          {role === 'accountant' && (
            <Anchor component={Link} size="sm" to={paths.completeness()}>
              Completeness
            </Anchor>
          )}
        </Fact>
        <Fact name="Background jobs">
          {jobs.queued} queued, {jobs.running} running, {jobs.failed} failed
          <Anchor component={Link} size="sm" to={paths.settings('jobs')}>
            Background jobs
          </Anchor>
        </Fact>
        <Fact name="Storage">
          {megabytes(storage.database)} database
          <small>
            {storage.files.toLocaleString('en')} attachments, {megabytes(storage.free)} of {megabytes(storage.size)}{' '}
            free
          </small>
        </Fact>
        <Fact name="Versions">
          Talaan {version}
          <small>
            Node {facts.node}, schema {facts.schema.replace(/\.sql$/, '')},{' '}
            {facts.database === 'embedded' ? 'embedded database' : 'PostgreSQL server'}
          </small>
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const Hash = ({ text }: { text: string }) => <code title={text}>{text.slice(0, 16)}…</code>

function Report() {
  const download = useMutation({
    mutationFn: async (file: typeof getTrustReport) => saveFile(await callBytes(file, {})),
    onError: (error) => toast({ title: 'The file was not downloaded', message: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <section className={panel.section} aria-labelledby="report">
      <div className={panel.tools}>
        <h2 id="report" className={classes.title}>
          Report for your auditor
        </h2>
      </div>
      <div className={panel.empty}>
        <Text size="sm" mb="md">
          The report lists each check of the last run with its result. The signature shows that it came from this
          portal: your auditor can verify it with the public key and OpenSSL. Give your auditor the key separately from
          the report.
        </Text>
        <Group gap="sm">
          <Button variant="default" onClick={() => download.mutate(getTrustReport)}>
            Download report
          </Button>
          <Button variant="default" onClick={() => download.mutate(getTrustSignature)}>
            Download signature
          </Button>
          <Button variant="default" onClick={() => download.mutate(getTrustKey)}>
            Download public key
          </Button>
        </Group>
      </div>
    </section>
  )
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
const megabytes = (bytes: number) =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`
const secondsWords = (seconds: number) => (seconds < 1 ? 'less than a second' : `${seconds.toFixed(1)} seconds`)
