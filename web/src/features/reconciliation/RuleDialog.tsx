// "Always do this for lines like this": a rule, and the results that it would have had so far.
import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { accountOption } from '@talaan/contract/account-option.ts'
import { documentPlaces } from '@talaan/contract/cards.ts'
import { listMoneyAccounts, type MoneyAccount } from '@talaan/contract/money-accounts.ts'
import { saveRule, tryRule, type TrackRecordAnswer } from '@talaan/contract/reconciliation.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import {
  ruleActions,
  ruleActionWords,
  ruleCriteria,
  ruleCriterionWords,
  ruleFields,
  type RuleFields,
  transferMistake,
} from '@talaan/ledger/banking/matching/rule.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { newId } from '../../ui/newId.ts'
import { toast } from '../../ui/toast.ts'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import { Amount, CounterField, useSettled } from './inputs.tsx'
import classes from './reconciliation.module.css'

type Props = {
  account: string
  /** The rule to change; undefined for a new one. */
  ruleId?: string | undefined
  rule: RuleFields
  onSaved: () => void
  onClose: () => void
}

/** The input: amounts as text, '' where empty. */
type Typed = Record<
  'name' | 'does' | 'reads' | 'words' | 'direction' | 'kind' | 'counter' | 'other' | 'email',
  string
> & {
  atLeast: string
  atMost: string
  needs: readonly string[]
}

const kinds = ['collection', 'deposit', 'cheque', 'payment', 'withdrawal', 'transfer', 'bankadjustment'] as const

