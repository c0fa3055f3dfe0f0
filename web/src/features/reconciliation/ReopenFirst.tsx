// The signed-off months that have to be reopened first, in order.
import { List, Text } from '@mantine/core'
import { formatMonth, type Month } from '@talaan/ledger/core/date.ts'

/** `then` is the last month to reopen, if there is one. */
export const ReopenFirst = ({ months, then }: { months: readonly Month[]; then?: Month }) => (
  <>
    <Text size="sm">
      {months.length === 1
        ? `The reconciliation of ${formatMonth(months[0] ?? '')} is signed off. Reopen it first.`
        : 'The reconciliations of these months are signed off. Reopen them first, in this order:'}
    </Text>
    {months.length > 1 && (
      <List size="sm" type="ordered">
        {[...months, ...(then === undefined ? [] : [then])].map((month) => (
          <List.Item key={month}>{formatMonth(month)}</List.Item>
        ))}
      </List>
    )}
  </>
)
