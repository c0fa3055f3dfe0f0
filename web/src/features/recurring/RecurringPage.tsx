// Recurring documents: drafts to confirm, the rules that create them, templates, and month-end entries.
import { Anchor, Button, Group, Text } from '@mantine/core'
import { documentPlaces } from '@talaan/contract/cards.ts'
import { listMonthEnd } from '@talaan/contract/closing.ts'
import {
  listRecurring,
  makeNow,
  pauseRule,
  removeTemplate,
  setAutomatic,
  skipNext,
  startFromTemplate,
  takeDraft,
  type RecurringRule,
  type Template,
  type WaitingDraft,
} from '@talaan/contract/recurring.ts'
import { accountants, adminsAndAccountants } from '@talaan/contract/roles.ts'
import { recurringAmount, recurringKindWords } from '@talaan/ledger/accounts/month-end.ts'
import { formatDay, formatMonth } from '@talaan/ledger/core/date.ts'
import { formatMoney, type Money } from '@talaan/ledger/core/money.ts'
import { recordsItself, type RecurringType } from '@talaan/ledger/documents/recurring/occurrence.ts'
import { rhythmWords } from '@talaan/ledger/documents/recurring/rhythm.ts'
import { documentWords } from '@talaan/ledger/documents/words.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { newId } from '../../ui/newId.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import { AutomaticDialog } from './AutomaticDialog.tsx'
import classes from './recurring.module.css'
import { RuleDialog, type RuleSource } from './RuleDialog.tsx'

type Shown =
  | { dialog: 'rule'; of: RuleSource }
  | { dialog: 'automatic'; rule: RecurringRule }
  | { dialog: 'delete'; template: Template }

export function RecurringPage() {
  const query = useCall(listRecurring)
  const { role } = useSession()
  const [address, setAddress] = useSearchParams()
  const from = address.get('from')
  const [shown, setShown] = useState<Shown | null>(from === null ? null : { dialog: 'rule', of: { documentId: from } })
  const close = () => {
    setShown(null)
    setAddress({}, { replace: true })
  }
  const act = useActs()
  return (
    <>
      <PageTitle>Recurring</PageTitle>
      <Answered query={query} loading={<SkeletonRows rows={8} />}>
        {({ waiting, rules, templates }) => {
          const others = templates.filter(({ recurs }) => !recurs)
          return (
            <>
              {waiting.length > 0 && (
                <Section id="waiting" title="Drafts to confirm">
                  <DataTable
                    label="Drafts to confirm"
                    columns={waitingColumns(act.review)}
                    rows={waiting}
                    rowKey={({ draftId }) => draftId}
                  />
                </Section>
              )}
              <Section id="rules" title="Recurring documents">
                {rules.length === 0 ? (
                  <Empty>
                    No recurring documents yet. Open a recorded invoice, bill, cheque, voucher or transfer and choose
                    Make recurring.
                  </Empty>
                ) : (
                  <DataTable
                    label="Recurring documents"
                    columns={ruleColumns((rule) => actionsOf(rule))}
                    rows={rules}
                    rowKey={({ id }) => id}
                  />
                )}
              </Section>
              <Section id="templates" title="Templates">
                {others.length === 0 ? (
                  <Empty>
                    {templates.length > 0 ? 'No other templates yet' : 'No templates yet'}. In a form, open Templates to
                    save what you typed and start from it again.
                  </Empty>
                ) : (
                  <DataTable
                    label="Templates"
                    columns={templateColumns((template) => actionsOfTemplate(template))}
                    rows={others}
                    rowKey={({ id }) => id}
                  />
                )}
              </Section>
              {accountants.includes(role) && <MonthEnd />}
            </>
          )
        }}
      </Answered>
      {shown?.dialog === 'rule' && <RuleDialog of={shown.of} onClose={close} />}
      {shown?.dialog === 'automatic' && <AutomaticDialog rule={shown.rule} onClose={close} />}
      {shown?.dialog === 'delete' && (
        <ConfirmDialog
          opened
          destroys
          title={`Delete ${shown.template.name}?`}
          cancel="Cancel"
          confirm="Delete"
          onCancel={close}
          onConfirm={() => {
            act.remove(shown.template)
            close()
          }}
        >
          <Text size="sm">
            {shown.template.recurs ? 'No more documents will be created from this rule. ' : ''}
            Existing documents and drafts stay.
          </Text>
        </ConfirmDialog>
      )}
    </>
  )

  function actionsOf(rule: RecurringRule): MenuAction[] {
    const { next, automatic, paused } = rule
    const ended = next === null ? 'This rule has ended.' : undefined
    const when = next === null ? '' : ` (${formatDay(next)})`
    const refused = ended === undefined ? {} : { refused: ended }
    const automaticRefused = !adminsAndAccountants.includes(role)
      ? 'Only an accountant or an administrator can switch this on.'
      : !recordsItself(rule.kind)
        ? 'A cheque needs its printed number, so a person must confirm it.'
        : !rule.hasEarnedAutomatic
          ? 'The last three documents must have been confirmed unchanged.'
          : undefined
    return [
      { label: 'Edit rule', onSelect: () => setShown({ dialog: 'rule', of: { rule } }) },
      { label: 'Edit contents', onSelect: () => act.start(rule, true) },
      { label: `Create draft now${when}`, apart: true, onSelect: () => next && act.make(rule, next), ...refused },
      { label: `Skip next date${when}`, onSelect: () => next && act.skip(rule, next), ...refused },
      { label: paused ? 'Resume' : 'Pause', onSelect: () => act.pause(rule, !paused) },
      automatic === null
        ? {
            label: 'Record automatically',
            apart: true,
            onSelect: () => setShown({ dialog: 'automatic', rule }),
            ...(automaticRefused !== undefined && { refused: automaticRefused }),
          }
        : { label: 'Stop recording automatically', apart: true, onSelect: () => act.stopAutomatic(rule) },
      { label: 'Delete', apart: true, onSelect: () => setShown({ dialog: 'delete', template: rule }) },
    ]
  }

  function actionsOfTemplate(template: Template): MenuAction[] {
    return [
      { label: 'New from template', onSelect: () => act.start(template, false) },
      { label: 'Make recurring', onSelect: () => setShown({ dialog: 'rule', of: { template } }) },
      { label: 'Edit contents', onSelect: () => act.start(template, true) },
      { label: 'Delete', apart: true, onSelect: () => setShown({ dialog: 'delete', template }) },
    ]
  }
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={classes.list} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
      </div>
      {children}
    </section>
  )
}

