// Tags for documents: projects, departments and branches.
import { Button, Text } from '@mantine/core'
import { changeTag } from '@talaan/contract/settings.ts'
import { tagKinds, tagKindWords } from '@talaan/contract/tag-kinds.ts'
import { listTags } from '@talaan/contract/tags.ts'
import { useState } from 'react'
import { useCall } from '../../app/api.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { newId } from '../../ui/newId.ts'
import { stateAndChange } from './columns.tsx'
import { EditDialog } from './EditDialog.tsx'
import type { Field } from './fields.tsx'
import { Head } from './Head.tsx'
import classes from './settings.module.css'

type Row = { code: string; settings: { kind: (typeof tagKinds)[number]; name: string; active: boolean } }

const fields: Field[] = [
  { name: 'name', label: 'Name', required: true, wide: true, maxLength: 40 },
  {
    name: 'kind',
    label: 'Kind',
    kind: 'choice',
    options: tagKinds.map((value) => ({ value, label: tagKindWords[value].one })),
  },
  {
    name: 'active',
    label: 'Active',
    kind: 'yes',
    hint: 'Documents keep an inactive tag, and reports still show it.',
  },
]

export function TagsSection() {
  const query = useCall(listTags)
  const [edited, setEdited] = useState<Row | { code: string; settings: null }>()
  return (
    <>
      <Head
        section="tags"
        action={<Button onClick={() => setEdited({ code: newId(), settings: null })}>Add tag</Button>}
      >
        A document can have one project, one department and one branch. Set them in a form, on the document, or for
        several documents in a list. You can filter lists and reports by tag. Tags don’t change the journal entry.
      </Head>
      <Answered query={query} panel={classes.body} loading={<SkeletonRows rows={6} />}>
        {({ tags }) => (
          <div className={classes.table}>
            {tags.length === 0 ? (
              <Text p="sm">No tags yet. Add the first project, department or branch.</Text>
            ) : (
              <DataTable
                label="Tags"
                rows={tags.map(({ id, ...settings }): Row => ({ code: id, settings }))}
                rowKey={({ code }) => code}
                columns={[
                  { key: 'name', title: 'Name', card: 'heading', cell: ({ settings: { name } }) => name },
                  {
                    key: 'kind',
                    title: 'Kind',
                    card: 'bare',
                    cell: ({ settings: { kind } }) => tagKindWords[kind].one,
                  },
                  ...stateAndChange<Row>(setEdited, {
                    card: 'amount',
                    nameOf: ({ settings: { name } }) => name,
                  }),
                ]}
              />
            )}
          </div>
        )}
      </Answered>
      {edited !== undefined && (
        <EditDialog
          title={edited.settings?.name ?? 'Add tag'}
          endpoint={changeTag}
          fields={fields}
          values={edited.settings ?? { name: '', kind: 'project', active: true }}
          was={edited.settings}
          code={edited.code}
          savedMessage="Tag saved"
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}
