// A preview of the entry while the user fills in a dialog.
import { Skeleton, Text } from '@mantine/core'
import type { reviewDraft } from '@talaan/contract/documents.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import classes from './reconciliation.module.css'

type Props = { review: AnswerOf<typeof reviewDraft> | undefined; failed: boolean }

export function PostingList({ review, failed }: Props) {
  if (review === undefined) return failed ? null : <Skeleton h={72} />
  return (
    <>
      <dl className={classes.entry} aria-label="Journal entry">
        <dt>Number</dt>
        <dd>{review.numberToBe}</dd>
        {review.receipt.journal.map((posted) => (
          <div key={`${posted.account} ${posted.debit}`} style={{ display: 'contents' }}>
            <dt>{posted.debit > 0n ? 'Debit' : 'Credit'}</dt>
            <dd>
              {posted.account} {posted.name}, <b>{formatMoney(posted.debit > 0n ? posted.debit : posted.credit)}</b>
            </dd>
          </div>
        ))}
      </dl>
      {review.warnings.map((words) => (
        <Text key={words} size="sm">
          {words}
        </Text>
      ))}
    </>
  )
}
