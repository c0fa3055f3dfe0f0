// The items of one week of the cash projection; their sum is the bar of the week.
import { Anchor, Modal } from '@mantine/core'
import { expectedKindWords, viewOverviewWeek } from '@talaan/contract/overview.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { Link } from 'react-router'
import { useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import '../../app/session/modal.ts'
import classes from './overview.module.css'

export function WeekDialog({ no, onClose }: { no: number; onClose: () => void }) {
  const query = useCall(viewOverviewWeek, { query: { no: String(no) } })
  return (
    <Modal opened onClose={onClose} size="lg" title={`Week ${no} of 13`}>
      <Answered query={query} loading={<SkeletonRows rows={4} />}>
        {({ week }) =>
          week === null ? (
            <p>You no longer have access to this. Ask an admin.</p>
          ) : (
            <>
              <p className={classes.quiet}>
                {formatDay(week.from)} to {formatDay(week.to)}
              </p>
              {week.items.length === 0 && <p>No money is expected to move in this week.</p>}
              {week.items.length > 0 && (
                <table className={classes.rows}>
                  <thead>
                    <tr>
                      <th scope="col">Expected</th>
                      <th scope="col">Amount</th>
                    </tr>
                  </thead>
                  <tbody>
                    {week.items.map(({ key, kind, day, words, amount, basis, document }) => (
                      <tr key={key}>
                        <th scope="row">
                          {document === null ? (
                            words
                          ) : (
                            <Anchor component={Link} to={paths.document(document.kind, document.id)} underline="always">
                              {words}
                            </Anchor>
                          )}
                          <span className={classes.quiet}>
                            {formatDay(day)}. {expectedKindWords[kind]}. {basis}.
                          </span>
                        </th>
                        <td>{formatMoney(amount)}</td>
                      </tr>
                    ))}
                  </tbody>
                  <tfoot>
                    <tr>
                      <th scope="row">Money in</th>
                      <td>{formatMoney(week.moneyIn)}</td>
                    </tr>
                    <tr>
                      <th scope="row">Money out</th>
                      <td>{formatMoney(week.moneyOut)}</td>
                    </tr>
                  </tfoot>
                </table>
              )}
            </>
          )
        }
      </Answered>
    </Modal>
  )
}
