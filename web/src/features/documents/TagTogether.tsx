// Sets the project, department or branch of the selected documents: all of them change, or none.
import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import type { DocumentRow } from '@talaan/contract/documents.ts'
import { adminsAndAccountants } from '@talaan/contract/roles.ts'
import { type TagKind, tagKinds, tagKindWords } from '@talaan/contract/tag-kinds.ts'
import { listTags, tagDocuments } from '@talaan/contract/tags.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Failed } from '../../app/problems.tsx'
import '../../app/session/modal.ts'
import { sendByKeys } from '../../app/session/TypingDialog.tsx'
import { useSession } from '../../app/session/session.ts'
import { toast } from '../../ui/toast.ts'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import { count } from './count.ts'

type Row = Pick<DocumentRow, 'id' | 'number' | 'tags'>
type Props = { rows: readonly Row[]; onClose: (isDone: boolean) => void }

/** Documents with different tags keep their tags, unless the user chooses a tag for all of them. */
const asIs = 'as is'

export function TagTogether({ rows, onClose }: Props) {
  const { role } = useSession()
  const queries = useQueryClient()
  const query = useCall(listTags)
  const [chosen, setChosen] = useState<Partial<Record<TagKind, string>>>({})
  const tags = query.data?.tags ?? []
  const kinds = tagKinds.filter((kind) => tags.some((tag) => tag.kind === kind))
  const valueOf = (kind: TagKind) => chosen[kind] ?? commonTag(rows, kind)
  const changed = kinds.filter((kind) => valueOf(kind) !== commonTag(rows, kind))
  const save = useMutation({
    mutationFn: () =>
      call(tagDocuments, {
        body: {
          documentIds: rows.map(({ id }) => id),
          tags: Object.fromEntries(changed.map((kind) => [kind, valueOf(kind) || null])),
        },
      }),
    onSuccess: async ({ changed: tagged, unchanged }) => {
      const others = unchanged > 0 ? `${count(unchanged)} already had these tags.` : undefined
      toast({ title: `${count(tagged)} tagged`, ...(others && { message: others }), tone: 'good' })
      onClose(true)
      await queries.invalidateQueries()
    },
  })
  const close = () => !save.isPending && onClose(false)
  return (
    <Modal
      onKeyDown={sendByKeys}
      opened
      onClose={close}
      title={rows.length === 1 ? `Tags of ${rows[0]?.number}` : `Tag ${count(rows.length)}`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (changed.length > 0) save.mutate()
        }}
      >
        <Stack gap="md">
          {save.isError && <Alert color="red">{sentenceOf(save.error)}</Alert>}
          {query.isError ? (
            <Failed error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
          ) : query.data === undefined ? (
            <Skeleton h={160} />
          ) : kinds.length === 0 ? (
            <Text size="sm">
              There are no tags yet.{' '}
              {adminsAndAccountants.includes(role) ? (
                <>
                  Add projects, departments or branches in <Link to={paths.settings('tags')}>Company Settings</Link>.
                </>
              ) : (
                'Ask an administrator or an accountant to add them.'
              )}
            </Text>
          ) : (
            kinds.map((kind, at) => (
              <SearchSelect
                key={kind}
                label={tagKindWords[kind].one}
                data-autofocus={at === 0 || undefined}
                value={valueOf(kind)}
                onChange={(value) => setChosen((old) => ({ ...old, [kind]: value }))}
                data={[
                  ...(commonTag(rows, kind) === asIs ? [{ value: asIs, label: 'Leave as they are' }] : []),
                  { value: '', label: 'None' },
                  ...tags
                    .filter((tag) => tag.kind === kind && (tag.active || tag.id === commonTag(rows, kind)))
                    .map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            ))
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              {kinds.length === 0 ? 'Close' : 'Cancel'}
            </Button>
            {kinds.length > 0 && (
              <Button type="submit" loading={save.isPending} disabled={changed.length === 0}>
                Save tags
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** The tag that all rows have, or '' if they have different tags or none. */
function commonTag(rows: readonly Row[], kind: TagKind): string {
  const ids = new Set(rows.map(({ tags }) => tags.find((tag) => tag.kind === kind)?.id ?? ''))
  return ids.size > 1 ? asIs : ([...ids][0] ?? '')
}
