// The page for a person without an account. Opening it shows and sends nothing: the token is in the fragment of the
// address, and only the button sends it. Plain React, like the sign-in page.
import {
  answerFileTypes,
  answerLength,
  answerQuestionLink,
  linkHeader,
  openQuestionLink,
} from '@talaan/contract/questions.ts'
import { attachmentLimitBytes } from '@talaan/contract/documents.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Mark } from '../../ui/Mark.tsx'
import classes from './answer.module.css'
import { sentFile, tooLarge, UnreadableFile } from './sentFile.ts'

type Shown = AnswerOf<typeof openQuestionLink>
type Step = { step: 'closed' } | { step: 'open'; question: Shown } | { step: 'sent' }

export function AnswerPage() {
  const [at, setAt] = useState<Step>({ step: 'closed' })
  const [pin, setPin] = useState('')
  const [needsPin, setNeedsPin] = useState(false)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const token = location.hash.slice(1)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = 'Question'
    heading.current?.focus()
  }, [at.step])

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem('')
    try {
      await work()
    } catch (error) {
      if (error instanceof Refused && error.code === 'questions.badPin') setNeedsPin(true)
      const isKnown = error instanceof Refused || error instanceof UnreadableFile
      setProblem(isKnown ? error.message : 'There is no internet connection. Check your connection and try again.')
    } finally {
      setBusy(false)
    }
  }
  const open = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const question = openQuestionLink.answer.parse(await post(openQuestionLink.path, { token, pin }))
      setAt({ step: 'open', question })
    })
  }
  const answer = (words: string, file: File | null) =>
    void attempt(async () => {
      const sent = await sentFile(file)
      await post(answerQuestionLink.path, { token, pin, words, file: sent }, { [linkHeader]: token })
      setAt({ step: 'sent' })
    })

  return (
    <main className={classes.page}>
      <div className={classes.sheet}>
        <Mark size={32} />
        {at.step === 'closed' && (
          <form onSubmit={open} noValidate>
            <h1 ref={heading} tabIndex={-1}>
              Someone has a question for you
            </h1>
            <p>You don’t need an account. The link works for one answer.</p>
            {needsPin && (
              <label>
                Four digits
                <input
                  value={pin}
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={4}
                  onChange={(event) => setPin(event.currentTarget.value)}
                />
              </label>
            )}
            <Problem words={problem} />
            <button type="submit" disabled={busy}>
              Show the question
            </button>
          </form>
        )}
        {at.step === 'open' && (
          <Form question={at.question} busy={busy} problem={problem} heading={heading} onAnswer={answer} />
        )}
        {at.step === 'sent' && (
          <>
            <h1 ref={heading} tabIndex={-1}>
              Thank you
            </h1>
            <p>Your answer was sent. You can close this page.</p>
          </>
        )}
      </div>
    </main>
  )
}

type FormProps = {
  question: Shown
  busy: boolean
  problem: string
  heading: React.RefObject<HTMLHeadingElement | null>
  onAnswer: (words: string, file: File | null) => void
}

function Form({ question: { company, by, words, about, due, picture }, busy, problem, heading, onAnswer }: FormProps) {
  const [text, setText] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const isTooLarge = file !== null && file.size > attachmentLimitBytes
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onAnswer(text, file)
      }}
    >
      <h1 ref={heading} tabIndex={-1}>
        {words}
      </h1>
      <p>About: {about}</p>
      {picture !== null && (
        <img
          className={classes.picture}
          src={`data:${picture.type};base64,${picture.content}`}
          alt="Subject of the question"
        />
      )}
      <p className={classes.quiet}>
        {by} of {company} asks. Please answer by {formatDay(due)}.
      </p>
      <label>
        Your answer
        <textarea
          value={text}
          rows={5}
          maxLength={answerLength}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <label>
        PDF or picture (optional)
        <input
          type="file"
          accept={answerFileTypes}
          onChange={(event) => setFile(event.currentTarget.files?.item(0) ?? null)}
        />
      </label>
      <Problem words={isTooLarge ? tooLarge : problem} />
      <button type="submit" disabled={busy || text.trim() === '' || isTooLarge}>
        Send answer
      </button>
    </form>
  )
}

const Problem = ({ words }: { words: string }) =>
  words === '' ? null : (
    <p role="alert" className={classes.problem}>
      {words}
    </p>
  )

class Refused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    credentials: 'omit',
  })
  const answer = (await response.json()) as { code?: string; error?: string }
  if (!response.ok) throw new Refused(answer.code ?? '', answer.error ?? 'The answer could not be sent. Try again.')
  return answer
}
