// A return for a period: its boxes with their details, the filed figures, and changes since.
import { Anchor, Button, Group, NativeSelect, Skeleton, Text, Title } from '@mantine/core'
import {
  chooseExcessUse,
  type Filed,
  type Filing,
  prepareFiling,
  printFiled,
  printFiling,
  filedFile,
  viewFiling,
} from '@talaan/contract/filings.ts'
import { saveDraft } from '@talaan/contract/documents.ts'
import { addMonths, formatDay } from '@talaan/ledger/core/date.ts'
import { type Duty, duties, dutyWords, formatPeriod, shifted } from '@talaan/ledger/tax/calendar/forms.ts'
import { type ExcessForm, excessName, excessUseWords, hasExcessUse } from '@talaan/ledger/tax/returns/excess.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { call, callBytes, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { usePageTitle } from '../../app/pageTitle.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { FileButtons } from '../../app/table/FileButtons.tsx'
import sheet from '../../app/table/sheet.module.css'
import { later } from '../../ui/later.tsx'
import { newId } from '../../ui/newId.ts'
import { HistoryLink } from '../../app/HistoryLink.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Term } from '../../ui/Term.tsx'
import { toast } from '../../ui/toast.ts'
import { BoxTable } from './BoxTable.tsx'
import { DeadlineDialog, FileDialog } from './dialogs.tsx'
import { SinceFiling } from './SinceFiling.tsx'
import { dueWords, StateBadge } from './states.tsx'
import classes from './tax.module.css'
import { TaxTabs } from './TaxTabs.tsx'

const Questions = later(async () => (await import('../questions/Questions.tsx')).Questions)
const FilesAndNotes = later(async () => (await import('../notes/FilesAndNotes.tsx')).FilesAndNotes)

export function FilingPage() {
  const { duty: requested = '', period = '' } = useParams()
  const duty = duties.find((one) => one === requested) ?? '2550Q'
  const query = useCall(viewFiling, { params: { duty, period } })
  usePageTitle(query.data && `${duty}, ${formatPeriod(query.data.period)}`)
  return (
    <>
      <div className={sheet.screenOnly}>
        <PageTitle
          term={duty === '2550Q' && <Term name="VAT carry-over" />}
        >{`${duty} ${dutyWords[duty].title}`}</PageTitle>
        <TaxTabs />
      </div>
      <Answered query={query} loading={<SkeletonRows rows={14} />}>
        {(filing) => <Return key={`${duty} ${period}`} filing={filing} />}
      </Answered>
    </>
  )
}

