// Reports and lists saved under a name with their filters, which two keys open again.
import { listViews, removeView } from '@talaan/contract/saved-views.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call, keyOf, sentenceOf, useCall } from '../../app/api.ts'
import classes from '../../app/table/sheet.module.css'
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { later } from '../../ui/later.tsx'
import { toast } from '../../ui/toast.ts'

const ViewDialog = later(async () => (await import('./ViewDialog.tsx')).ViewDialog)

type Props = {
  /** The page offers the saved addresses that begin with this text. */
  under: string
  words: { menu: string; save: string }
  className: string | undefined
}

export const viewWords = { menu: 'Saved views', save: 'Save this view' }
export const filterWords = { menu: 'Saved filters', save: 'Save this filter' }

export function SavedViews({ under, words, className }: Props) {
  const { pathname, search } = useLocation()
  const here = pathname + search
  const go = useNavigate()
  const queries = useQueryClient()
  const saved = useCall(listViews).data?.views ?? []
  const views = saved.filter(({ address }) => address.split(/[/?]/)[1] === under.slice(1))
  const [naming, setNaming] = useState(false)
  const current = views.find(({ address }) => address === here)
  const forget = useMutation({
    mutationFn: (viewId: string) => call(removeView, { params: { viewId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(listViews) }),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  const actions = [
    ...views.map(({ name, address, by }) => ({
      label: by === null ? name : `${name} (${by})`,
      onSelect: () => void go(address),
    })),
    current === undefined
      ? { label: `${words.save}…`, apart: views.length > 0, onSelect: () => setNaming(true) }
      : current.canRemove
        ? { label: `Delete “${current.name}”`, apart: true, onSelect: () => forget.mutate(current.id) }
        : [],
  ].flat<(MenuAction | MenuAction[])[]>()
  return (
    <>
      <ActionMenu label={words.menu} className={className ?? classes.views ?? ''} actions={actions}>
        <span className={classes.word}>{current?.name ?? words.menu}</span>
        <span className={classes.mark}>
          <Icon name="bookmark" filled={current !== undefined} />
        </span>
      </ActionMenu>
      {naming && (
        <Suspense fallback={null}>
          <ViewDialog title={words.save} address={here} onDone={() => setNaming(false)} />
        </Suspense>
      )}
    </>
  )
}
