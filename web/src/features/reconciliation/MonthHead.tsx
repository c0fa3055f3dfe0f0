// The heading of the month, and its links.
import { Button, Group } from '@mantine/core'
import { reconciliationWords } from '@talaan/contract/reconciliation.ts'
import { addMonths, formatMonth } from '@talaan/ledger/core/date.ts'
import { memo } from 'react'
import { Link, useNavigate } from 'react-router'
import { usePageTitle } from '../../app/pageTitle.ts'
import { paths } from '../../app/paths.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { CommandButton } from './CommandButton.tsx'
import { type Command, commands, nextStep, type Situation } from './commands.ts'
import classes from './reconciliation.module.css'

type Props = { now: Situation; onRun: (command: Command) => void; onOpen: (dialog: 'reopen' | 'start') => void }

const signOff = commands.find(({ button }) => button?.at === 'head')

export const MonthHead = memo(function PlainMonthHead({ now, onRun, onOpen }: Props) {
  const { account, month, signed, matched } = now.month
  const go = useNavigate()
  const title = `${account.label}, ${formatMonth(month)}`
  usePageTitle(title)
  return (
    <>
      <PageTitle
        action={
          signed !== null ? (
            <Button variant="default" onClick={() => onOpen('reopen')}>
              {reconciliationWords.reopen}
            </Button>
          ) : (
            signOff !== undefined && (
              <CommandButton
                command={signOff}
                now={now}
                onRun={onRun}
                variant={nextStep(now) === 'sign' ? 'filled' : 'default'}
              />
            )
          )
        }
      >
        {title}
      </PageTitle>
      <Group gap="xs" mb="md" className={classes.ways}>
        {[
          [paths.reconciliation(account.code, addMonths(month, -1)), formatMonth(addMonths(month, -1))],
          [paths.reconciliation(account.code, addMonths(month, 1)), formatMonth(addMonths(month, 1))],
          [paths.reconciliationStatement(account.code, month), 'Statement'],
        ].map(([to = '', words]) => (
          <Button key={to} component={Link} to={to} variant="default" size="sm">
            {words}
          </Button>
        ))}
        <ActionMenu
          label="More about this account"
          className={classes.menu}
          actions={[
            { label: 'Receipts missing', onSelect: () => void go(paths.missingReceipts(account.code)) },
            { label: 'Rules', onSelect: () => void go(paths.bankRules(account.code)) },
            {
              label: 'Upload statement',
              onSelect: () => void go(paths.form('bankreconciliation', { search: account.code })),
            },
            // The starting balance, which can change until a month depends on it.
            ...(signed === null && matched === 0
              ? [{ label: 'Starting balance', onSelect: () => onOpen('start') }]
              : []),
          ]}
        >
          More
        </ActionMenu>
      </Group>
    </>
  )
})
