// A draft that another program prepared. The user checks the document and its entry, and records it.
import { Alert, Button, Group, List, Skeleton, Stack, Text } from '@mantine/core'
import { type Draft, getDraft, listDrafts, recordDocument, reviewDraft } from '@talaan/contract/documents.ts'
import { isEditedInForm } from '@talaan/contract/cards.ts'
import { accountants } from '@talaan/contract/roles.ts'
import { documentWords } from '@talaan/ledger/documents/words.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call, CallFailure, sentenceOf } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session/session.ts'
import { toast } from '../../ui/toast.ts'
import { EntryTable } from './EntryTable.tsx'
import { ReceiptView } from './ReceiptView.tsx'

export function PreparedDraft({ draft, preparedBy }: { draft: Draft; preparedBy: string }) {
  const { draftId, kind, fields } = draft
  const { role } = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const review = useQuery({
    queryKey: [reviewDraft.name, draftId, draft.savedAt],
    queryFn: () => call(reviewDraft, { params: { draftId }, body: { kind, fields } }),
    retry: false,
    // The digest is valid only for the current contents.
    gcTime: 0,
  })
  const record = useMutation({
    mutationFn: (digest: string) => call(recordDocument, { body: { draftId, digest } }),
    onSuccess: async ({ documentId, number }) => {
      toast({ title: documentWords[kind].words.recorded, message: number, tone: 'good' })
      await navigate(paths.document(kind, documentId), { replace: true })
      await queries.invalidateQueries({ queryKey: [listDrafts.name] })
      await queries.invalidateQueries({ queryKey: [getDraft.name] })
    },
  })
  if (review.isPending) return <Skeleton h={320} />
  if (review.isError)
    return (
      <Alert color="red" variant="outline" role="alert" title={`Prepared by ${preparedBy}`}>
        <Text size="sm">
          {sentenceOf(review.error)}{' '}
          {isEditedInForm(kind)
            ? 'Edit the draft, or discard it.'
            : 'The program must correct the draft, or you can discard it.'}
        </Text>
        {review.error instanceof CallFailure && review.error.fields.length > 1 && (
          <List size="sm" mt="xs">
            {review.error.fields.map(({ path, message }) => (
              <List.Item key={path.join('.')}>{message}</List.Item>
            ))}
          </List>
        )}
      </Alert>
    )
  const { digest, receipt, warnings, numberToBe } = review.data
  return (
    <Stack gap="md">
      <Alert color="yellow" variant="outline" title={`Prepared by ${preparedBy}`}>
        <Text size="sm">
          Another program prepared this draft. Check the draft and its journal entry before you record it as{' '}
          {numberToBe}.
        </Text>
      </Alert>
      {warnings.length > 0 && (
        <Alert color="yellow" variant="outline">
          <List size="sm">
            {warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <ReceiptView receipt={receipt} />
      <EntryTable lines={receipt.journal} linked={accountants.includes(role)} />
      {record.isError && (
        <Alert color="red" variant="outline" role="alert">
          <Text size="sm">{sentenceOf(record.error)}</Text>
        </Alert>
      )}
      <Group justify="flex-end">
        {record.isError && (
          <Button variant="default" onClick={() => void review.refetch().then(() => record.reset())}>
            Review again
          </Button>
        )}
        <Button loading={record.isPending} onClick={() => record.mutate(digest)}>
          Record {documentWords[kind].words.title.toLowerCase()}
        </Button>
      </Group>
    </Stack>
  )
}
