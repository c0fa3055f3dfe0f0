// The rules of a bank account: the description, track record and automatic matches of each, and the switch for
// automatic matching. Suggested rules come first.
import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import {
  type BankRuleAnswer,
  getReconciliation,
  listReconciliations,
  listRules,
  retireRule,
  saveRule,
  switchRule,
  undoMatch,
  undoRule,
} from '@talaan/contract/reconciliation.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { RuleFields } from '@talaan/ledger/banking/matching/rule.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { useScreenKeys } from '../../ui/keys.ts'
import { newId } from '../../ui/newId.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import './mantine.ts'
import classes from './reconciliation.module.css'
import { RuleDialog, TrackRecordWords } from './RuleDialog.tsx'
import { emptyRule } from './ruleOf.ts'
import { wordsOfRule } from './ruleWords.ts'
import { UndoDialog } from './UndoDialog.tsx'
import { UndoRuleDialog } from './UndoRuleDialog.tsx'

export function RulesPage() {
  const { account = '' } = useParams()
  const answer = useCall(listRules, { params: { account } })
  return (
    <Answered
      query={answer}
      loading={
        <>
          <Skeleton h={32} w={320} mb="md" />
          <SkeletonRows rows={8} />
        </>
      }
    >
      {(found) => <Rules found={found} />}
    </Answered>
  )
}

type RulesAnswer = { account: { code: string; label: string }; rules: BankRuleAnswer[]; suggestions: Suggested[] }
type Suggested = { fields: RuleFields; times: number }
type Undoing = { rule: BankRuleAnswer } | { matchId: string; words: string } | null
type Editing = { ruleId: string | undefined; rule: RuleFields } | null

