// The completeness proof of a month: everything that is expected, recorded or explained, with a signature to print.
import { Anchor, Button, Group, Text } from '@mantine/core'
import { listMonths } from '@talaan/contract/closing.ts'
import {
  directionWords,
  printCompleteness,
  procedureWords,
  signCompleteness,
  viewCompleteness,
  type Procedure,
} from '@talaan/contract/completeness.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { formatMonth, type Month } from '@talaan/ledger/core/date.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call, callBytes, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import sheet from '../../app/table/sheet.module.css'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { HistoryLink } from '../../app/HistoryLink.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { PeriodField } from '../../ui/PeriodField.tsx'
import { moment } from '../../ui/moment.ts'
import { toast } from '../../ui/toast.ts'
import { ReportTabs } from '../reports/ReportTabs.tsx'
import classes from './closing.module.css'
import { FindingRow } from './FindingRow.tsx'
import '../../app/session/modal.ts'

type Answer = AnswerOf<typeof viewCompleteness>

export function CompletenessPage() {
  const months = useCall(listMonths)
  const [address, setAddress] = useSearchParams()
  return (
    <>
      <PageTitle
        action={
          <Anchor component={Link} size="sm" to={paths.monthClose}>
            Month close
          </Anchor>
        }
      >
        Completeness
      </PageTitle>
      <ReportTabs />
      <Answered query={months} loading={<SkeletonRows rows={8} />}>
        {({ months: all, next }) => {
          const [asked, first] = [address.get('month'), next ?? all[0]?.month]
          const month = all.find((each) => each.month === asked)?.month ?? first
          if (month === undefined) return <Text>No documents are recorded yet, so there is no month to check.</Text>
          return (
            <>
              <div className={sheet.tools}>
                <PeriodField
                  label="Month"
                  value={month}
                  choices={all.map((each) => ({
                    value: each.month,
                    label: `${formatMonth(each.month)}${each.closed ? ', closed' : ''}`,
                  }))}
                  unit="month"
                  onChange={(chosen) => setAddress({ month: chosen }, { replace: true })}
                />
                <HistoryLink type="month" id={month} />
              </div>
              <OfMonth key={month} month={month} />
            </>
          )
        }}
      </Answered>
    </>
  )
}

function OfMonth({ month }: { month: Month }) {
  const completeness = useCall(viewCompleteness, { params: { month } })
  return (
    <Answered
      query={completeness}
      loading={
        <div className={classes.list}>
          <div className={classes.row}>
            <SkeletonRows rows={12} />
          </div>
        </div>
      }
    >
      {(answer) => <Procedures answer={answer} />}
    </Answered>
  )
}

function Procedures({ answer }: { answer: Answer }) {
  const { month, procedures, signed, digest } = answer
  const open = procedures.filter(({ state }) => state === 'open').length
  const openFirst = procedures.toSorted((a, b) => Number(b.state === 'open') - Number(a.state === 'open'))
  const isCurrent = signed?.digest === digest
  return (
    <section className={classes.list} aria-labelledby="procedures">
      <div className={classes.head}>
        <h2 id="procedures">Everything expected in {formatMonth(month)}</h2>
        <p role="status">
          {open === 0
            ? 'Everything is recorded or explained.'
            : `${open} of ${procedures.length} items ${open === 1 ? 'is open. Resolve or explain it.' : 'are open. Resolve or explain each one.'}`}
        </p>
      </div>
      <ul>
        {openFirst.map((finding) => {
          const { title, direction, how, unit } = procedureWords[finding.item as Procedure]
          const counted = `${finding.tested.toLocaleString('en')} ${finding.tested === 1 ? unit[0] : unit[1]} tested`
          return (
            <FindingRow
              key={finding.item}
              month={month}
              finding={finding}
              title={title}
              about={`${how} ${directionWords[direction]}, ${counted}.`}
              fine=""
              isError={!finding.explainable}
            />
          )
        })}
      </ul>
      <div className={classes.foot}>
        <p>
          {signed === null
            ? 'Not signed yet.'
            : `Signed by ${signed.by}, ${moment(signed.at)}.${isCurrent ? '' : ' The findings have changed since then.'}`}
        </p>
        <Actions answer={answer} isCurrent={isCurrent} />
      </div>
    </section>
  )
}

function Actions({ answer: { month, digest, signed, refusal }, isCurrent }: { answer: Answer; isCurrent: boolean }) {
  const [asking, setAsking] = useState(false)
  const queries = useQueryClient()
  const sign = useMutation({
    mutationFn: () => call(signCompleteness, { params: { month }, body: { digest } }),
    onSuccess: () =>
      toast({
        title: `Completeness proof of ${formatMonth(month)} signed`,
        message: 'You can print it now.',
        tone: 'good',
      }),
    onError: (error) =>
      toast({ title: `${formatMonth(month)} is not signed`, message: sentenceOf(error), tone: 'bad' }),
    onSettled: () => {
      setAsking(false)
      return queries.invalidateQueries({ queryKey: [viewCompleteness.name] })
    },
  })
  const print = useMutation({
    mutationFn: async () => saveFile(await callBytes(printCompleteness, { params: { month } })),
    onError: (error) =>
      toast({ title: 'The completeness proof was not downloaded', message: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <Group gap="sm">
      {signed !== null && (
        <Button variant="default" loading={print.isPending} onClick={() => print.mutate()}>
          Download page
        </Button>
      )}
      {!isCurrent && (
        <Button color="brand" disabled={refusal !== null} title={refusal ?? undefined} onClick={() => setAsking(true)}>
          Sign month
        </Button>
      )}
      {refusal !== null && !isCurrent && (
        <Text size="sm" c="dimmed">
          {refusal}
        </Text>
      )}
      {asking && (
        <ConfirmDialog
          opened
          title={`Sign the completeness proof of ${formatMonth(month)}?`}
          confirm="Sign month"
          cancel="Not yet"
          busy={sign.isPending}
          onConfirm={() => sign.mutate()}
          onCancel={() => setAsking(false)}
        >
          <Text>
            You confirm that everything expected in this month is recorded or explained. The page with your signature is
            printed with the books. If something changes, you can sign again; the earlier signature stays.
          </Text>
        </ConfirmDialog>
      )}
    </Group>
  )
}
