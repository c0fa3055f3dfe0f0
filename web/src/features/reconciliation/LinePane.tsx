// The line at the cursor, its suggestions with their reasons, and its actions.
import { Group, Text } from '@mantine/core'
import type { BankLineAnswer, SuggestionAnswer } from '@talaan/contract/reconciliation.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { certaintyTones, certaintyWords } from './BankList.tsx'
import { wordsOf } from './bookWords.ts'
import { CommandButton } from './CommandButton.tsx'
import { type Command, commands, nextStep, type Situation } from './commands.ts'
import { reasonSentence } from './reasonSentence.ts'
import classes from './reconciliation.module.css'

type Props = { now: Situation; line: BankLineAnswer; onRun: (command: Command) => void }
type PaneProps = Props & {
  /** The receipt of the line. */
  children?: ReactNode
}

const ofLine = commands.filter(({ button }) => button?.at === 'line')
const ofMenu = commands.filter(({ button }) => button?.at === 'more')

const refusedBy = ({ when }: Command, now: Situation) => {
  const refused = when(now)
  return refused === undefined ? {} : { refused }
}

export const LinePane = memo(function PlainLinePane({ now, line, onRun, children }: PaneProps) {
  return (
    <section className={classes.pane} aria-label="Bank line">
      <header className={classes.lineHead}>
        <div>
          <strong>{line.description || 'No description'}</strong>
          <span className={classes.quiet}>
            {[formatDay(line.day), line.reference, line.chequeNo && `cheque ${line.chequeNo}`]
              .filter(Boolean)
              .join(', ')}
          </span>
        </div>
        <b className={classes.big}>{formatMoney(line.amount)}</b>
      </header>
      {line.note !== '' && <Text size="sm">Note: {line.note}</Text>}
      <ol className={classes.suggestions} aria-label="Suggestions">
        {line.suggestions.map((suggestion, place) => (
          // Keyed by position, so that the suggestions of the next line reuse the elements: each key press renders
          // three of them.
          <Suggestion key={place} now={now} line={line} suggestion={suggestion} place={place} onRun={onRun} />
        ))}
      </ol>
      {line.suggestions.length === 0 && (
        <Text size="sm" c="dimmed" py="sm">
          There are no suggestions for this line. Find the line in the books, record it, or mark it to ask later.
        </Text>
      )}
      {children}
      <Group gap="xs" className={classes.actions}>
        {ofLine.map((command) => (
          <CommandButton
            key={command.help}
            size="compact-sm"
            variant={command.key === 'f' && nextStep(now) === 'find' ? 'filled' : 'default'}
            command={command}
            now={now}
            onRun={onRun}
          />
        ))}
        <ActionMenu
          label="More actions for this line"
          className={classes.menu}
          actions={ofMenu.map((command) => ({
            label: command.button?.label(now) ?? command.help,
            ...(command.key !== null && { keys: command.key }),
            ...refusedBy(command, now),
            onSelect: () => onRun(command),
          }))}
        >
          More
        </ActionMenu>
      </Group>
    </section>
  )
})

type SuggestionProps = Props & { suggestion: SuggestionAnswer; place: number }

function Suggestion({ now, line, suggestion, place, onRun }: SuggestionProps) {
  const { record, reasons, certainty } = suggestion
  const others = suggestion.lines.flatMap((id) => (id === line.id ? [] : (now.named.lines.get(id) ?? [])))
  const ours = suggestion.books.flatMap((key) => now.named.books.get(key) ?? [])
  const [confirm, refuse] = commands.filter(({ button }) => button?.at === place)
  return (
    <li className={classes.suggestion} data-first={place === 0 || undefined}>
      <div className={classes.parts}>
        {others.map((other) => (
          <Part key={other.id} words={`With the bank’s ${other.description}`} day={other.day} amount={other.amount} />
        ))}
        {ours.map((book) => (
          <Part key={book.key} {...wordsOf(book)} day={book.day} amount={book.amount} />
        ))}
        {record !== null && <Part words={recordWords(record)} day={null} amount={null} />}
      </div>
      <p className={classes.reasons} aria-label="Why">
        <StatusBadge tone={certaintyTones[certainty]}>{certaintyWords[certainty]}</StatusBadge>{' '}
        {reasonSentence(reasons)}
      </p>
      {confirm !== undefined && refuse !== undefined && (
        <Group gap="xs">
          <CommandButton
            command={confirm}
            size="compact-sm"
            variant={place === 0 && nextStep(now) === 'line' ? 'filled' : 'default'}
            now={now}
            onRun={onRun}
          />
          <CommandButton command={refuse} size="compact-sm" variant="subtle" color="gray" now={now} onRun={onRun} />
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

/** A description of the entry that has to be recorded first. */
const recordWords = ({ words, fields }: NonNullable<SuggestionAnswer['record']>): string =>
  `Record: ${words}${typeof fields.amount === 'string' ? ` of ${formatMoney(BigInt(fields.amount))}` : ''}`