function Rules({ found: { account, rules, suggestions } }: { found: RulesAnswer }) {
  const [at, setAt] = useState(0)
  const [editing, setEditing] = useState<Editing>(null)
  const [undoing, setUndoing] = useState<Undoing>(null)
  const list = useRef<HTMLUListElement>(null)
  const { act, refresh } = useRuleActions(account.code)
  const current = rules[Math.min(at, rules.length - 1)]
  const move = (to: number) => setAt(Math.max(0, Math.min(rules.length - 1, to)))
  useEffect(() => {
    if (list.current?.contains(document.activeElement))
      list.current.querySelector<HTMLButtonElement>(`[data-rule="${at}"]`)?.focus()
  }, [at])
  const focus = (to: number) => {
    move(to)
    list.current
      ?.querySelector<HTMLButtonElement>(`[data-rule="${Math.max(0, Math.min(rules.length - 1, to))}"]`)
      ?.focus()
  }
  const edit = (rule: BankRuleAnswer | undefined) => rule && setEditing({ ruleId: rule.id, rule: rule.fields })
  const begin = () => setEditing({ ruleId: undefined, rule: emptyRule })
  useScreenKeys('Rules', [
    { keys: 'j', does: 'Next rule', run: () => focus(at + 1) },
    { keys: 'k', does: 'Previous rule', run: () => focus(at - 1) },
    {
      keys: 'o',
      does: 'Turn automatic matching on or off',
      run: () => current && act.mutate({ does: 'switch', rule: current }),
    },
    { keys: 'e', does: 'Edit rule', run: () => edit(current) },
    {
      keys: 'u',
      does: 'Undo all automatic matches',
      run: () => current && setUndoing({ rule: current }),
    },
    { keys: 'x', does: 'Delete rule', run: () => current && act.mutate({ does: 'retire', rule: current }) },
    { keys: 'c', does: 'Add rule', run: begin },
  ])
  return (
    <>
      <PageTitle
        action={
          <Group gap="xs">
            <Button component={Link} to={paths.category('BankReconciliation')} variant="default" size="sm">
              Months
            </Button>
            <Button size="sm" onClick={begin} rightSection={<KeyCaps keys="c" />}>
              Add rule
            </Button>
          </Group>
        }
      >
        Rules of {account.label}
      </PageTitle>
      <Text mb="md">
        A new rule suggests matches immediately and is tested on all reconciled lines. After ten correct matches and no
        wrong ones, you can let the rule match automatically. If you undo one of its matches, the rule goes back to only
        suggesting matches.
      </Text>
      {suggestions.map(({ fields, times }) => (
        <Alert key={fields.words} variant="outline" color="gray" mb="md" title={`Matched the same way ${times} times`}>
          <Text size="sm" mb="xs">
            {wordsOfRule(fields)}
          </Text>
          <Group gap="xs">
            <Button size="compact-sm" onClick={() => setEditing({ ruleId: undefined, rule: fields })}>
              Create rule
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              onClick={() => act.mutate({ does: 'dismiss', fields })}
            >
              Dismiss
            </Button>
          </Group>
        </Alert>
      ))}
      <ul className={classes.rules} ref={list} aria-label="Rules">
        {rules.map((rule, place) => (
          <Rule
            key={rule.id}
            rule={rule}
            at={place}
            current={rule === current}
            busy={act.isPending}
            onFocus={() => setAt(place)}
            onEdit={() => edit(rule)}
            onAct={(does) => (does === 'undo' ? setUndoing({ rule }) : act.mutate({ does, rule }))}
            onUndo={(matchId, words) => setUndoing({ matchId, words })}
          />
        ))}
      </ul>
      {undoing !== null && 'rule' in undoing && (
        <UndoRuleDialog
          account={account.code}
          rule={undoing.rule}
          onUndo={() => {
            setUndoing(null)
            act.mutate({ does: 'undo', rule: undoing.rule })
          }}
          onClose={() => setUndoing(null)}
        />
      )}
      {undoing !== null && 'matchId' in undoing && (
        <UndoDialog
          account={account.code}
          matchId={undoing.matchId}
          words={undoing.words}
          onUndo={() => {
            setUndoing(null)
            act.mutate({ does: 'undoMatch', matchId: undoing.matchId })
          }}
          onClose={() => setUndoing(null)}
        />
      )}
      {editing !== null && (
        <RuleDialog
          account={account.code}
          ruleId={editing.ruleId}
          rule={editing.rule}
          onSaved={() => {
            setEditing(null)
            void refresh()
          }}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

type RuleChange =
  | { does: 'switch' | 'undo' | 'retire'; rule: BankRuleAnswer }
  | { does: 'undoMatch'; matchId: string }
  | { does: 'dismiss'; fields: RuleFields }

function useRuleActions(account: string) {
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all(
      [listRules, getReconciliation, listReconciliations].map(({ name }) =>
        queries.invalidateQueries({ queryKey: [name] }),
      ),
    )
  const act = useMutation({
    mutationFn: async (change: RuleChange): Promise<string> => {
      if (change.does === 'undoMatch') {
        await call(undoMatch, { params: { account, matchId: change.matchId } })
        return 'Match undone. The rule now only suggests matches'
      }
      if (change.does === 'dismiss') {
        const params = { account, ruleId: newId() }
        // Saved and removed from the list immediately, so that it is not suggested again.
        await call(saveRule, { params, body: change.fields })
        await call(retireRule, { params })
        return 'This rule will not be suggested again'
      }
      const { rule } = change
      const params = { account, ruleId: rule.id }
      if (change.does === 'undo') {
        const { undone } = await call(undoRule, { params })
        return undone === 0
          ? 'There is nothing to undo'
          : `Undone: ${lines(undone)}. The rule now only suggests matches`
      }
      if (change.does === 'retire') {
        await call(retireRule, { params })
        return `“${rule.fields.name}” deleted`
      }
      const { matched } = await call(switchRule, { params, body: { acting: !rule.acting } })
      if (rule.acting) return `“${rule.fields.name}” now only suggests`
      return `“${rule.fields.name}” now matches automatically${matched === 0 ? '' : `; ${lines(matched)} matched`}`
    },
    onSuccess: async (title) => {
      await refresh()
      toast({ title, tone: 'good' })
    },
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return { act, refresh }
}

const lines = (count: number) => `${count} ${count === 1 ? 'line' : 'lines'}`

type RuleProps = {
  rule: BankRuleAnswer
  at: number
  current: boolean
  busy: boolean
  onFocus: () => void
  onEdit: () => void
  onAct: (does: 'switch' | 'undo' | 'retire') => void
  onUndo: (matchId: string, words: string) => void
}

function Rule({ rule, at, current, busy, onFocus, onEdit, onAct, onUndo }: RuleProps) {
  const { fields, acting, stopped, record, did } = rule
  const { tone, words } = stateOf(rule)
  const undoable = did.filter(({ undone, signed }) => !undone && !signed)
  return (
    <li className={classes.rule} data-current={current || undefined}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <button
          type="button"
          className={classes.ruleName}
          data-rule={at}
          tabIndex={current ? 0 : -1}
          onFocus={onFocus}
          onClick={onEdit}
        >
          {fields.name}
        </button>
        <StatusBadge tone={tone}>{words}</StatusBadge>
      </Group>
      <Text size="sm">{wordsOfRule(fields)}</Text>
      <TrackRecordWords record={record} />
      {stopped !== null && <Text size="sm">Automatic matching stopped: {stopped}</Text>}
      <Group gap="xs">
        <ActionButton
          keys="o"
          words={acting ? 'Suggest only' : 'Match automatically'}
          shown={current}
          disabled={busy || (!acting && !record.earned)}
          act={() => onAct('switch')}
        />
        <ActionButton keys="e" words="Edit" shown={current} disabled={busy} act={onEdit} />
        {undoable.length > 0 && (
          <ActionButton
            keys="u"
            words={`Undo all (${undoable.length})`}
            shown={current}
            disabled={busy}
            act={() => onAct('undo')}
          />
        )}
        <ActionButton keys="x" words="Delete" shown={current} disabled={busy} act={() => onAct('retire')} />
      </Group>
      {did.length > 0 && (
        <details>
          <summary>Automatic matches ({did.length})</summary>
          <ul className={classes.did}>
            {did.map(({ matchId, day, amount, words: text, undone, signed }) => (
              <li key={matchId}>
                <span>
                  {text}
                  <span className={classes.quiet}>{formatDay(day)}</span>
                </span>
                <b>{formatMoney(amount)}</b>
                {undone ? (
                  <StatusBadge tone="plain">Undone</StatusBadge>
                ) : signed ? (
                  <StatusBadge tone="good">Signed off</StatusBadge>
                ) : (
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={busy}
                    onClick={() => onUndo(matchId, text)}
                    aria-label={`Undo ${text}`}
                  >
                    Undo
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

type ActionProps = { keys: string; words: string; shown: boolean; disabled: boolean; act: () => void }

/** Keys act on the rule at the cursor, so only that rule shows them. */
function ActionButton({ keys, words, shown, disabled, act }: ActionProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={disabled}
      onClick={act}
      rightSection={shown ? <KeyCaps keys={keys} /> : undefined}
    >
      {words}
    </Button>
  )
}

function stateOf({ acting, stopped, record }: BankRuleAnswer): { tone: Tone; words: string } {
  if (acting) return { tone: 'good', words: 'Automatic' }
  if (stopped !== null) return { tone: 'bad', words: 'Stopped' }
  return record.earned ? { tone: 'look', words: 'Ready for automatic' } : { tone: 'plain', words: 'Suggests' }
}
