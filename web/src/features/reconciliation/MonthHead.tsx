// The heading of the month, and its links.
import { Button, Group } from '@mantine/core'
import { reconciliationWords } from '@talaan/contract/reconciliation.ts'
import { addMonths, formatMonth } from '@talaan/ledger/core/date.ts'
import { memo } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { CommandButton } from './CommandButton.tsx'
import { type Command, commands, type Situation } from './commands.ts'
import classes from './reconciliation.module.css'

type Props = { now: Situation; onRun: (command: Command) => void; onOpen: (dialog: 'reopen' | 'start') => void }

const signOff = commands.find(({ button }) => button?.at === 'head')

export const MonthHead = memo(function PlainMonthHead({ now, onRun, onOpen }: Props) {
  const { account, month, signed, matched } = now.month
  return (
    <>
      <PageTitle
        action={
          signed !== null ? (
            <Button variant="default" onClick={() => onOpen('reopen')}>
              {reconciliationWords.reopen}
            </Button>
          ) : (
            signOff !== undefined && <CommandButton command={signOff} now={now} onRun={onRun} />
          )
        }
      >
        {account.label}, {formatMonth(month)}
      </PageTitle>
      <Group gap="xs" mb="md" className={classes.ways}>
        {[
          [paths.reconciliation(account.code, addMonths(month, -1)), formatMonth(addMonths(month, -1))],
          [paths.reconciliation(account.code, addMonths(month, 1)), formatMonth(addMonths(month, 1))],
          [paths.reconciliationStatement(account.code, month), 'Statement'],
          [paths.bankRules(account.code), 'Rules'],
        ].map(([to = '', words]) => (
          <Button key={to} component={Link} to={to} variant="default" size="sm">
            {words}
          </Button>
        ))}
        {/* The starting balances, until a month depends on them. */}
        {signed === null && matched === 0 && (
          <Button variant="default" size="sm" onClick={() => onOpen('start')}>
            Starting balance
          </Button>
        )}
      </Group>
    </>
  )
})