const Empty = ({ children }: { children: ReactNode }) => (
  <Text size="sm" className={classes.empty}>
    {children}
  </Text>
)

/** All actions that take one click. */
function useActs() {
  const { clientId } = useSession()
  const queries = useQueryClient()
  const go = useNavigate()
  const act = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: [listRecurring.name] }),
  })
  const saying = (title: string, run: () => Promise<unknown>) =>
    act.mutate(async () => {
      await run()
      toast({ title, tone: 'good' })
    })
  const form = (kind: RecurringType, draft: string) => paths.form(documentPlaces[kind].frame, { draft })
  return {
    review: ({ draftId, kind, owner }: WaitingDraft) =>
      act.mutate(async () => {
        if (owner !== clientId) await call(takeDraft, { params: { draftId } })
        await go(form(kind, draftId))
      }),
    start: ({ id: templateId, kind }: Template, keepPlaceholders: boolean) =>
      act.mutate(async () => {
        const draftId = newId()
        await call(startFromTemplate, { params: { templateId, draftId }, body: { keepPlaceholders } })
        await go(form(kind, draftId))
      }),
    make: ({ id: templateId, name }: RecurringRule, day: string) =>
      saying(`The draft of ${name} for ${formatDay(day)} is ready`, () =>
        call(makeNow, { params: { templateId }, body: { day } }),
      ),
    skip: ({ id: templateId, name }: RecurringRule, day: string) =>
      saying(`${formatDay(day)} skipped for ${name}`, () => call(skipNext, { params: { templateId }, body: { day } })),
    pause: ({ id: templateId, name }: RecurringRule, paused: boolean) =>
      saying(paused ? `${name} is paused` : `${name} continues`, () =>
        call(pauseRule, { params: { templateId }, body: { paused } }),
      ),
    stopAutomatic: ({ id: templateId, name }: RecurringRule) =>
      saying(`${name} is no longer recorded automatically`, () =>
        call(setAutomatic, { params: { templateId }, body: { limit: null } }),
      ),
    remove: ({ id: templateId, name }: Template) =>
      saying(`${name} deleted`, () => call(removeTemplate, { params: { templateId } })),
  }
}

const amountOf = (total: Money | null) => (total === null ? '' : formatMoney(total))
const typeOf = (kind: RecurringType) => documentWords[kind].words.title

const waitingColumns = (review: (draft: WaitingDraft) => void): DataColumn<WaitingDraft>[] => [
  {
    key: 'name',
    title: 'Name',
    card: 'heading',
    cell: ({ name, problem }) => (
      <>
        {name}
        {problem !== '' && <span className={classes.problem}>Not recorded automatically: {problem}</span>}
      </>
    ),
  },
  { key: 'day', title: 'Date', nowrap: true, cell: ({ day }) => formatDay(day) },
  { key: 'kind', title: 'Type', cell: ({ kind }) => typeOf(kind) },
  { key: 'party', title: 'Customer or supplier', cell: ({ party }) => party?.name ?? '' },
  { key: 'owner', title: 'For', cell: ({ owner }) => owner },
  { key: 'total', title: 'Amount', figure: true, card: 'amount', cell: ({ total }) => amountOf(total) },
  {
    key: 'review',
    title: 'Action',
    card: 'action',
    cell: (draft) => (
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => review(draft)}
        aria-label={`Review ${draft.name}, ${formatDay(draft.day)}`}
      >
        Review
      </Button>
    ),
  },
]

const aheadOf = (days: number): string =>
  days === 0 ? '' : `; draft ${days} ${days === 1 ? 'day' : 'days'} in advance`