export function RuleDialog({ account, ruleId, rule, onSaved, onClose }: Props) {
  const [id] = useState(() => ruleId ?? newId())
  const [begun] = useState(() => typedOf(rule))
  const [typed, setTyped] = useState(begun)
  const [sent, setSent] = useState(false)
  const read = readRule(typed)
  const { data: money } = useCall(listMoneyAccounts)
  const holdingMoney = money?.accounts ?? []
  // Reported as soon as the account is chosen, because no other input can correct it.
  const noTransfer = typed.other === '' || money === undefined ? undefined : transferOf(typed, account, holdingMoney)
  const mistakes: Record<string, string> = {
    ...(sent && !read.success && mistakesOf(read.error.issues)),
    ...(noTransfer !== undefined && { other: noTransfer }),
  }
  const save = useMutation({
    mutationFn: (body: RuleFields) => call(saveRule, { params: { account, ruleId: id }, body }),
    onSuccess: () => {
      toast({ title: 'Rule saved. It now suggests matches.', tone: 'good' })
      onSaved()
    },
  })
  const change = (patch: Partial<Typed>) => setTyped((old) => ({ ...old, ...patch }))
  const { does } = typed
  return (
    <TypingDialog
      title={ruleId === undefined ? 'Create rule' : 'Edit rule'}
      submit="Save rule"
      unsaved={!save.isSuccess && typed !== begun}
      busy={save.isPending}
      alert={save.error === null ? undefined : sentenceOf(save.error)}
      onSubmit={() => {
        setSent(true)
        if (read.success && noTransfer === undefined) save.mutate(read.data)
      }}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={80}
        value={typed.name}
        error={mistakes.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <NativeSelect
          label="Bank description"
          size="md"
          value={typed.reads}
          onChange={(event) => change({ reads: event.currentTarget.value })}
          data={[
            { value: 'contains', label: 'contains all words' },
            { value: 'starts', label: 'starts with' },
          ]}
        />
        <TextInput
          label="Words"
          maxLength={120}
          value={typed.words}
          error={mistakes.words}
          onChange={(event) => change({ words: event.currentTarget.value })}
        />
      </div>
      <Group grow align="flex-start">
        <NativeSelect
          label="Direction"
          size="md"
          value={typed.direction}
          onChange={(event) => change({ direction: event.currentTarget.value })}
          data={[
            { value: '', label: 'In or out' },
            { value: 'in', label: 'In' },
            { value: 'out', label: 'Out' },
          ]}
        />
        <Amount
          label="From"
          value={typed.atLeast}
          error={mistakes.atLeast}
          onAmount={(atLeast) => change({ atLeast })}
        />
        <Amount label="Up to" value={typed.atMost} error={mistakes.atMost} onAmount={(atMost) => change({ atMost })} />
      </Group>
      <NativeSelect
        label="Action"
        size="md"
        value={does}
        error={mistakes.does}
        onChange={(event) => change({ does: event.currentTarget.value, kind: '', counter: '', other: '', email: '' })}
        data={ruleActions.map((act) => ({ value: act, label: sentence(ruleActionWords[act]) }))}
      />
      {does === 'match' && (
        <NativeSelect
          label="Match with"
          size="md"
          value={typed.kind}
          onChange={(event) => change({ kind: event.currentTarget.value })}
          data={[
            { value: '', label: 'Any document' },
            ...kinds.map((kind) => ({ value: kind, label: documentPlaces[kind].list })),
          ]}
        />
      )}
      {(does === 'charge' || does === 'debit') && (
        <CounterField
          type={does}
          value={typed.counter}
          error={mistakes.counter}
          onChange={(counter) => change({ counter: counter ?? '' })}
        />
      )}
      {does === 'transfer' && (
        <TransferFields
          account={account}
          holdingMoney={holdingMoney}
          typed={typed}
          mistakes={mistakes}
          change={change}
        />
      )}
      {(does === 'match' || typed.needs.length > 0) && (
        <fieldset className={classes.needs}>
          <legend>Conditions</legend>
          {ruleCriteria.map((need) => (
            <label key={need}>
              <input
                type="checkbox"
                checked={typed.needs.includes(need)}
                onChange={(event) =>
                  change({
                    needs: event.currentTarget.checked
                      ? [...typed.needs, need]
                      : typed.needs.filter((each) => each !== need),
                  })
                }
              />
              {sentence(ruleCriterionWords[need])}
            </label>
          ))}
          {mistakes.needs !== undefined && (
            <Text size="sm" c="var(--mantine-color-error)">
              {mistakes.needs}
            </Text>
          )}
        </fieldset>
      )}
      <Trial account={account} rule={read.success && noTransfer === undefined ? read.data : undefined} />
    </TypingDialog>
  )
}

type FieldsProps = {
  account: string
  holdingMoney: readonly MoneyAccount[]
  typed: Typed
  mistakes: Record<string, string>
  change: (patch: Partial<Typed>) => void
}

function TransferFields({ account, holdingMoney, typed, mistakes, change }: FieldsProps) {
  return (
    <Group grow align="flex-start">
      <SearchSelect
        label="Other account"
        size="md"
        value={typed.other}
        error={mistakes.other}
        onChange={(other) => change({ other })}
        none="Choose an account"
        data={holdingMoney.filter(({ code }) => code !== account).map(accountOption)}
      />
      <TextInput
        label="Receipt e-mail"
        description="Required for automatic matching."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={typed.email}
        error={mistakes.email}
        onChange={(event) => change({ email: event.currentTarget.value })}
      />
    </Group>
  )
}

/** The results that the rule would have had on reconciled lines. */
function Trial({ account, rule }: { account: string; rule: RuleFields | undefined }) {
  const settledRule = useSettled(
    rule && JSON.stringify(rule, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
  )
  const trial = useQuery({
    queryKey: [tryRule.name, account, settledRule],
    enabled: settledRule !== undefined,
    retry: false,
    gcTime: 0,
    queryFn: () => call(tryRule, { params: { account }, body: ruleFields.parse(JSON.parse(settledRule ?? '{}')) }),
  })
  return (
    <div className={classes.trial} aria-live="polite" aria-label="Test on reconciled lines" role="group">
      {settledRule === undefined ? (
        <Text size="sm">Complete the rule to test it on reconciled lines.</Text>
      ) : trial.data === undefined ? (
        <Text size="sm">{trial.error === null ? 'Testing on reconciled lines …' : sentenceOf(trial.error)}</Text>
      ) : (
        <TrackRecordWords record={trial.data.record} />
      )}
    </div>
  )
}

export function TrackRecordWords({ record }: { record: TrackRecordAnswer }) {
  const { right, wrong, silent, moved, words, wrongLines } = record
  return (
    <Stack gap={4}>
      <Text size="sm">
        <b>
          {right} right, {wrong} wrong, {silent} no suggestion
        </b>
        {right > 0 && `, ${formatMoney(moved)} in total`}. {words}
      </Text>
      {wrongLines.length > 0 && (
        <ul className={classes.wrong} aria-label="Wrong on">
          {wrongLines.map(({ day, amount, words: description }) => (
            <li key={`${day} ${amount} ${description}`}>
              Wrong on {formatDay(day)}, {description}, {formatMoney(amount)}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

const sentence = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1)

function typedOf(rule: RuleFields): Typed {
  const { name, does, reads, words, email, needs } = rule
  return {
    name,
    does,
    reads,
    words,
    email,
    needs,
    direction: rule.direction ?? '',
    kind: rule.kind ?? '',
    counter: rule.counter ?? '',
    other: rule.other ?? '',
    atLeast: rule.atLeast?.toString() ?? '',
    atMost: rule.atMost?.toString() ?? '',
  }
}

function transferOf({ other }: Typed, code: string, holdingMoney: readonly MoneyAccount[]): string | undefined {
  const own = holdingMoney.find((account) => account.code === code)
  return own && transferMistake({ does: 'transfer', other }, own, holdingMoney)
}

function readRule(typed: Typed) {
  const orNull = (text: string) => (text === '' ? null : text)
  const { direction, kind, counter, other, atLeast, atMost, needs, ...plain } = typed
  return ruleFields.safeParse({
    ...plain,
    needs: [...needs],
    direction: orNull(direction),
    kind: orNull(kind),
    counter: orNull(counter),
    other: orNull(other),
    atLeast: orNull(atLeast),
    atMost: orNull(atMost),
  })
}

const mistakesOf = (issues: readonly { path: PropertyKey[]; message: string }[]): Record<string, string> =>
  Object.fromEntries(issues.map(({ path, message }) => [String(path[0] ?? ''), message]))
