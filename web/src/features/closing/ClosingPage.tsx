// Closing a month: each open item is resolved or explained here; then the month is sealed.
import { Anchor, Button, Group, Text } from '@mantine/core'
import {
  closeMonth,
  closingItemWords,
  closingWords,
  getChecklist,
  listMonths,
  type ClosingItem,
  type ClosingMonth,
} from '@talaan/contract/closing.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { formatMonth, type Month } from '@talaan/ledger/core/date.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { HistoryLink } from '../../app/HistoryLink.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { PeriodField } from '../../ui/PeriodField.tsx'
import { toast } from '../../ui/toast.ts'
import sheet from '../../app/table/sheet.module.css'
import { ReportTabs } from '../reports/ReportTabs.tsx'
import classes from './closing.module.css'
import { EventsTable, Seal } from './Events.tsx'
import { Questions } from '../questions/Questions.tsx'
import { FindingRow } from './FindingRow.tsx'
import '../../app/session/modal.ts'
import { Suggestions } from './Suggestions.tsx'
import { ReopenDialog } from './ReopenDialog.tsx'

type Months = AnswerOf<typeof listMonths>
type Checklist = AnswerOf<typeof getChecklist>

export function ClosingPage() {
  const months = useCall(listMonths)
  return (
    <>
      <PageTitle>Month Close</PageTitle>
      <ReportTabs />
      <Answered query={months} loading={<SkeletonRows rows={8} />}>
        {(answer) =>
          answer.months.length === 0 ? (
            <Text>No documents are recorded yet, so there is no month to close.</Text>
          ) : (
            <Closing answer={answer} />
          )
        }
      </Answered>
    </>
  )
}

function Closing({ answer }: { answer: Months }) {
  const [address, setAddress] = useSearchParams()
  const { months, next, reopens, events } = answer
  const requested = months.find(({ month }) => month === address.get('month'))
  const shown = requested ?? months.find(({ month }) => month === next) ?? months[0]
  if (shown === undefined) return null
  return (
    <>
      <div className={sheet.tools}>
        <PeriodField
          label="Month"
          value={shown.month}
          choices={months.map((each) => ({ value: each.month, label: monthWords(each, next) }))}
          unit="month"
          onChange={(month) => setAddress({ month }, { replace: true })}
        />
        <Group gap="md" className={`${sheet.nextToFields} ${classes.links}`}>
          <Anchor component={Link} size="sm" to={paths.completeness(shown.month)}>
            Completeness
          </Anchor>
          <HistoryLink type="month" id={shown.month} />
        </Group>
      </div>
      {shown.closed ? (
        <Closed key={shown.month} shown={shown} reopens={reopens} />
      ) : (
        <Open key={shown.month} month={shown.month} />
      )}
      <div className={classes.questions}>
        <Questions
          subject={{ month: shown.month }}
          hint="The month can’t be closed until all questions about the month, its documents, bank lines and returns are resolved."
        />
      </div>
      <EventsTable events={events} />
    </>
  )
}

function monthWords({ month, closed }: ClosingMonth, next: Month | null): string {
  return `${formatMonth(month)}${closed ? ', closed' : month === next ? ', next to close' : ''}`
}

function Open({ month }: { month: Month }) {
  const checklist = useCall(getChecklist, { params: { month } })
  return (
    <Answered
      query={checklist}
      loading={
        <div className={classes.list}>
          <div className={classes.row}>
            <SkeletonRows rows={8} />
          </div>
        </div>
      }
    >
      {(answer) => (
        <>
          <Findings answer={answer} />
          <Suggestions month={month} />
        </>
      )}
    </Answered>
  )
}

