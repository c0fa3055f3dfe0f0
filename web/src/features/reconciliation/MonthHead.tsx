// Which month of which bank this is, and the ways from here.
import { Button, Group } from '@mantine/core'
import { reconciliationWords } from '@talaan/contract/reconciliation.ts'
import { addMonths, formatMonth, type Month } from '@talaan/ledger/core/date.ts'
import { memo } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import classes from './reconciliation.module.css'

type Props = {
  account: { code: string; name: string }
  month: Month
  locked: boolean
  /** Nothing is matched yet, so that it can be said with what the account began. */
  begins: boolean
  onOpen: (dialog: 'sign' | 'reopen' | 'start') => void
}

export const MonthHead = memo(function PlainMonthHead({ account, month, locked, begins, onOpen }: Props) {
  return (
    <>
      <PageTitle
        action={
          locked ? (
            <Button variant="default" onClick={() => onOpen('reopen')}>
              {reconciliationWords.reopen}
            </Button>
          ) : (
            <Button onClick={() => onOpen('sign')} rightSection={<KeyCaps keys="o" />}>
              {reconciliationWords.signOff}
            </Button>
          )
        }
      >
        {account.code} {account.name}, {formatMonth(month)}
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
        {begins && (
          <Button variant="default" size="sm" onClick={() => onOpen('start')}>
            Beginning
          </Button>
        )}
      </Group>
    </>
  )
})
