// The documents and bank lines connected with a document, and its history.
import { Anchor, Skeleton, Text, Title } from '@mantine/core'
import { type getRelated, historyWords, relationWords, type RelatedDocument } from '@talaan/contract/documents.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { documentWords } from '@talaan/ledger/documents/words.ts'
import { formatDay, formatMonth, monthOf } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Answered } from '../../app/problems.tsx'
import { moment } from '../../ui/moment.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './documents.module.css'

type Related = AnswerOf<typeof getRelated>
type Props = { query: UseQueryResult<Related, Error> }

export function Related({ query }: Props) {
  return (
    <section className={classes.panel} aria-labelledby="related">
      <Title order={3} id="related" mb="xs">
        Linked documents
      </Title>
      <Answered query={query} loading={<Skeleton h={48} />}>
        {({ documents, bankLines }) =>
          documents.length === 0 && bankLines.length === 0 ? (
            <Text size="sm" c="dimmed">
              No payments, credits or other documents yet.
            </Text>
          ) : (
            <>
              {inGroups(documents).map(({ relation, rows }) => (
                <div key={relation}>
                  <h4 className={classes.relation}>{relationWords[relation]}</h4>
                  <ul className={classes.related}>
                    {rows.map((row) => (
                      <RelatedRow key={row.id} row={row} />
                    ))}
                  </ul>
                </div>
              ))}
              {bankLines.length > 0 && (
                <div>
                  <h4 className={classes.relation}>Bank lines</h4>
                  <ul className={classes.related}>
                    {bankLines.map(({ id, day, account, accountLabel, description, amount, currency }) => (
                      <li key={id}>
                        <Anchor component={Link} size="sm" to={paths.reconciliation(account, monthOf(day))}>
                          {accountLabel}, {formatMonth(monthOf(day))}
                        </Anchor>
                        <span className={classes.relatedAmount}>
                          {currency === 'PHP' ? '' : `${currency} `}
                          {formatMoney(amount)}
                        </span>
                        <span className={classes.quiet}>
                          {formatDay(day)}, {description}
                        </span>
                      </li>
                    ))}
                  </ul>
                </div>
              )}
            </>
          )
        }
      </Answered>
    </section>
  )
}

function RelatedRow({ row: { id, kind, number, day, amount, open, status } }: { row: RelatedDocument }) {
  return (
    <li data-void={status === 'void' || undefined}>
      <span>
        <Link className={classes.number} to={paths.document(kind, id)}>
          {number}
        </Link>{' '}
        {status === 'void' && <StatusBadge tone="bad">Void</StatusBadge>}
      </span>
      <span className={classes.relatedAmount}>{amount !== null && formatMoney(amount)}</span>
      <span className={classes.quiet}>
        {documentWords[kind].words.title}, {formatDay(day)}
      </span>
      {open !== null && open > 0n && (
        <span className={`${classes.quiet} ${classes.relatedAmount}`}>{formatMoney(open)} open</span>
      )}
    </li>
  )
}

function inGroups(documents: readonly RelatedDocument[]) {
  const groups = new Map<RelatedDocument['relation'], RelatedDocument[]>()
  for (const one of documents) groups.set(one.relation, [...(groups.get(one.relation) ?? []), one])
  return [...groups].map(([relation, rows]) => ({ relation, rows }))
}

export function History({ query }: Props) {
  return (
    <section className={classes.panel} aria-labelledby="history">
      <Title order={3} id="history" mb="xs">
        History
      </Title>
      <Answered query={query} loading={<Skeleton h={48} />}>
        {({ history }) => (
          <ol className={classes.history}>
            {history.map(({ at, by, action, detail }) => (
              <li key={`${at} ${action}`}>
                <strong>{historyWords[action] ?? 'Changed'}</strong>
                {by !== '' && ` by ${by}`}
                {action === 'receiptSent' && ` to ${detail}`}
                <span className={classes.quiet}>{moment(at)}</span>
                {action === 'documents.void' && <span>{detail}</span>}
              </li>
            ))}
          </ol>
        )}
      </Answered>
    </section>
  )
}
