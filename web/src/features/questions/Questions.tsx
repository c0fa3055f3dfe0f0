// The questions about a document, a return or a month, on the page of that record.
import { Anchor, Button, Skeleton, Text, Title } from '@mantine/core'
import { listQuestions, type Question, type QuestionSubject } from '@talaan/contract/questions.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import type { Attachment } from '@talaan/contract/documents.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered } from '../../app/problems.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AskDialog } from './AskDialog.tsx'
import classes from './questions.module.css'
import { recipientWords, stateTones, stateWords } from './words.ts'

type Props = {
  subject: QuestionSubject
  hint: string
  order?: 2 | 3
  /** The lines of the document, one of which can be chosen. */
  lines?: readonly string[]
  /** Attachments from which a part can be sent with the question. */
  files?: readonly Attachment[]
}

export function Questions({ subject, hint, order = 2, lines = [], files = [] }: Props) {
  const query = useCall(listQuestions, { query: subject })
  const [asking, setAsking] = useState(false)
  const queries = useQueryClient()
  const go = useNavigate()
  const asked = async (question: Question) => {
    setAsking(false)
    await queries.invalidateQueries({ queryKey: [listQuestions.name] })
    // The link for a person without an account is created on the page of the question.
    if (question.to.email !== null) void go(paths.question(question.id))
  }
  return (
    <section className={classes.panel} aria-labelledby="questions">
      <div className={classes.head}>
        <Title order={order} size="h3" id="questions">
          Questions
        </Title>
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          Ask a question
        </Button>
      </div>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      <Answered query={query} loading={<Skeleton h={40} />}>
        {({ questions }) =>
          questions.length > 0 && (
            <ul className={classes.list} aria-label="Questions">
              {questions.map((question) => (
                <li key={question.id}>
                  <div className={classes.row}>
                    <Anchor component={Link} to={paths.question(question.id)}>
                      {question.words}
                    </Anchor>
                    <StatusBadge tone={stateTones[question.state]}>{stateWords[question.state]}</StatusBadge>
                  </div>
                  <Text size="sm" c="dimmed">
                    {question.part !== null && `On ${question.part}. `}
                    {question.by} to {recipientWords(question.to)}, due {formatDay(question.due)}
                  </Text>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
      {asking && (
        <AskDialog
          of={{ subject, lines, files }}
          onAsked={(question) => void asked(question)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
