// A check before closing: its findings, where to resolve them, and their explanation.
import { Anchor, Button, Textarea } from '@mantine/core'
import {
  closingItemWords,
  closingWords,
  explainFinding,
  getChecklist,
  type ClosingPlace,
  type Finding,
} from '@talaan/contract/closing.ts'
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

/** Shown if there are no findings. */
const fineWords = {
  drafts: 'No drafts are left for this month.',
  entries: 'All recurring entries and depreciation are recorded.',
  banks: 'Every bank account is reconciled and signed off.',
  pettycash: 'Every petty cash fund was counted this month.',
  cheques: 'No cheque leaf was skipped, and no cheque is stale.',
  numbers: 'No invoice or receipt numbers are missing.',
  receipts: 'All receipt e-mails are sent.',
  certificates: 'No certificates of tax withheld are left to issue or receive.',
  yearend: 'No fiscal year ends this month.',
  suspense: 'Opening balance equity, unidentified deposits and transfers in transit are zero.',
  invariants: 'All entries balance, stored totals and open items agree, and no number is missing.',
} as const satisfies Record<Finding['item'], string>

export function FindingRow({ month, finding }: { month: Month; finding: Finding }) {
  const { item, state, sentences, places, explainable, explanation } = finding
  const [explaining, setExplaining] = useState(false)
  const { tone, words } = badges[state]
  return (
    <li className={classes.row} data-state={state}>
      <div className={classes.title}>
        <h3>{closingItemWords[item]}</h3>
        <StatusBadge tone={item === 'invariants' && state === 'open' ? 'bad' : tone}>{words}</StatusBadge>
      </div>
      {state === 'fine' ? (
        <p className={classes.quiet}>{fineWords[item]}</p>
      ) : (
        <ul className={classes.sentences}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {places.length > 0 && (
        <p className={classes.places}>
          {places.map((place) => (
            <Anchor key={JSON.stringify(place)} component={Link} size="sm" to={pathOf(place, month)}>
              {place.words}
            </Anchor>
          ))}
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
        <p className={classes.quiet}>The errors in the books must be corrected before the month can be closed.</p>
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

type ExplainingProps = { month: Month; finding: Finding; onDone: () => void }

function Explaining({ month, finding: { item, sentences, explanation, wordsBefore }, onDone }: ExplainingProps) {
  // Starts with last month's explanation, since findings often repeat.
  const before = explanation?.words ?? wordsBefore ?? ''
  const [words, setWords] = useState(before)
  const queries = useQueryClient()
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => box.current?.select(), [])
  useUnsaved(words !== before)
  const keep = useMutation({
    mutationFn: () => call(explainFinding, { params: { month }, body: { item, sentences, words } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [getChecklist.name] })
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
            ? 'From last month. The explanation is saved with the closing.'
            : 'The explanation is saved with the closing.'
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
    case 'taxes':
      return paths.taxCompliance
    case 'cheques':
      return paths.category('ChequeDisbursement')
  }
}
