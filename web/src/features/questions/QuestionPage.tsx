// A question with its subject, its history, and the next step: answer, accept, ask again, or create a link.
import { Alert, Anchor, Button, FileInput, Text, Textarea, TextInput } from '@mantine/core'
import { attachmentLimitBytes } from '@talaan/contract/documents.ts'
import {
  answerFileTypes,
  answerLength,
  answerQuestion,
  downloadAnswer,
  getQuestion,
  makeQuestionLink,
  settleQuestion,
  type Question,
} from '@talaan/contract/questions.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { call, callBytes, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { HistoryLink } from '../../app/HistoryLink.tsx'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useUnsaved } from '../../app/session/unsaved.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { moment } from '../../ui/moment.ts'
import panel from '../../ui/panel.module.css'
import { toast } from '../../ui/toast.ts'
import '../../app/session/modal.ts'
import { AskDialog } from './AskDialog.tsx'
import classes from './questions.module.css'
import { sentFile, tooLarge, UnreadableFile } from './sentFile.ts'
import { recipientWords, stateTones, stateWords } from './words.ts'

type Answer = AnswerOf<typeof getQuestion>

export function QuestionPage() {
  const { questionId = '' } = useParams()
  const query = useCall(getQuestion, { params: { questionId } })
  return (
    <Answered
      query={query}
      loading={
        <>
          <PageTitle>Question</PageTitle>
          <SkeletonRows rows={6} />
        </>
      }
    >
      {(answer) => <Shown key={answer.question.events.length} answer={answer} />}
    </Answered>
  )
}

function Shown({ answer: { question, about, picture } }: { answer: Answer }) {
  const { words, state, by, to, due, events } = question
  return (
    <>
      <PageTitle action={<HistoryLink type="question" id={question.id} />}>Question</PageTitle>
      <section className={panel.section} aria-labelledby="question">
        <div className={panel.tools}>
          <h2 id="question" className={classes.title}>
            {words}
          </h2>
          <StatusBadge tone={stateTones[state]}>{stateWords[state]}</StatusBadge>
        </div>
        <div className={classes.body}>
          <Text size="sm">
            From {by} to {recipientWords(to)}, due {formatDay(due)}
          </Text>
          <About about={about} />
          {picture !== null && (
            <img
              className={classes.shown}
              src={`data:${picture.type};base64,${picture.content}`}
              alt="Subject of the question"
            />
          )}
        </div>
        {events.length > 1 && (
          <ol className={classes.events} aria-label="Answers and changes">
            {events.slice(1).map((event, at) => (
              <li key={event.at + event.act}>
                <p>{event.words === '' ? eventWords[event.act] : event.words}</p>
                <footer>
                  {event.act === 'asked' && event.to !== null && `Asked again, to ${recipientWords(event.to)}, `}
                  {event.by ?? `${to.name ?? ''}, without an account`}, {moment(event.at)}
                </footer>
                {event.file !== null && <FileLink questionId={question.id} event={at + 1} name={event.file.name} />}
              </li>
            ))}
          </ol>
        )}
      </section>
      <Next question={question} />
    </>
  )
}

const eventWords = {
  asked: 'Asked',
  answered: 'Answered',
  accepted: 'Answer accepted',
  withdrawn: 'Withdrawn',
} as const

function About({ about: { words, place } }: Pick<Answer, 'about'>) {
  if (place === null) return <Text size="sm">About: {words}</Text>
  const to = {
    document: () => (place.to === 'document' ? paths.document(place.kind, place.id) : ''),
    bank: () => (place.to === 'bank' ? paths.reconciliation(place.account, place.month) : ''),
    return: () => (place.to === 'return' ? paths.filing(place.duty, place.period) : ''),
    month: () => (place.to === 'month' ? `${paths.monthClose}?month=${place.month}` : ''),
  }[place.to]()
  return (
    <Text size="sm">
      About:{' '}
      <Anchor component={Link} to={to}>
        {words}
      </Anchor>
    </Text>
  )
}