const ruleColumns = (actions: (rule: RecurringRule) => MenuAction[]): DataColumn<RecurringRule>[] => [
  {
    key: 'name',
    title: 'Name',
    card: 'heading',
    cell: (rule) => (
      <>
        {rule.name}
        {rule.automatic !== null && (
          <span className={classes.quiet}>
            Recorded automatically up to {formatMoney(rule.automatic.limit)}, switched on by {rule.automatic.by}
          </span>
        )}
      </>
    ),
  },
  { key: 'kind', title: 'Type', cell: ({ kind }) => typeOf(kind) },
  { key: 'party', title: 'Customer or supplier', cell: ({ party }) => party?.name ?? '' },
  {
    key: 'rhythm',
    title: 'Repeats',
    cell: ({ rhythm, daysAhead }) => `${rhythmWords(rhythm)}${endOf(rhythm)}${aheadOf(daysAhead)}`,
  },
  {
    key: 'next',
    title: 'Next',
    nowrap: true,
    cell: ({ next, paused }) =>
      next === null ? (
        <StatusBadge tone="plain">Ended</StatusBadge>
      ) : paused ? (
        <StatusBadge tone="look">Paused</StatusBadge>
      ) : (
        formatDay(next)
      ),
  },
  { key: 'last', title: 'Last document', nowrap: true, cell: (rule) => <LastMade rule={rule} /> },
  { key: 'total', title: 'Amount', figure: true, card: 'amount', cell: ({ total }) => amountOf(total) },
  {
    key: 'actions',
    title: 'Actions',
    card: 'action',
    cell: (rule) => (
      <ActionMenu label={`Actions for ${rule.name}`} className={classes.actions ?? ''} actions={actions(rule)}>
        <Icon name="more" />
      </ActionMenu>
    ),
  },
]

const endOf = ({ ends, times }: RecurringRule['rhythm']): string =>
  ends !== null ? `, until ${formatDay(ends)}` : times !== null ? `, ${times === 1 ? 'once' : `${times} times`}` : ''

function LastMade({ rule: { kind, occurrences } }: { rule: RecurringRule }) {
  const last = occurrences.find(({ state }) => state !== 'skipped')
  if (last === undefined) return null
  if (last.document === null) return <>{last.state === 'waiting' ? 'Draft to confirm' : 'Draft discarded'}</>
  return (
    <Anchor component={Link} fz="inherit" to={paths.document(kind, last.document.id)}>
      {last.document.number}
      {last.document.isVoid && ' (void)'}
    </Anchor>
  )
}

const templateColumns = (actions: (template: Template) => MenuAction[]): DataColumn<Template>[] => [
  { key: 'name', title: 'Name', card: 'heading', cell: ({ name }) => name },
  { key: 'kind', title: 'Type', cell: ({ kind }) => typeOf(kind) },
  { key: 'party', title: 'Customer or supplier', cell: ({ party }) => party?.name ?? '' },
  { key: 'by', title: 'Saved by', cell: ({ savedBy }) => savedBy },
  { key: 'total', title: 'Amount', figure: true, card: 'amount', cell: ({ total }) => amountOf(total) },
  {
    key: 'actions',
    title: 'Actions',
    card: 'action',
    cell: (template) => (
      <ActionMenu label={`Actions for ${template.name}`} className={classes.actions ?? ''} actions={actions(template)}>
        <Icon name="more" />
      </ActionMenu>
    ),
  },
]

/** Entries that are calculated at month end: they are in their register, and Month Close suggests them. */
function MonthEnd() {
  const registers = useCall(listMonthEnd)
  const rows = registers.data?.recurring ?? []
  if (rows.length === 0) return null
  return (
    <section className={classes.list} aria-labelledby="month-end">
      <div className={classes.head}>
        <h2 id="month-end">Month-end entries</h2>
        <Group gap="md">
          <Anchor component={Link} size="sm" to={paths.monthEnd}>
            Open the month-end registers
          </Anchor>
        </Group>
      </div>
      <DataTable label="Month-end entries" columns={monthEndColumns} rows={rows} rowKey={({ id }) => id} />
    </section>
  )
}

type MonthEndRow = Parameters<typeof recurringAmount>[0] & {
  id: string
  name: string
  kind: keyof typeof recurringKindWords
  firstMonth: string
  lastMonth: string | null
}

const monthEndColumns: DataColumn<MonthEndRow>[] = [
  { key: 'name', title: 'Name', card: 'heading', cell: ({ name }) => name },
  { key: 'kind', title: 'Type', cell: ({ kind }) => recurringKindWords[kind] },
  {
    key: 'months',
    title: 'Repeats',
    cell: ({ firstMonth, lastMonth }) =>
      `Every month end from ${formatMonth(firstMonth)}${lastMonth === null ? '' : ` to ${formatMonth(lastMonth)}`}`,
  },
  { key: 'amount', title: 'Amount', figure: true, card: 'amount', cell: (row) => formatMoney(recurringAmount(row)) },
]
