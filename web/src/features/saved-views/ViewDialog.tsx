// Saves the current report or filter under a name.
import { Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { listViews, saveView, viewName } from '@talaan/contract/saved-views.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, keyOf, sentenceOf } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { newId } from '../../ui/newId.ts'
import { toast } from '../../ui/toast.ts'

type Props = { title: string; address: string; onDone: () => void }

export function ViewDialog({ title, address, onDone }: Props) {
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [mistake, setMistake] = useState<string | null>(null)
  const [viewId] = useState(newId)
  const save = useMutation({
    mutationFn: () => call(saveView, { params: { viewId }, body: { name, address, shared } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keyOf(listViews) })
      toast({ title: `Saved as ${name.trim()}` })
      onDone()
    },
    onError: (error) => setMistake(sentenceOf(error)),
  })
  return (
    <TypingDialog
      title={title}
      submit="Save"
      unsaved={name !== ''}
      busy={save.isPending}
      alert={undefined}
      onSubmit={() => {
        const read = viewName.safeParse(name)
        if (read.success) save.mutate()
        else setMistake(read.error.issues[0]?.message ?? null)
      }}
      onClose={onDone}
    >
      <TextInput
        label="Name"
        data-autofocus
        value={name}
        maxLength={80}
        error={mistake}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setMistake(null)
        }}
      />
      <Checkbox
        mt="sm"
        label="For everyone"
        description="If selected, all users who can open this page see the view. If not, only you see it."
        checked={shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
    </TypingDialog>
  )
}
