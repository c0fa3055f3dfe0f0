// A question about a bank line, and its answer. A month can't be signed off while a question is open.
import { Text, Textarea } from '@mantine/core'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useState } from 'react'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'

type Of = { description: string; day: string; amount: bigint }

type Props = {
  line: Of
  /** The question to be answered. */
  question: string | null
  onSay: (words: string) => void
  onClose: () => void
}

export function QuestionDialog({ line, question, onSay, onClose }: Props) {
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState<string>()
  const answers = question !== null
  const send = () => {
    if (words.trim().length < 3) setProblem(answers ? 'Enter an answer.' : 'Enter a question.')
    else onSay(words.trim())
  }
  return (
    <TypingDialog
      title={answers ? 'Answer question' : 'Ask a question'}
      submit={answers ? 'Save answer' : 'Ask question'}
      unsaved={words !== ''}
      busy={false}
      alert={undefined}
      onSubmit={send}
      onClose={onClose}
    >
      <Text size="sm">
        {line.description}, {formatDay(line.day)}, <b>{formatMoney(line.amount)}</b>
      </Text>
      {answers && <Text size="sm">{question}</Text>}
      <Textarea
        label={answers ? 'Answer' : 'Question'}
        description={answers ? undefined : 'You can sign off the month only after this question is resolved.'}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={300}
        value={words}
        error={problem}
        onChange={(event) => {
          setProblem(undefined)
          // The text is stored as one line.
          setWords(event.currentTarget.value.replace(/\s*\n\s*/g, ' '))
        }}
      />
    </TypingDialog>
  )
}
