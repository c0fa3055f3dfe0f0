// Unanswered questions about bank lines, which prevent the sign-off of a month.
import { Anchor, Button, Title } from '@mantine/core'
import type { QuestionAnswer } from '@talaan/contract/reconciliation.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { memo } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx'
import { dayOfMoment } from '../../ui/moment.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './reconciliation.module.css'

type Props = { questions: readonly QuestionAnswer[]; locked: boolean; onAnswer: (question: QuestionAnswer) => void }

export const Questions = memo(function PlainQuestions({ questions, locked, onAnswer }: Props) {
  if (questions.length === 0) return null
  const columns: DataColumn<QuestionAnswer>[] = [
    { key: 'day', title: 'Date', nowrap: true, cell: ({ day }) => formatDay(day) },
    {
      key: 'question',
      title: 'Question',
      card: 'heading',
      cell: ({ id, note, description }) => (
        <>
          <Anchor component={Link} size="sm" to={paths.question(id)}>
            {note}
          </Anchor>
          <span className={classes.quiet}>{description}</span>
        </>
      ),
    },
    { key: 'by', title: 'Asked by', nowrap: true, cell: ({ by, at }) => `${by}, ${dayOfMoment(at)}` },
    {
      key: 'state',
      title: 'Line',
      nowrap: true,
      cell: ({ matched }) => (
        <StatusBadge tone={matched ? 'good' : 'look'}>{matched ? 'Matched' : 'Unmatched'}</StatusBadge>
      ),
    },
    { key: 'amount', title: 'Amount', figure: true, card: 'amount', cell: ({ amount }) => formatMoney(amount) },
    {
      key: 'answer',
      title: 'Answer',
      cell: (question) =>
        !locked && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onAnswer(question)}
            aria-label={`Answer: ${question.note}`}
          >
            Answer
          </Button>
        ),
    },
  ]
  return (
    <section className={classes.below} aria-labelledby="questions">
      <Title order={2} id="questions">
        Questions ({questions.length.toLocaleString('en')})
      </Title>
      <DataTable label="Questions" columns={columns} rows={questions} rowKey={({ id }) => id} />
    </section>
  )
})