function FileLink({ questionId, event, name }: { questionId: string; event: number; name: string }) {
  const download = useMutation({
    mutationFn: async () =>
      saveFile(await callBytes(downloadAnswer, { params: { questionId }, query: { event: String(event) } })),
    onError: (error) => toast({ title: 'The file was not downloaded', message: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <Anchor component="button" type="button" size="sm" onClick={() => download.mutate()}>
      {name}
    </Anchor>
  )
}

function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries()
}

function Next({ question }: { question: Question }) {
  const { id, state, mayAnswer, maySettle, to } = question
  const refresh = useRefresh()
  const [asking, setAsking] = useState(false)
  const settle = useMutation({
    mutationFn: (act: 'accept' | 'withdraw') => call(settleQuestion, { params: { questionId: id }, body: { act } }),
    onError: (error) => toast({ title: 'The question was not changed', message: sentenceOf(error), tone: 'bad' }),
    onSettled: refresh,
  })
  if (!mayAnswer && !maySettle) return null
  const isUnsettled = state === 'open' || state === 'answered'
  return (
    <section className={panel.section} aria-labelledby="next">
      <div className={panel.tools}>
        <h2 id="next" className={classes.title}>
          Next step
        </h2>
      </div>
      <div className={classes.body}>
        {state === 'answered' && maySettle && (
          <Text size="sm">
            The answer came from a person without an account. Check it, and then accept it or ask again.
          </Text>
        )}
        {state === 'open' && maySettle && to.email !== null && <OutsideLink question={question} />}
        {mayAnswer && (
          <AnswerForm questionId={id} label={to.email === null ? 'Answer' : 'Answer received outside Talaan'} />
        )}
        {maySettle && (
          <div className={classes.actions}>
            {state === 'answered' && (
              <Button color="brand" loading={settle.isPending} onClick={() => settle.mutate('accept')}>
                Accept answer
              </Button>
            )}
            <Button variant="default" onClick={() => setAsking(true)}>
              Ask again
            </Button>
            {isUnsettled && (
              <Button variant="default" disabled={settle.isPending} onClick={() => settle.mutate('withdraw')}>
                Withdraw question
              </Button>
            )}
          </div>
        )}
      </div>
      {asking && (
        <AskDialog
          of={{ again: question }}
          onAsked={() => {
            setAsking(false)
            void refresh()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}

function AnswerForm({ questionId, label }: { questionId: string; label: string }) {
  const [words, setWords] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const refresh = useRefresh()
  useUnsaved(words !== '' || file !== null)
  const answer = useMutation({
    mutationFn: async () =>
      call(answerQuestion, { params: { questionId }, body: { words, file: await sentFile(file) } }),
    onSuccess: async () => {
      setWords('')
      setFile(null)
      await refresh()
      toast({ title: 'Answer saved', tone: 'good' })
    },
  })
  return (
    <form
      className={classes.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        answer.mutate()
      }}
    >
      <Textarea
        label={label}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={answerLength}
        value={words}
        error={answer.error ? mistakeOf(answer.error) : undefined}
        onChange={(event) => {
          answer.reset()
          setWords(event.currentTarget.value)
        }}
      />
      <FileInput
        label="PDF or picture (optional)"
        accept={answerFileTypes}
        clearable
        w={320}
        value={file}
        error={file !== null && file.size > attachmentLimitBytes ? tooLarge : undefined}
        onChange={(chosen) => {
          answer.reset()
          setFile(chosen)
        }}
      />
      <div>
        <Button
          type="submit"
          color="brand"
          loading={answer.isPending}
          disabled={words.trim() === '' || (file?.size ?? 0) > attachmentLimitBytes}
        >
          Save answer
        </Button>
      </div>
    </form>
  )
}

const mistakeOf = (error: Error): string => (error instanceof UnreadableFile ? error.message : sentenceOf(error))

/** An address that works only inside the same network. */
const isPrivate = (host: string): boolean =>
  /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)|\.(local|internal|lan)$/.test(host)

/** The link is shown once; a new one replaces it. */
function OutsideLink({ question: { id, to, link } }: { question: Question }) {
  const [pin, setPin] = useState('')
  const queries = useQueryClient()
  const make = useMutation({
    mutationFn: () => call(makeQuestionLink, { params: { questionId: id }, body: { pin } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [getQuestion.name] }),
  })
  const url = make.data && new URL(make.data.url, location.origin).href
  return (
    <div className={classes.stack}>
      <Text size="sm">
        {to.name} needs no account: a link opens only this question and works for one answer.
        {link !== null && ` The current link works until ${moment(link.expiresAt)}; a new one replaces it.`}
      </Text>
      {make.data !== undefined && url !== undefined ? (
        <Alert
          color="blue"
          variant="outline"
          title={make.data.mailed ? `E-mailed to ${to.email ?? ''}` : 'Send this link'}
        >
          <code className={classes.link}>{url}</code>
          {isPrivate(new URL(url).hostname) && (
            <Text size="sm">
              People outside your network can’t open this address. Ask your system administrator to set PUBLIC_URL.
            </Text>
          )}
          <div className={classes.actions}>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                void navigator.clipboard.writeText(url).then(() => toast({ title: 'Link copied', tone: 'good' }))
              }}
            >
              Copy link
            </Button>
          </div>
        </Alert>
      ) : (
        <>
          <TextInput
            label="Four digits (optional)"
            description="Tell the person these digits by phone. The link doesn’t open without them."
            value={pin}
            maxLength={4}
            inputMode="numeric"
            w={220}
            error={make.error ? sentenceOf(make.error) : undefined}
            onChange={(event) => {
              make.reset()
              setPin(event.currentTarget.value)
            }}
          />
          <div>
            <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
              {link === null ? 'Create link' : 'Create new link'}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
