// The user's own drafts above the list of their type, and the page of one draft. Both continue in the form.
import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core'
import { documentPlaces, isEditedInForm } from '@talaan/contract/cards.ts'
import { discardDraft, type Draft, getDraft, listDrafts } from '@talaan/contract/documents.ts'
import { documentWords } from '@talaan/ledger/documents/words.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { Link, Navigate } from 'react-router'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { moment } from '../../ui/moment.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import { later } from '../../ui/later.tsx'
import classes from './documents.module.css'

const PreparedDraft = later(async () => (await import('./PreparedDraft.tsx')).PreparedDraft)

/** The form shows all drafts. */
const atMost = 3

export function DraftRows({ drafts }: { drafts: readonly Draft[] }) {
  if (drafts.length === 0) return null
  return (
    <ul className={classes.drafts} aria-label="Your drafts">
      {drafts.slice(0, atMost).map((draft) => (
        <li key={draft.draftId}>
          <span>
            <StatusBadge tone="plain">Draft</StatusBadge> {nameOf(draft)}
            <span className={classes.quiet}>, saved {moment(draft.savedAt)}</span>
          </span>
          <Button
            component={Link}
            to={draft.preparedBy === null ? formOf(draft) : paths.document(draft.kind, draft.draftId)}
            size="compact-sm"
            aria-label={`${draft.preparedBy === null ? 'Continue' : 'Review'} ${nameOf(draft)}, saved ${moment(draft.savedAt)}`}
          >
            {draft.preparedBy === null ? 'Continue' : 'Review'}
          </Button>
        </li>
      ))}
      {drafts.length > atMost && (
        <li>
          <Link className={classes.number} to={paths.form(documentPlaces[drafts[0]?.kind ?? 'invoice'].frame)}>
            All {drafts.length} drafts
          </Link>
        </li>
      )}
    </ul>
  )
}

/** The page of a draft at the address of a document; shows `instead` if no draft has this id. */
export function DraftPage({ draftId, back, instead }: { draftId: string; back: string; instead: ReactNode }) {
  const query = useCall(getDraft, { params: { draftId } })
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const discard = useMutation({
    mutationFn: () => call(discardDraft, { params: { draftId } }),
    onSuccess: async () => {
      toast({ title: 'Draft discarded', tone: 'good' })
      await queries.invalidateQueries({ queryKey: [listDrafts.name] })
      await queries.invalidateQueries({ queryKey: [getDraft.name] })
    },
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  const draft = query.data?.draft
  if (query.isPending) return null
  if (!draft) return instead
  if (draft.documentId !== null) return <Navigate to={paths.document(draft.kind, draft.documentId)} replace />
  const { title } = documentWords[draft.kind].words
  return (
    <>
      <nav className={classes.way} aria-label="List">
        <Anchor component={Link} size="sm" to={back}>
          ‹ Back to the list
        </Anchor>
      </nav>
      <PageTitle
        action={
          <Group gap="sm">
            <Button variant="default" onClick={() => setAsking(true)}>
              Discard draft
            </Button>
            {draft.preparedBy === null ? (
              <Button component={Link} to={formOf(draft)}>
                Continue
              </Button>
            ) : (
              isEditedInForm(draft.kind) && (
                <Button component={Link} to={formOf(draft)} variant="default">
                  Edit
                </Button>
              )
            )}
          </Group>
        }
      >
        <Group gap="sm" component="span">
          {title} <StatusBadge tone="plain">Draft</StatusBadge>
        </Group>
      </PageTitle>
      <Text mb="xs">
        {nameOf(draft)}, saved {moment(draft.savedAt)}
        {draft.attachments.length > 0 &&
          `, ${draft.attachments.length} ${draft.attachments.length === 1 ? 'file' : 'files'}`}
      </Text>
      {draft.preparedBy === null ? (
        <Text>Nothing is posted yet. Continue to complete, review and record it.</Text>
      ) : (
        <Suspense fallback={<Skeleton h={320} />}>
          <PreparedDraft draft={draft} preparedBy={draft.preparedBy} />
        </Suspense>
      )}
      {asking && (
        <ConfirmDialog
          opened
          destroys
          title="Discard this draft?"
          cancel="Cancel"
          confirm="Discard"
          busy={discard.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => discard.mutate()}
        >
          <Text size="sm">The input and the attached files of this draft are deleted. You cannot undo this.</Text>
        </ConfirmDialog>
      )}
    </>
  )
}

const formOf = ({ kind, draftId }: Draft) => paths.form(documentPlaces[kind].frame, { draft: draftId })

/** The name of a draft as far as it is typed: 'Lakbay Trading Inc., 1001'. Forms save their input under `typed`. */
function nameOf({ kind, fields }: Draft): string {
  const typed = recordOf(fields.typed) ?? fields
  const words = [recordOf(typed.party)?.name, typed.payee, typed.externalNo, typed.reference, typed.memo]
    .filter((word): word is string => typeof word === 'string' && word.trim() !== '')
    .slice(0, 2)
  return words.length === 0 ? `${documentWords[kind].words.title} without a name` : words.join(', ')
}

const recordOf = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