function Return({ filing }: { filing: Filing }) {
  const { duty, period, today, state, worksheet, filed, since, deadline } = filing
  const [open, setOpen] = useState<'file' | 'deadline'>()
  const isEnded = period.to < today
  const isMoved = since.boxes.length + since.files.length > 0
  const isDue = filed.length === 0 || isMoved
  return (
    <>
      <div className={classes.tools}>
        <div>
          <Group gap="4px 16px">
            <Text fw={600}>For {formatPeriod(period)}</Text>
            <Around duty={duty} period={shifted(period, -1).to}>
              Previous period
            </Around>
            <Around duty={duty} period={shifted(period, 1).to}>
              Next period
            </Around>
            <HistoryLink type="return" id={`${duty} ${period.to}`} />
          </Group>
        </div>
        {worksheet !== null && (
          <div className={classes.toolsEnd}>
            <FileButtons
              label="Download return"
              fetch={(format) => callBytes(printFiling, { params: { duty, period: period.to, format } })}
            />
          </div>
        )}
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>Status</dt>
          <dd>
            {isEnded || filed.length > 0 ? (
              <StateBadge state={state} due={deadline?.due ?? null} today={today} moved={isMoved} />
            ) : (
              'Not ended'
            )}
          </dd>
        </div>
        {deadline !== null && (
          <div>
            <dt>Due</dt>
            <dd>
              {formatDay(deadline.due)} <span className={classes.quiet}>{dueWords(deadline.due, today)}</span>
            </dd>
          </div>
        )}
        {worksheet !== null && (
          <div>
            <dt>{worksheet.payable < 0n ? 'Excess' : 'Payable'}</dt>
            <dd>{formatMoney(worksheet.payable < 0n ? -worksheet.payable : worksheet.payable)}</dd>
          </div>
        )}
        {filing.preparedBy !== null && (
          <div>
            <dt>Prepared by</dt>
            <dd>{filing.preparedBy}</dd>
          </div>
        )}
      </dl>
      {deadline !== null && <p className={classes.rule}>{deadline.why}</p>}
      {worksheet?.excess && worksheet.excess.amount > 0n && hasExcessUse(duty) && (
        <ExcessUse duty={duty} period={period.to} excess={worksheet.excess} />
      )}
      <Group gap="sm" my="md" className={sheet.screenOnly}>
        {isDue && isEnded && (
          <Button onClick={() => setOpen('file')}>{filed.length === 0 ? 'Mark as filed' : 'File amendment'}</Button>
        )}
        {isEnded && state === 'open' && <Prepare filing={filing} />}
        {isEnded && filing.closing !== null && <ClosingEntry closing={filing.closing} />}
        <Button variant="default" onClick={() => setOpen('deadline')}>
          Change deadline
        </Button>
      </Group>
      {isMoved && <SinceFiling since={since} />}
      {worksheet === null ? (
        <Text maw="70ch">
          <DutyPage duty={duty} period={period} /> After you submit the return, mark it as filed here.
        </Text>
      ) : (
        <BoxTable duty={duty} period={period} worksheet={worksheet} />
      )}
      {filed.length > 0 && <History filed={filed} />}
      <Suspense fallback={<Skeleton h={160} />}>
        <div className={classes.added}>
          <Questions
            subject={{ duty, period: period.to }}
            hint="The return can’t be marked as filed while a question is open."
          />
          <FilesAndNotes
            subject={{ duty, period: period.to }}
            title="Files and notes"
            hint="For example, the filing confirmation, the proof of payment and correspondence with the BIR. The filed figures don’t change."
          />
        </div>
      </Suspense>
      {open === 'file' && <FileDialog filing={filing} onClose={() => setOpen(undefined)} />}
      {open === 'deadline' && <DeadlineDialog filing={filing} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function Around({ duty, period, children }: { duty: Duty; period: string; children: string }) {
  return (
    <Anchor component={Link} to={paths.filing(duty, period)} underline="always" className={sheet.screenOnly}>
      {children}
    </Anchor>
  )
}

function Prepare({ filing: { duty, period, digest } }: { filing: Filing }) {
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: () => call(prepareFiling, { params: { duty, period: period.to }, body: { digest } }),
    onSuccess: () => toast({ title: 'Marked as prepared', tone: 'good' }),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
      Mark as prepared
    </Button>
  )
}

/** The accountant's choice for an excess, which is saved immediately. */
function ExcessUse({
  duty,
  period,
  excess: { amount, uses, use },
}: {
  duty: ExcessForm
  period: string
  excess: NonNullable<NonNullable<Filing['worksheet']>['excess']>
}) {
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: (chosen: (typeof uses)[number]) =>
      call(chooseExcessUse, { params: { duty, period }, body: { use: chosen } }),
    onSuccess: () => toast({ title: 'Choice saved', tone: 'good' }),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <NativeSelect
      className={sheet.screenOnly}
      maw={420}
      mt="md"
      label={`${excessName(duty)} of ${formatMoney(amount)}`}
      data={uses.map((value) => ({ value, label: excessUseWords[value] }))}
      value={use}
      disabled={send.isPending}
      onChange={({ currentTarget: { value } }) => {
        const chosen = uses.find((one) => one === value)
        if (chosen !== undefined) send.mutate(chosen)
      }}
    />
  )
}

/** Opens the entry as a journal voucher that is filled in. Nothing is posted until the user presses Yes. */
function ClosingEntry({ closing }: { closing: NonNullable<Filing['closing']> }) {
  const navigate = useNavigate()
  const prepare = useMutation({
    mutationFn: async () => {
      const draftId = newId()
      const lines = closing.lines.map((line) => ({
        ...line,
        debit: line.debit.toString(),
        credit: line.credit.toString(),
      }))
      await call(saveDraft, { params: { draftId }, body: { kind: 'journalvoucher', fields: { ...closing, lines } } })
      return draftId
    },
    onSuccess: (draft) => navigate(paths.form('journalvoucher', { draft })),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <Button variant="default" loading={prepare.isPending} onClick={() => prepare.mutate()}>
      Prepare closing entry
    </Button>
  )
}

function History({ filed }: { filed: readonly Filed[] }) {
  const save = useMutation({
    mutationFn: ({ id, name }: { id: string; name?: string }) =>
      name === undefined
        ? callBytes(printFiled, { params: { filingId: id, format: 'pdf' } })
        : callBytes(filedFile, { params: { filingId: id, name } }),
    onSuccess: saveFile,
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <section aria-labelledby="filed">
      <Title order={2} id="filed" mt="lg">
        Filed
      </Title>
      <ol className={classes.history}>
        {filed.map(({ id, amendment, filedOn, reference, by, digest, payable, files }) => (
          <li key={id}>
            <strong>{amendment === 0 ? 'Return' : `Amendment ${amendment}`}</strong>
            <span>
              {formatDay(filedOn)} by {by}
              {reference !== '' && `, reference ${reference}`}
              {payable !== null && `, ${formatMoney(payable)}`}
            </span>
            <code title="Digest of figures, lines and files">{digest.slice(0, 16)}</code>
            {payable !== null && (
              <Button variant="default" size="compact-sm" onClick={() => save.mutate({ id })}>
                PDF as filed
              </Button>
            )}
            {files.map(({ name }) => (
              <Button key={name} variant="default" size="compact-sm" onClick={() => save.mutate({ id, name })}>
                {name}
              </Button>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The page for a deadline without boxes. */
function DutyPage({ duty, period: { to } }: Pick<Filing, 'duty' | 'period'>) {
  const link = (address: string, words: string) => (
    <Anchor component={Link} to={address} underline="always">
      {words}
    </Anchor>
  )
  const list = (name: string) => `${paths.taxLists}?list=${name}&period=${to.slice(0, 7)}`
  switch (duty) {
    case 'SLSP':
      return (
        <>
          Download the files under Lists: {link(list('sales'), 'sales')}, {link(list('purchases'), 'purchases')} and{' '}
          {link(list('importations'), 'importations')}, one for each month.
        </>
      )
    case 'QAP':
      return <>Download the file under Lists: {link(list('qap'), 'payees of the quarter')}.</>
    case '1604-E':
      return <>Download the file under Lists: {link(list('annual'), 'payees of the year')}.</>
    case '1604-C':
      return (
        <>
          Take the amounts from {link(`${paths.payrollYear}?show=schedule1&year=${to.slice(0, 4)}`, 'schedule 1')} and{' '}
          {link(`${paths.payrollYear}?show=schedule2&year=${to.slice(0, 4)}`, 'schedule 2')} of the payroll year.
        </>
      )
    case '2316':
      return (
        <>Print the certificates under {link(`${paths.payrollYear}?year=${to.slice(0, 4)}`, 'Payroll Year End')}.</>
      )
    case 'QAP-F':
      return <>Download the file under Lists: {link(list('final'), 'payees subject to final tax in the quarter')}.</>
    case '1604-F':
      return <>Download the list under Lists: {link(list('finalAnnual'), 'payees subject to final tax in the year')}.</>
    case '2306':
    case '2307':
      return (
        <>
          Issue and deliver certificates under{' '}
          {link(`${paths.certificatesIssued}?quarter=${addMonths(to.slice(0, 7), -2)}`, 'For Suppliers')}.
        </>
      )
    case 'Inventory':
      return <>Upload the count and download the list under {link(`${paths.inventory}?to=${to}`, 'Inventory list')}.</>
    case 'AFS':
      return (
        <>Download the statements with notes under {link(`${paths.annualStatements}?to=${to}`, 'Annual statements')}.</>
      )
    case 'Books':
      return <>Print and bind the books under {link(paths.category('LooseLeaf'), 'Looseleaf')}.</>
    case 'ITR':
      return (
        <>
          Take the amounts from the {link(paths.financialReport, 'financial reports')}, and the statements with notes
          from {link(`${paths.annualStatements}?to=${to}`, 'Annual statements')}.
        </>
      )
    default:
      return <>Talaan does not calculate this return.</>
  }
}
