// The entries that a month end asks for, each with its lines: recorded as it stands, or taken to the form first.
import { Anchor, Button } from '@mantine/core'
import { listProposals, type ProposalAnswer } from '@talaan/contract/closing.ts'
import { recordDocument, reviewDraft, saveDraft } from '@talaan/contract/documents.ts'
import { formatMonth, type Month } from '@talaan/ledger/day.ts'
import { formatMoney } from '@talaan/ledger/money.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { call, sentenceOf, useCall } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Answered, SkeletonRows } from '../../problems.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './closing.module.css'

export function Proposals({ month }: { month: Month }) {
  const proposals = useCall(listProposals, { params: { month } })
  return (
    <section className={classes.list} aria-labelledby="month-end">
      <div className={classes.head}>
        <h2 id="month-end">Month-end entries</h2>
        <Anchor component={Link} size="sm" to={paths.monthEnd}>
          What comes again, and the assets
        </Anchor>
      </div>
      <Answered
        query={proposals}
        loading={
          <div className={classes.row}>
            <SkeletonRows rows={2} />
          </div>
        }
      >
        {({ proposals: found }) =>
          found.length === 0 ? (
            <div className={classes.row}>
              <p className={classes.quiet}>
                Nothing is asked for in {formatMonth(month)}. Register what comes again, and the assets that wear.
              </p>
            </div>
          ) : (
            <ul>
              {found.map((each) => (
                <ProposalRow key={each.reference} proposal={each} />
              ))}
            </ul>
          )
        }
      </Answered>
    </section>
  )
}

function ProposalRow({ proposal }: { proposal: ProposalAnswer }) {
  const { kind, title, reference, amount, lines, reverse, draftId, fields, document } = proposal
  const queries = useQueryClient()
  const go = useNavigate()
  const record = useMutation({
    mutationFn: async () => {
      const { digest } = await call(reviewDraft, { params: { draftId }, body: { kind, fields } })
      return call(recordDocument, { body: { draftId, digest } })
    },
    onSuccess: async ({ number }) => {
      await queries.invalidateQueries()
      toast({ title: `${title} is recorded`, message: number, tone: 'good' })
    },
  })
  const change = useMutation({
    mutationFn: () => call(saveDraft, { params: { draftId }, body: { kind, fields } }),
    onSuccess: () => void go(paths.form('journalvoucher', { draft: draftId })),
  })
  const error = record.error ?? change.error
  return (
    <li className={classes.row}>
      <div className={classes.title}>
        <h3>
          {title} <span className={classes.reference}>{reference}</span>
        </h3>
        {document === null ? (
          <StatusBadge tone="look">Not recorded</StatusBadge>
        ) : (
          <StatusBadge tone="good">Recorded</StatusBadge>
        )}
      </div>
      {lines.length === 0 ? (
        <p className={classes.quiet}>
          {amount === null ? '' : `${formatMoney(amount)}: income and expense are brought to zero against 3030.`}
        </p>
      ) : (
        <table className={classes.entry} aria-label={`Entry of ${title}`}>
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col">Debit</th>
              <th scope="col">Credit</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => (
              <tr key={`${line.account} ${at}`}>
                <td>
                  {line.account} {line.name}
                </td>
                <td>{line.debit === 0n ? '' : formatMoney(line.debit)}</td>
                <td>{line.credit === 0n ? '' : formatMoney(line.credit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {reverse && <p className={classes.quiet}>It is taken back on the first day of the next month.</p>}
      {error !== null && (
        <p className={classes.wrong} role="alert">
          {sentenceOf(error)}
        </p>
      )}
      {document === null ? (
        <div className={classes.acts}>
          <Button size="compact-sm" loading={record.isPending} onClick={() => record.mutate()}>
            Record
          </Button>
          {kind === 'journalvoucher' && (
            <Button size="compact-sm" variant="default" loading={change.isPending} onClick={() => change.mutate()}>
              Open in the form
            </Button>
          )}
        </div>
      ) : (
        <Anchor component={Link} size="sm" to={paths.document(kind, document.id)}>
          {document.number}, {formatMoney(document.total)}
        </Anchor>
      )}
    </li>
  )
}
