// The items in one week of the cash projection. Their sum equals the bar of that week.
import { Anchor, Modal } from '@mantine/core'
import { expectedKindWords, viewOverviewWeek } from '@talaan/contract/overview.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { accountants } from '@talaan/contract/roles.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { Link } from 'react-router'
import { useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import '../../app/session/modal.ts'
import { useSession } from '../../app/session/session.ts'
import classes from './overview.module.css'

export function WeekDialog({ no, onClose }: { no: number; onClose: () => void }) {
  const isAccountant = accountants.includes(useSession().role)
  const query = useCall(viewOverviewWeek, { query: { no: String(no) } })
  return (
    <Modal opened onClose={onClose} size="lg" title={`Week ${no} of 13`}>
      <Answered query={query} loading={<SkeletonRows rows={4} />}>
        {({ week }) =>
          week === null ? (
            <p>You no longer have access to these figures. Ask an administrator.</p>
          ) : (
            <>
              <p className={classes.quiet}>
                {formatDay(week.from)} to {formatDay(week.to)}
              </p>
              {week.items.length === 0 && <p>No money is expected to come in or go out in this week.</p>}
              {week.items.length > 0 && (
                <table className={classes.rows}>
                  <thead>
                    <tr>
                      <th scope="col">Expected</th>
                      <th scope="col">Amount</th>
                    </tr>
                  </thead>
                  <tbody>
                    {week.items.map(({ key, kind, day, words, amount, basis, account, document, filing }) => (
                      <tr key={key}>
                        <th scope="row">
                          <Origin to={placeOf({ document, filing }, isAccountant)}>{words}</Origin>
                          <span className={classes.quiet}>
                            {formatDay(day)}. {expectedKindWords[kind]}. {basis}. {account}.
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

type Item = NonNullable<AnswerOf<typeof viewOverviewWeek>['week']>['items'][number]

/** The item's document, or the return for a tax, which only accountants can open. */
function placeOf({ document, filing }: Pick<Item, 'document' | 'filing'>, isAccountant: boolean): string | undefined {
  if (document !== null) return paths.document(document.kind, document.id)
  return filing !== null && isAccountant ? paths.filing(filing.duty, filing.period) : undefined
}

const Origin = ({ to, children }: { to: string | undefined; children: string }) =>
  to === undefined ? (
    children
  ) : (
    <Anchor component={Link} to={to} underline="always">
      {children}
    </Anchor>
  )
