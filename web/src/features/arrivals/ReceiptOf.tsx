// The bank line to which a receipt belongs, and what recording the receipt does with that line.
import { Anchor, Button, Text } from '@mantine/core'
import { setArrivalLine, type ArrivalLine } from '@talaan/contract/arrivals.ts'
import { formatDay, monthOf } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call, sentenceOf } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { toast } from '../../ui/toast.ts'
import classes from './arrivals.module.css'
import { useRefresh } from './refresh.ts'

type Props = { arrivalId: string; line: ArrivalLine; isOpen: boolean }

export function ReceiptOf({
  arrivalId,
  line: { account, accountLabel, day, amount, description, matched },
  isOpen,
}: Props) {
  const refresh = useRefresh()
  const remove = useMutation({
    mutationFn: () => call(setArrivalLine, { params: { arrivalId }, body: { lineId: null } }),
    onSuccess: refresh,
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <div className={classes.receipt}>
      <Text size="sm">
        Receipt of{' '}
        <Anchor component={Link} to={paths.reconciliation(account, monthOf(day))} underline="always">
          {description || 'a bank line'}
        </Anchor>
        , {formatMoney(amount)} on {formatDay(day)}, {accountLabel}.
        {!matched && isOpen && ' Recording the bill also records its payment and matches both with this line.'}
      </Text>
      {!matched && isOpen && (
        <Button size="compact-sm" variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
          Remove bank line
        </Button>
      )}
    </div>
  )
}
