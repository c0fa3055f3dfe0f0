// The report of the last run for an auditor: a pure function of the stored run, so that its signature can be made separately.
import { Refusal } from '@talaan/contract/problem.ts'
import { checkGroupWords, checkGroups, trustProblems, verdictWords } from '@talaan/contract/trust.ts'
import type { TrustCheck, TrustFacts } from '@talaan/contract/trust.ts'
import { dayInManila, formatDay, formatMonth } from '@talaan/ledger/core/date.ts'
import type { Row, Table } from '@talaan/ledger/reports/table.ts'
import { companyHeader } from '../../print/company.ts'
import { printTime } from '../../print/page.ts'
import { tableToPdf } from '../../print/pdf.ts'
import type { AppContext } from '../../platform/context.ts'
import { stateOf, trustView } from './read.ts'
import type { TrustView } from './read.ts'

export async function reportOf(
  context: Pick<AppContext, 'db' | 'clock' | 'env' | 'version'>,
): Promise<{ bytes: Uint8Array; name: string }> {
  const { run, checks } = await trustView(context)
  if (run === null) throw new Refusal(trustProblems.noRun)
  const endedAt = Date.parse(run.endedAt)
  const table: Table = {
    name: 'trust',
    title: 'Checks of the books',
    period: `Checked ${printTime(endedAt)}`,
    company: await companyHeader(context.db.kysely),
    columns: [
      { key: 'check', title: 'Check', kind: 'text', width: 5 },
      { key: 'result', title: 'Result', kind: 'text', width: 1.2 },
      { key: 'proves', title: 'Proves', kind: 'text', width: 5 },
      { key: 'misses', title: "Doesn't prove", kind: 'text', width: 4 },
    ],
    rows: [...checkGroups.flatMap((group) => rowsOf(group, checks)), ...factRows(run)],
    notes: [
      sentenceOf(checks, endedAt),
      'This report has a separate signature (report.pdf.sig). Verify it with the public key of the portal: openssl pkeyutl -verify -pubin -inkey talaan-trust.pem -rawin -in report.pdf -sigfile report.pdf.sig',
    ],
  }
  const bytes = await tableToPdf(table, { printedAt: endedAt, printedBy: `Talaan ${run.version}` })
  return { bytes, name: `trust-${dayInManila(endedAt)}.pdf` }
}

function sentenceOf(checks: readonly TrustCheck[], endedAt: number): string {
  const holding = checks.filter(({ verdict }) => verdict === 'holds').length
  const state = stateOf(checks, { endedAt, now: endedAt })
  const words = `${holding} of ${checks.length} checks passed.`
  if (state === 'sound') return words
  return state === 'broken'
    ? `${words} The books or the system have problems, which are listed with the checks that found them.`
    : `${words} The others could not be completed, for the reasons listed with them.`
}

function rowsOf(group: (typeof checkGroups)[number], checks: readonly TrustCheck[]): Row[] {
  const heading: Row = { cells: [checkGroupWords[group], null, null, null], emphasis: 'heading' }
  return [
    heading,
    ...checks
      .filter((check) => check.group === group)
      .flatMap(({ name, verdict, proves, misses, problems }): Row[] => [
        { cells: [sentence(name), verdict === null ? 'Not run' : verdictWords[verdict], proves, sentence(misses)] },
        ...problems.map((problem): Row => ({ cells: [null, null, problem, null] })),
      ]),
  ]
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

function factRows({ entries, events, version, facts, seconds }: NonNullable<TrustView['run']>): Row[] {
  const pairs: [string, string][] = [
    ['Entries in the hash chain', entries.count],
    ['Hash of the last entry', entries.head],
    ['Sealed audit events', events.count],
    ['Hash of the last audit event', events.head],
    ['Closed months', closedMonths(facts)],
    ['Months with a signed completeness proof', signedMonths(facts)],
    ['Last verified backup', backupWords(facts)],
    [
      'Last test of a point-in-time restore',
      facts.recovery === null
        ? 'None'
        : `${printTime(Date.parse(facts.recovery.at))}, ${inSeconds(facts.recovery.seconds)}`,
    ],
    [
      'Storage',
      `${megabytes(facts.storage.database)} database, ${facts.storage.files} attachments, ${megabytes(facts.storage.free)} free`,
    ],
    ['Background jobs', `${facts.jobs.queued} queued, ${facts.jobs.running} running, ${facts.jobs.failed} failed`],
    ['Versions', `Talaan ${version}, Node ${facts.node}, schema ${facts.schema}`],
    ['Time for all checks', inSeconds(seconds)],
  ]
  return [
    { cells: ['Books and backups', null, null, null], emphasis: 'heading' },
    ...pairs.map(([name, text]): Row => ({ cells: [name, null, text, null] })),
  ]
}

const closedMonths = ({ months: { closed, last } }: TrustFacts) =>
  last === null ? 'None' : `${closed}, up to ${formatMonth(last)}`

const signedMonths = ({ completeness }: TrustFacts) =>
  completeness === undefined || completeness.last === null
    ? 'None'
    : `${completeness.signed}, up to ${formatMonth(completeness.last)}`

const backupWords = ({ backup }: TrustFacts) =>
  backup === null
    ? 'None'
    : `${formatDay(dayInManila(Date.parse(backup.at)))}, ${backup.entries === '1' ? '1 entry' : `${backup.entries} entries`}, ${megabytes(backup.bytes)}, restored and verified in ${inSeconds(backup.seconds)}`

const inSeconds = (seconds: number) => (seconds === 1 ? '1 second' : `${seconds} seconds`)

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
