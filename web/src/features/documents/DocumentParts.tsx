// Parts that a document's page shares with the view next to a list: the summary, the tags, and a button that saves a
// file.
import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { documentPlaces } from '@talaan/contract/cards.ts'
import type { getDocument } from '@talaan/contract/documents.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { tagKindWords } from '@talaan/contract/tag-kinds.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useMutation } from '@tanstack/react-query'
import { Fragment, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { saveFile, sentenceOf } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { useTags } from '../../app/table/TagSelects.tsx'
import { later } from '../../ui/later.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './documents.module.css'

const TagTogether = later(async () => (await import('./TagTogether.tsx')).TagTogether)

type Detail = AnswerOf<typeof getDocument>['document']

export function Facts({ document }: { document: Detail }) {
  return (
    <section className={classes.panel} aria-labelledby="facts">
      <Title order={3} id="facts" mb="xs">
        Summary
      </Title>
      <dl className={classes.facts}>
        {document.partyId !== null && (
          <>
            <dt>{documentPlaces[document.kind].party || 'Party'}</dt>
            <dd>
              <Link className={classes.number} to={paths.party(document.partyId)}>
                {document.partyName}
              </Link>
            </dd>
          </>
        )}
        <dt>Total</dt>
        <dd>{formatMoney(document.total)}</dd>
        {hasBalance(document) && (
          <>
            <dt>{document.kind === 'transfer' ? 'In transit' : 'Balance'}</dt>
            <dd>{formatMoney(document.open)}</dd>
          </>
        )}
        {document.dueDay && (
          <>
            <dt>Due</dt>
            <dd>{formatDay(document.dueDay)}</dd>
          </>
        )}
        <dt>Entry</dt>
        <dd>{document.entryNo}</dd>
        {document.batch && (
          <>
            <dt>Batch</dt>
            <dd>{batchWords(document.batch)}</dd>
          </>
        )}
        <dt>Code</dt>
        <dd>
          <Link to={paths.proof(document.code)}>{document.code}</Link>
        </dd>
        {document.entryDay !== document.day && (
          <>
            <dt>Posted on</dt>
            <dd>{formatDay(document.entryDay)}</dd>
          </>
        )}
        {document.voided && (
          <>
            <dt>Reversed by entry</dt>
            <dd>{document.voided.entryNo}</dd>
          </>
        )}
      </dl>
    </section>
  )
}

/**
 * For example: '12 documents, control total 3,400.00, closed by ana. Recorded: 11, 200.00 less. One invoice was
 * returned'
 */
function batchWords({
  count,
  controlTotal,
  difference,
  missing,
  explanation,
  by,
}: NonNullable<Detail['batch']>): string {
  const counted = `${count} ${count === 1 ? 'document' : 'documents'}, control total ${formatMoney(controlTotal)}, closed by ${by}.`
  if (difference === 0n && missing === 0) return `${counted} It matches the control total.`
  const off =
    difference === 0n
      ? 'no difference in amount'
      : `${formatMoney(difference < 0n ? -difference : difference)} ${difference < 0n ? 'less' : 'more'}`
  return `${counted} Recorded: ${count - missing}, ${off}. ${explanation}`
}

/** A transfer has no balance due, but it may be in transit. */
const hasBalance = ({ kind, open }: Detail) => documentPlaces[kind].party !== '' || open > 0n

/** Shown if the company has tags or the document has one. */
export function Tags({ document }: { document: Detail }) {
  const [isOpen, setOpen] = useState(false)
  const offered = useTags()
  const { tags } = document
  if (offered.length === 0 && tags.length === 0) return null
  return (
    <section className={classes.panel} aria-labelledby="tags">
      <Group justify="space-between" mb="xs">
        <Title order={3} id="tags">
          Tags
        </Title>
        <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
          Change tags
        </Button>
      </Group>
      {tags.length === 0 ? (
        <Text size="sm" c="dimmed">
          No tags.
        </Text>
      ) : (
        <dl className={classes.facts}>
          {tags.map(({ kind, name }) => (
            <Fragment key={kind}>
              <dt>{tagKindWords[kind].one}</dt>
              <dd>{name}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <TagTogether rows={[document]} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}

type SaveProps = { words: string; quiet?: boolean; get: () => Promise<{ blob: Blob; name: string }> }

export function SaveButton({ words, quiet = false, get }: SaveProps) {
  const save = useMutation({
    mutationFn: get,
    onSuccess: saveFile,
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return quiet ? (
    <Anchor component="button" type="button" size="sm" ta="left" onClick={() => save.mutate()}>
      {words}
    </Anchor>
  ) : (
    <Button variant="default" onClick={() => save.mutate()} loading={save.isPending}>
      {words}
    </Button>
  )
}
