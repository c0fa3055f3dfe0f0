// The line under the cursor, what it may be and why, and what can be done with it.
import { Button, Group, Text } from '@mantine/core'
import type { BankLineAnswer, BookLineAnswer, ProposalAnswer } from '@talaan/contract/reconciliation.ts'
import { reconciliationWords } from '@talaan/contract/reconciliation.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { memo } from 'react'
import { Link } from 'react-router'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { certaintyTones, certaintyWords } from './BankList.tsx'
import { wordsOf } from './bookWords.ts'
import classes from './reconciliation.module.css'

const acts = ['find', 'create', 'transfer', 'ask', 'question', 'always', 'bankError'] as const
export type Act = 'confirm' | 'refuse' | (typeof acts)[number]

type Props = {
  line: BankLineAnswer
  lineOf: ReadonlyMap<string, BankLineAnswer>
  bookOf: ReadonlyMap<string, BookLineAnswer>
  locked: boolean
  onAct: (what: Act, proposal?: ProposalAnswer) => void
}

export const LinePane = memo(function PlainLinePane({ line, lineOf, bookOf, locked, onAct }: Props) {
  return (
    <section className={classes.pane} aria-label="The line">
      <header className={classes.lineHead}>
        <div>
          <strong>{line.description || 'No text'}</strong>
          <span className={classes.quiet}>
            {[formatDay(line.day), line.reference, line.chequeNo && `cheque ${line.chequeNo}`]
              .filter(Boolean)
              .join(', ')}
          </span>
        </div>
        <b className={classes.big}>{formatMoney(line.amount)}</b>
      </header>
      {line.note !== '' && <Text size="sm">Note: {line.note}</Text>}
      <ol className={classes.proposals} aria-label="What it may be">
        {line.proposals.map((proposal, at) => (
          // The same place takes the next line's proposal: with every key three of them are there anew.
          <Proposal key={at} {...{ proposal, at, line, lineOf, bookOf, locked, onAct }} />
        ))}
      </ol>
      {line.proposals.length === 0 && (
        <Text size="sm" c="dimmed" py="sm">
          Nothing in our books looks like this. Find it, record it, or ask later.
        </Text>
      )}
      {!locked && <Acts mark={line.mark} onAct={onAct} />}
    </section>
  )
})

/** What can be done with any line; drawn once for all of them. */
const Acts = memo(function PlainActs({ mark, onAct }: Pick<BankLineAnswer, 'mark'> & Pick<Props, 'onAct'>) {
  const words = {
    find: ['f', 'Find'],
    create: ['c', 'Record something new'],
    transfer: ['t', reconciliationWords.transfer],
    ask: ['l', mark === 'ask' ? 'Answered' : reconciliationWords.ask],
    question: ['q', 'Ask in words'],
    always: ['a', 'Always do this'],
    bankError: ['e', mark === 'bank_error' ? 'No error of the bank' : reconciliationWords.bankError],
  } as const satisfies Record<(typeof acts)[number], readonly [string, string]>
  return (
    <Group gap="xs" className={classes.acts}>
      {acts.map((act) => (
        <Button
          key={act}
          size="compact-sm"
          variant="default"
          onClick={() => onAct(act)}
          rightSection={<KeyCaps keys={words[act][0]} />}
        >
          {words[act][1]}
        </Button>
      ))}
    </Group>
  )
})

type ProposalProps = Props & { proposal: ProposalAnswer; at: number }

function Proposal({ proposal, at, line, lineOf, bookOf, locked, onAct }: ProposalProps) {
  const { record, reasons, certainty } = proposal
  const others = proposal.lines.flatMap((id) => (id === line.id ? [] : (lineOf.get(id) ?? [])))
  const ours = proposal.books.flatMap((key) => bookOf.get(key) ?? [])
  return (
    <li className={classes.proposal} data-first={at === 0 || undefined}>
      <div className={classes.parts}>
        {others.map((other) => (
          <Part key={other.id} words={`With the bank’s ${other.description}`} day={other.day} amount={other.amount} />
        ))}
        {ours.map((book) => (
          <Part key={book.key} {...wordsOf(book)} day={book.day} amount={book.amount} />
        ))}
        {record !== null && <Part words={recordWords(record)} day={null} amount={null} />}
      </div>
      <ul className={classes.reasons} aria-label="Why">
        <li>
          <StatusBadge tone={certaintyTones[certainty]}>{certaintyWords[certainty]}</StatusBadge>
        </li>
        {reasons.map(({ criterion, words, good }) => (
          <li key={criterion}>
            <StatusBadge tone={good ? 'plain' : 'look'}>{words}</StatusBadge>
          </li>
        ))}
      </ul>
      {!locked && (
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant={at === 0 ? 'filled' : 'default'}
            onClick={() => onAct('confirm', proposal)}
            rightSection={<KeyCaps keys={at === 0 ? 'Enter' : String(at + 1)} />}
          >
            {record === null ? reconciliationWords.confirm : reconciliationWords.create}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => onAct('refuse', proposal)}
            rightSection={at === 0 ? <KeyCaps keys="x" /> : undefined}
          >
            Not this
          </Button>
        </Group>
      )}
    </li>
  )
}

type PartProps = { words: string; to?: string | undefined; day: string | null; amount: bigint | null }

function Part({ words, to, day, amount }: PartProps) {
  return (
    <div className={classes.part}>
      <span>
        {to === undefined ? words : <Link to={to}>{words}</Link>}
        {day !== null && <span className={classes.quiet}>{formatDay(day)}</span>}
      </span>
      {amount !== null && <b>{formatMoney(amount)}</b>}
    </div>
  )
}

/** What has to be recorded first, in words. */
const recordWords = ({ words, fields }: NonNullable<ProposalAnswer['record']>): string =>
  `Record: ${words}${typeof fields.amount === 'string' ? ` of ${formatMoney(BigInt(fields.amount))}` : ''}`
