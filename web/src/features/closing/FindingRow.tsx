// A check before closing, with its findings, links for resolving them, and their explanation.
import { Anchor, Button, Textarea } from '@mantine/core'
import {
  closingWords,
  explainFinding,
  getChecklist,
  type ClosingPlace,
  type AnyFinding,
} from '@talaan/contract/closing.ts'
import { viewCompleteness } from '@talaan/contract/completeness.ts'
import { documentPlaces } from '@talaan/contract/cards.ts'
import { endOfMonth, type Month, startOfMonth } from '@talaan/ledger/core/date.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call, sentenceOf } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { useUnsaved } from '../../app/session/unsaved.ts'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './closing.module.css'

const badges = {
  fine: { tone: 'good', words: 'OK' },
  open: { tone: 'look', words: 'Open' },
  explained: { tone: 'plain', words: 'Explained' },
} as const

/** Of a longer list. */
const shownAtFirst = 5

type FindingRowProps = {
  month: Month
  finding: AnyFinding
  title: string
  /** Shown if there are no findings. */
  fine: string
  /** Shown above the findings. */
  about?: string
  /** An error in the books can't be explained. */
  isError: boolean
  /** Shows on this page where to resolve the findings. */
  onShow?: () => void
}

export function FindingRow({ month, finding, title, fine, about, isError, onShow }: FindingRowProps) {
  const { state, sentences, places, explainable, explanation } = finding
  const [explaining, setExplaining] = useState(false)
  const [isLong, setLong] = useState(sentences.length > shownAtFirst + 1)
  const shown = isLong ? shownAtFirst : sentences.length
  const { tone, words } = badges[state]
  return (
    <li className={classes.row} data-state={state}>
      <div className={classes.title}>
        <h3>{title}</h3>
        <StatusBadge tone={isError && state === 'open' ? 'bad' : tone}>{words}</StatusBadge>
      </div>
      {about !== undefined && <p className={classes.quiet}>{about}</p>}
      {state === 'fine' ? (
        fine !== '' && <p className={classes.quiet}>{fine}</p>
      ) : (
        <ul className={classes.sentences}>
          {sentences.slice(0, shown).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {isLong && (
        <Button size="compact-sm" variant="subtle" onClick={() => setLong(false)}>
          Show all {sentences.length}
        </Button>
      )}
      {places.length > 0 && (
        <p className={classes.places}>
          {places.slice(0, isLong ? shownAtFirst : places.length).map((place) => (
            <Anchor key={JSON.stringify(place)} component={Link} size="sm" to={pathOf(place, month)}>
              {place.words}
            </Anchor>
          ))}
        </p>
      )}
      {state !== 'fine' && onShow !== undefined && (
        <p className={classes.places}>
          <Anchor component="button" type="button" size="sm" onClick={onShow}>
            Record them below
          </Anchor>
        </p>
      )}
      {state !== 'fine' && explanation !== null && !explaining && (
        <blockquote className={classes.explanation}>
          <p>{explanation.words}</p>
          <footer>
            {explanation.by}
            {state === 'open' && '. The item has changed since then. Explain it again.'}
          </footer>
        </blockquote>
      )}
      {state !== 'fine' && !explainable && (
        <p className={classes.quiet}>
          You can close or sign the month only after the errors in the books are corrected.
        </p>
      )}
      {state !== 'fine' && explainable && !explaining && (
        <Button size="compact-sm" variant="default" onClick={() => setExplaining(true)}>
          {explanation === null ? closingWords.explain : 'Edit explanation'}
        </Button>
      )}
      {explaining && <Explaining month={month} finding={finding} onDone={() => setExplaining(false)} />}
    </li>
  )
}

type ExplainingProps = { month: Month; finding: AnyFinding; onDone: () => void }

function Explaining({ month, finding: { item, sentences, explanation, wordsBefore }, onDone }: ExplainingProps) {
  // Starts with last month's explanation, because findings often repeat.
  const before = explanation?.words ?? wordsBefore ?? ''
  const [words, setWords] = useState(before)
  const queries = useQueryClient()
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => box.current?.select(), [])
  useUnsaved(words !== before)
  const keep = useMutation({
    mutationFn: () => call(explainFinding, { params: { month }, body: { item, sentences, words } }),
    onSuccess: async () => {
      for (const { name } of [getChecklist, viewCompleteness]) await queries.invalidateQueries({ queryKey: [name] })
      onDone()
    },
  })
  const isShort = words.trim().length < 5
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    keep.mutate()
  }
  return (
    <form className={classes.explaining} onSubmit={submit} noValidate>
      <Textarea
        label="Explanation"
        description={
          explanation === null && wordsBefore !== null
            ? 'This explanation is from last month. It is saved when you close the month.'
            : 'The explanation is saved when you close the month.'
        }
        rows={2}
        maxLength={1000}
        ref={box}
        value={words}
        error={keep.error ? sentenceOf(keep.error) : undefined}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isShort && !keep.isPending) submit(event)
        }}
        onChange={(event) => {
          keep.reset()
          setWords(event.currentTarget.value)
        }}
      />
      <div className={classes.actions}>
        <Button
          type="submit"
          size="sm"
          loading={keep.isPending}
          disabled={isShort}
          rightSection={<KeyCaps keys="Ctrl Enter" />}
        >
          Save explanation
        </Button>
        <Button variant="default" size="sm" onClick={onDone} disabled={keep.isPending}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function pathOf(place: ClosingPlace, month: Month): string {
  switch (place.to) {
    case 'document':
      return paths.document(place.kind, place.id)
    case 'draft':
      return paths.form(documentPlaces[place.kind].frame, { draft: place.id })
    case 'account':
      return paths.account(place.code, { from: startOfMonth(month), to: endOfMonth(month) })
    case 'list':
      return paths.list(place.kind)
    case 'banks':
      return paths.category('BankReconciliation')
    case 'question':
      return paths.question(place.id)
    case 'party':
      return paths.party(place.id)
    case 'taxes':
      return paths.taxCompliance
    case 'cheques':
      return paths.category('ChequeDisbursement')
  }
}
