// Which documents need an approval before they are recorded, from which amount, and by whom.
import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import {
  listApprovalRules,
  removeApprovalRule,
  saveApprovalRule,
  type ListedApprovalRule,
} from '@talaan/contract/approvals.ts'
import { isEditedInForm } from '@talaan/contract/cards.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { formatMoney, parseTypedAmount } from '@talaan/ledger/core/money.ts'
import { documentTypeNames, documentWords, type DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallFailure, sentenceOf, useCall } from '../../app/api.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { MoneyInput } from '../../ui/MoneyInput.tsx'
import { toast } from '../../ui/toast.ts'
import { Head } from './Head.tsx'
import './mantine.ts'
import classes from './settings.module.css'

type Rules = AnswerOf<typeof listApprovalRules>
type People = Rules['people']

const everyAccountant = 'Any accountant or administrator'
const free = (rules: Rules['rules']): DocumentTypeName[] =>
  documentTypeNames.filter((kind) => isEditedInForm(kind) && !rules.some((rule) => rule.kind === kind))

export function ApprovalsSection() {
  const query = useCall(listApprovalRules)
  const { role } = useSession()
  const [edited, setEdited] = useState<ListedApprovalRule | 'new'>()
  const mayChange = role === 'admin'
  const rules = query.data?.rules ?? []
  return (
    <>
      <Head
        section="approvals"
        action={
          mayChange &&
          free(rules).length > 0 && (
            <Button disabled={query.data === undefined} onClick={() => setEdited('new')}>
              Add rule
            </Button>
          )
        }
      >
        You can require a second person to approve documents that reach a set amount before they are recorded. No one
        can approve a document that they prepared themselves, unless no one else can approve it.
        {!mayChange && ' Only administrators can change these rules.'}
      </Head>
      <Answered query={query} panel={classes.body} loading={<SkeletonRows rows={4} />}>
        {() => (
          <div className={classes.table}>
            {rules.length === 0 ? (
              <Text p="sm">No rules yet. No documents need approval.</Text>
            ) : (
              <DataTable
                label="Approval rules"
                rows={rules}
                rowKey={({ kind }) => kind}
                columns={[
                  {
                    key: 'type',
                    title: 'Documents',
                    card: 'heading',
                    cell: ({ kind }) => documentWords[kind].words.plural,
                  },
                  {
                    key: 'from',
                    title: 'From',
                    figure: true,
                    card: 'amount',
                    cell: ({ from }) => formatMoney(from),
                  },
                  {
                    key: 'approvers',
                    title: 'Approvers',
                    cell: ({ approvers }) => (approvers.length === 0 ? everyAccountant : approvers.join(', ')),
                  },
                  ...(mayChange
                    ? [
                        {
                          key: 'edit',
                          title: 'Change',
                          card: 'action' as const,
                          cell: (rule: ListedApprovalRule) => (
                            <Button
                              variant="default"
                              size="compact-sm"
                              aria-label={`Change the rule for ${documentWords[rule.kind].words.plural}`}
                              onClick={() => setEdited(rule)}
                            >
                              Change
                            </Button>
                          ),
                        },
                      ]
                    : []),
                ]}
              />
            )}
          </div>
        )}
      </Answered>
      {edited !== undefined && query.data !== undefined && (
        <RuleDialog
          rule={edited === 'new' ? null : edited}
          kinds={edited === 'new' ? free(rules) : [edited.kind]}
          people={query.data.people}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

function RuleDialog({
  rule,
  kinds,
  people,
  onClose,
}: {
  rule: ListedApprovalRule | null
  kinds: readonly DocumentTypeName[]
  people: People
  onClose: () => void
}) {
  const queries = useQueryClient()
  const [kind, setKind] = useState(kinds.includes('bill') ? 'bill' : (kinds[0] ?? 'bill'))
  const [from, setFrom] = useState(rule === null ? '' : formatMoney(rule.from))
  const [approvers, setApprovers] = useState<readonly string[]>(rule?.approvers ?? [])
  const [mistake, setMistake] = useState<string>()
  const saved = async (title: string) => {
    toast({ title, tone: 'good' })
    await queries.invalidateQueries({ queryKey: [listApprovalRules.name] })
    onClose()
  }
  const able = people.filter(({ types }) => types.includes(kind)).map(({ name }) => name)
  const save = useMutation({
    mutationFn: (amount: bigint) =>
      call(saveApprovalRule, {
        params: { kind },
        body: { from: amount, approvers: approvers.filter((name) => able.includes(name)) },
      }),
    onSuccess: () => saved('Approval rule saved'),
  })
  const remove = useMutation({
    mutationFn: () => call(removeApprovalRule, { params: { kind } }),
    onSuccess: () => saved('Approval rule removed'),
  })
  const problem = save.error ?? remove.error
  const isDone = save.isSuccess || remove.isSuccess
  const isChanged =
    from !== (rule === null ? '' : formatMoney(rule.from)) || approvers.join() !== (rule?.approvers ?? []).join()
  return (
    <TypingDialog
      title={rule === null ? 'Add rule' : `Rule for ${documentWords[kind].words.plural.toLowerCase()}`}
      submit="Save"
      unsaved={isChanged && !isDone}
      busy={save.isPending || remove.isPending}
      alert={problem === null ? undefined : sentenceOf(problem)}
      onSubmit={() => {
        const read = parseTypedAmount(from.trim() === '' ? '0' : from)
        if (read.ok) save.mutate(read.amount)
        else setMistake(read.message)
      }}
      onClose={onClose}
    >
      <Stack gap="md">
        {rule === null && (
          <NativeSelect
            label="Documents"
            size="md"
            data-autofocus
            data={kinds.map((value) => ({ value, label: documentWords[value].words.plural }))}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as DocumentTypeName)}
          />
        )}
        <MoneyInput
          label="From amount"
          description="In pesos. Enter 0.00 to include every document of this type."
          value={from}
          error={mistake ?? (save.error instanceof CallFailure ? messageAt(save.error, 'from') : undefined)}
          onChange={(text) => {
            setMistake(undefined)
            setFrom(text)
          }}
        />
        <Checkbox.Group
          label="Approvers"
          size="md"
          description="If you choose no one, any accountant or administrator can approve."
          value={[...approvers]}
          onChange={setApprovers}
        >
          <Stack gap="xs" mt="xs">
            {able.map((name) => (
              <Checkbox key={name} value={name} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
        {rule !== null && (
          <Group>
            <Button
              variant="default"
              color="red"
              loading={remove.isPending}
              disabled={save.isPending}
              onClick={() => remove.mutate()}
            >
              Remove rule
            </Button>
          </Group>
        )}
      </Stack>
    </TypingDialog>
  )
}

const messageAt = (error: CallFailure, field: string): string | undefined =>
  error.fields.find(({ path }) => path[0] === field)?.message
