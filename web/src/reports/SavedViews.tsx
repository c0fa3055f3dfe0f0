// Reports as they were asked for, kept under a name: chosen again with two keys.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { listViews, removeView, saveView, viewName } from '@talaan/contract/saved-views.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call, keyOf, sentenceOf, useCall } from '../api.ts'
import classes from '../sheet/sheet.module.css'
import { ActionMenu, type Act } from '../ui/ActionMenu.tsx'
import { Icon } from '../ui/Icon.tsx'
import { newId } from '../ui/newId.ts'
import { toast } from '../ui/toast.ts'

export function SavedViews() {
  const { pathname, search } = useLocation()
  const here = pathname + search
  const go = useNavigate()
  const queries = useQueryClient()
  const views = useCall(listViews).data?.views ?? []
  const [naming, setNaming] = useState(false)
  const current = views.find(({ address }) => address === here)
  const forget = useMutation({
    mutationFn: (viewId: string) => call(removeView, { params: { viewId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(listViews) }),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  const acts: Act[] = [
    ...views.map(({ name, address }) => ({ label: name, onSelect: () => void go(address) })),
    current === undefined
      ? { label: 'Save this view…', apart: views.length > 0, onSelect: () => setNaming(true) }
      : { label: `Forget ‘${current.name}’`, apart: true, onSelect: () => forget.mutate(current.id) },
  ]
  return (
    <>
      <ActionMenu label="Saved views" className={classes.views} acts={acts}>
        <span className={classes.word}>{current?.name ?? 'Saved views'}</span>
        <span className={classes.mark}>
          <Icon name="bookmark" filled={current !== undefined} />
        </span>
      </ActionMenu>
      {naming && <Naming address={here} onDone={() => setNaming(false)} />}
    </>
  )
}

function Naming({ address, onDone }: { address: string; onDone: () => void }) {
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const [viewId] = useState(newId)
  const save = useMutation({
    mutationFn: () => call(saveView, { params: { viewId }, body: { name, address } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keyOf(listViews) })
      toast({ title: 'View saved' })
      onDone()
    },
    onError: (error) => setMistake(sentenceOf(error)),
  })
  return (
    <Modal opened onClose={onDone} title="Save this view">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const read = viewName.safeParse(name)
          if (read.success) save.mutate()
          else setMistake(read.error.issues[0]?.message ?? null)
        }}
      >
        <Stack gap="lg">
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
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onDone} disabled={save.isPending}>
              Cancel
            </Button>
            <Button color="brand" type="submit" loading={save.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
