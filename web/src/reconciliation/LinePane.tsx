// The line under the cursor, what it may be and why, and what can be done with it.
import { Button, Group, Text } from '@mantine/core'
import type { BankLineAnswer, BookLineAnswer, ProposalAnswer } from '@talaan/contract/reconciliation.ts'
import { reconciliationWords } from '@talaan/contract/reconciliation.ts'
import { formatDay } from '@talaan/ledger/day.ts'
import { formatMoney } from '@talaan/ledger/money.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { KeyCaps } from '../ui/KeyCaps.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { certaintyTones, certaintyWords } from './BankList.tsx'
import classes from './reconciliation.module.css'

export type Acts = {
  confirm: (proposal: ProposalAnswer) => void
  refuse: (proposal: ProposalAnswer) => void
  find: () => void
  create: () => void
  ask: () => void
  question: () => void
  always: () => void
  bankError: () => void
}

type Props = {
  line: BankLineAnswer
  lineOf: ReadonlyMap<string, BankLineAnswer>
  bookOf: ReadonlyMap<string, BookLineAnswer>
  locked: boolean
  acts: Acts
}

export function LinePane({ line, lineOf, bookOf, locked, acts }: Props) {
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
          <Proposal
            key={`${proposal.books.join()} ${proposal.record?.kind} ${proposal.record?.what}`}
            {...{ proposal, at, line, lineOf, bookOf, locked, acts }}
          />
        ))}
      </ol>
      {line.proposals.length === 0 && (
        <Text size="sm" c="dimmed" py="sm">
          Nothing in our books looks like this. Find it, record it, or ask later.
        </Text>
      )}
      {!locked && (
        <Group gap="xs" className={classes.acts}>
          <Act keys="f" words="Find" act={acts.find} />
          <Act keys="c" words="Record something new" act={acts.create} />
          <Act keys="l" words={line.mark === 'ask' ? 'Answered' : reconciliationWords.ask} act={acts.ask} />
          <Act keys="q" words="Ask in words" act={acts.question} />
          <Act keys="a" words="Always do this" act={acts.always} />
          <Act
            keys="e"
            words={line.mark === 'bank_error' ? 'No error of the bank' : reconciliationWords.bankError}
            act={acts.bankError}
          />
        </Group>
      )}
    </section>
  )
}

function Act({ keys, words, act }: { keys: string; words: string; act: () => void }) {
  return (
    <Button size="compact-sm" variant="default" onClick={act} rightSection={<KeyCaps keys={keys} />}>
      {words}
    </Button>
  )
}

type ProposalProps = Omit<Props, never> & { proposal: ProposalAnswer; at: number }

function Proposal({ proposal, at, line, lineOf, bookOf, locked, acts }: ProposalProps) {
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
            onClick={() => acts.confirm(proposal)}
            rightSection={<KeyCaps keys={at === 0 ? 'Enter' : String(at + 1)} />}
          >
            {record === null ? reconciliationWords.confirm : reconciliationWords.create}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => acts.refuse(proposal)}
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

export const wordsOf = ({ document, party, memo, reference }: BookLineAnswer) => ({
  words: [document?.number, party || memo, reference !== document?.number && reference].filter(Boolean).join(', '),
  to: document === null ? undefined : paths.document(document.kind, document.id),
})

/** What has to be recorded first, in words. */
const recordWords = ({ words, fields }: NonNullable<ProposalAnswer['record']>): string =>
  `Record: ${words}${typeof fields.amount === 'string' ? ` of ${formatMoney(BigInt(fields.amount))}` : ''}`
