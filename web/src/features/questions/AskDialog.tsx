// Asks a question, or asks it again. It goes to a colleague, every accountant, or a person without an account.
import { NativeSelect, Skeleton, TextInput, Textarea } from '@mantine/core'
import type { Attachment } from '@talaan/contract/documents.ts'
import {
  askQuestion,
  listAskable,
  questionLength,
  settleQuestion,
  type AskedTo,
  type Question,
  type QuestionSubject,
} from '@talaan/contract/questions.ts'
import { addDays, formatDay, parseTypedDay, type Day } from '@talaan/ledger/core/date.ts'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call, CallFailure, sentenceOf, useCall } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { useToday } from '../../app/today.ts'
import { DayInput } from '../../ui/DayInput.tsx'
import { later } from '../../ui/later.tsx'
import { newId } from '../../ui/newId.ts'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import { sentPicture, type ChosenPicture } from './picture.ts'

const PictureField = later(async () => (await import('./PictureField.tsx')).PictureField)

type Props = {
  /** The subject of a new question, or the question to ask again. */
  of: { subject: QuestionSubject; lines: readonly string[]; files: readonly Attachment[] } | { again: Question }
  onAsked: (question: Question) => void
  onClose: () => void
}

const outside = '\u0000outside'
const accountants = ''

export function AskDialog({ of, onAsked, onClose }: Props) {
  const today = useToday()
  const people = useCall(listAskable)
  const [id] = useState(newId)
  const before = 'again' in of ? of.again : null
  const [to, setTo] = useState(before?.to.email != null ? outside : (before?.to.name ?? accountants))
  const [name, setName] = useState(before?.to.email != null ? (before.to.name ?? '') : '')
  const [email, setEmail] = useState(before?.to.email ?? '')
  const [words, setWords] = useState('')
  const [picture, setPicture] = useState<ChosenPicture | null>(null)
  const [line, setLine] = useState('')
  const lines = 'lines' in of ? of.lines : []
  const [due, setDue] = useState(formatDay(addDays(today, 7)))
  const [dueProblem, setDueProblem] = useState<string>()
  const ask = useMutation({
    mutationFn: (day: Day) => {
      const recipient: AskedTo = to === outside ? { name, email } : { person: to === accountants ? null : to }
      const sent = picture === null ? null : sentPicture(picture)
      if ('again' in of)
        return call(settleQuestion, {
          params: { questionId: of.again.id },
          body: { act: 'askAgain', words, to: recipient, picture: sent },
        })
      return call(askQuestion, {
        params: { questionId: id },
        query: line === '' ? of.subject : { ...of.subject, line: Number(line) },
        body: { words, due: day, to: recipient, picture: sent },
      })
    },
    onSuccess: ({ question }) => onAsked(question),
  })
  const mistakes = ask.error instanceof CallFailure ? ask.error.fields : []
  const mistakeAt = (field: string) => mistakes.find(({ path }) => path.includes(field))?.message
  const submit = () => {
    const read = parseTypedDay(due, today)
    if (before === null && !read.ok) setDueProblem(read.message)
    else ask.mutate(read.ok ? read.day : today)
  }
  const changed = () => ask.reset()
  return (
    <TypingDialog
      title={before === null ? 'Ask a question' : 'Ask again'}
      submit="Ask question"
      unsaved={words !== '' || picture !== null}
      busy={ask.isPending}
      alert={ask.error && mistakes.length === 0 ? sentenceOf(ask.error) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <NativeSelect
        label="To"
        value={to}
        data={[
          { value: accountants, label: 'Every accountant' },
          ...(people.data?.people ?? []).map((person) => ({ value: person, label: person })),
          { value: outside, label: 'Someone without an account' },
        ]}
        onChange={(event) => {
          changed()
          setTo(event.currentTarget.value)
        }}
      />
      {to === outside && (
        <>
          <TextInput
            label="Name"
            value={name}
            maxLength={100}
            error={mistakeAt('name')}
            onChange={(event) => {
              changed()
              setName(event.currentTarget.value)
            }}
          />
          <TextInput
            label="E-mail (optional)"
            type="email"
            value={email}
            maxLength={254}
            error={mistakeAt('email')}
            onChange={(event) => {
              changed()
              setEmail(event.currentTarget.value)
            }}
          />
        </>
      )}
      {lines.length > 0 && (
        <SearchSelect
          label="About"
          value={line}
          data={[
            { value: '', label: 'The whole document' },
            ...lines.map((label, at) => ({ value: String(at + 1), label: `Line ${at + 1}: ${label}` })),
          ]}
          onChange={(chosen) => {
            changed()
            setLine(chosen)
          }}
        />
      )}
      <Textarea
        label="Question"
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={questionLength}
        value={words}
        error={mistakeAt('words')}
        onChange={(event) => {
          changed()
          setWords(event.currentTarget.value)
        }}
      />
      <Suspense fallback={<Skeleton h={84} />}>
        <PictureField
          picture={picture}
          files={'files' in of ? of.files : []}
          error={mistakeAt('picture')}
          onChange={(chosen) => {
            changed()
            setPicture(chosen)
          }}
        />
      </Suspense>
      {before === null && (
        <DayInput
          label="Answer due"
          today={today}
          value={due}
          error={dueProblem ?? mistakeAt('due')}
          onChange={(text) => {
            changed()
            setDueProblem(undefined)
            setDue(text)
          }}
        />
      )}
    </TypingDialog>
  )
}