/** The entries to record are below the checks. */
function showEntries() {
  const heading = document.getElementById('month-end')
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

/** Open items come first, in the order of the checks. */
const openFirst = (findings: Checklist['findings']) =>
  findings.toSorted((a, b) => Number(b.state === 'open') - Number(a.state === 'open'))

function Findings({ answer: { month, findings, refusal } }: { answer: Checklist }) {
  const [asking, setAsking] = useState(false)
  const queries = useQueryClient()
  const close = useMutation({
    mutationFn: () => call(closeMonth, { params: { month }, body: {} }),
    onSuccess: async ({ entries }) => {
      setAsking(false)
      await queries.invalidateQueries()
      toast({
        title: `${formatMonth(month)} is closed`,
        message: `The seal covers ${countOf(entries)}.`,
        tone: 'good',
      })
    },
    onError: (error) => {
      setAsking(false)
      toast({ title: `${formatMonth(month)} is not closed`, message: sentenceOf(error), tone: 'bad' })
      void queries.invalidateQueries({ queryKey: [getChecklist.name] })
    },
  })
  const open = findings.filter(({ state }) => state === 'open').length
  const words =
    open === 0
      ? 'All items are resolved.'
      : `${open} of ${findings.length} items ${open === 1 ? 'is open. Resolve or explain it.' : 'are open. Resolve or explain each one.'}`
  return (
    <section className={classes.list} aria-labelledby="checklist">
      <div className={classes.head}>
        <h2 id="checklist">Before {formatMonth(month)} is closed</h2>
        <p role="status">{words}</p>
      </div>
      <ul>
        {openFirst(findings).map((finding) => (
          <FindingRow
            key={finding.item}
            month={month}
            finding={finding}
            title={closingItemWords[finding.item]}
            fine={fineWords[finding.item]}
            isError={!finding.explainable}
            {...(finding.item === 'entries' && { onShow: showEntries })}
          />
        ))}
      </ul>
      <div className={classes.foot}>
        <p>{refusal ?? (open === 0 ? 'Nothing can be posted to a closed month.' : words)}</p>
        <Button color="brand" disabled={refusal !== null || open > 0} onClick={() => setAsking(true)}>
          {closingWords.close}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          opened
          title={`Close ${formatMonth(month)}?`}
          confirm={closingWords.close}
          cancel="Not yet"
          busy={close.isPending}
          onConfirm={() => close.mutate()}
          onCancel={() => setAsking(false)}
        >
          <Text>
            No more entries can be posted to this month, and its entries are sealed together with earlier months. To
            reopen the month, you must give a reason, which stays on record.
          </Text>
        </ConfirmDialog>
      )}
    </section>
  )
}

function Closed({ shown: { month, entries, seal }, reopens }: { shown: ClosingMonth; reopens: Month | null }) {
  const [reopening, setReopening] = useState(false)
  return (
    <section className={classes.list} aria-labelledby="closed">
      <div className={classes.head}>
        <h2 id="closed">{formatMonth(month)} is closed</h2>
        <p>
          No more entries can be posted to this month. The seal covers {countOf(entries)} and the seal of the month
          before.
        </p>
      </div>
      <div className={classes.row}>
        <Seal seal={seal ?? ''} />
      </div>
      <div className={classes.foot}>
        <p>
          {reopens === month
            ? 'This is the latest closed month, so you can reopen it.'
            : `Reopen ${formatMonth(reopens ?? month)} first. Months are reopened starting with the latest.`}
        </p>
        <Button variant="default" disabled={reopens !== month} onClick={() => setReopening(true)}>
          {closingWords.reopen}
        </Button>
      </div>
      {reopening && <ReopenDialog month={month} onClose={() => setReopening(false)} />}
    </section>
  )
}

/** Shown for checks without findings. */
const fineWords: Record<ClosingItem, string> = {
  drafts: 'No drafts are left for this month.',
  entries: 'All recurring entries and depreciation are recorded.',
  banks: 'Every bank account is reconciled and signed off.',
  pettycash: 'Every petty cash fund was counted this month.',
  cheques: 'No cheque leaf was skipped, and no cheque is stale.',
  numbers: 'No invoice or receipt numbers are missing.',
  receipts: 'All receipt e-mails are sent.',
  certificates: 'No certificates of tax withheld are left to issue or receive.',
  yearend: 'No fiscal year ends this month.',
  questions: 'No questions about this month are open.',
  suspense: 'Opening balance equity, unidentified deposits and transfers in transit are zero.',
  invariants: 'All entries balance, totals and open items agree with them, and every number series is complete.',
}

const countOf = (entries: number) => (entries === 1 ? 'one entry' : `${entries.toLocaleString('en')} entries`)
