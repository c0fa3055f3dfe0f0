// The columns of a list as each user arranged them. A change shows immediately; the server saves one change after the
// other.
import { getListSettings, type ListName, type ListSetting, saveListSetting } from '@talaan/contract/list-settings.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DataColumn } from '../../ui/DataTable.tsx'
import { toast } from '../../ui/toast.ts'
import { call, keyOf, sentenceOf, useCall } from '../api.ts'
import { type Arrange, arranged, type ChosenColumn, stored, withinLimits } from './arranged.ts'

const usual: ListSetting = { columns: [], isSplit: false }

export function useListColumns<Row>(list: ListName, all: readonly DataColumn<Row>[], enabled: boolean) {
  const queries = useQueryClient()
  const settings = useCall(getListSettings, {}, { enabled })
  const settingIn = (answer: AnswerOf<typeof getListSettings> | undefined): ListSetting =>
    answer?.lists.find((each) => each.list === list) ?? usual
  const setting = settingIn(settings.data)
  const columns = useMemo(() => arranged(all, setting.columns), [all, setting.columns])
  const shown = useMemo(() => columns.filter(({ isShown }) => isShown), [columns])
  const save = useMutation({
    // Saved one after the other, so that the last change is the one that is stored.
    scope: { id: `columns of ${list}` },
    mutationFn: (body: ListSetting) => call(saveListSetting, { params: { list }, body }),
    onError: (error) => {
      toast({ title: sentenceOf(error), tone: 'bad' })
      void queries.invalidateQueries({ queryKey: keyOf(getListSettings) })
    },
  })
  // Based on the setting at this moment: keys may be pressed faster than the list renders.
  const change = (changed: (columns: ListSetting['columns']) => Partial<ListSetting>) => {
    const { columns: now, isSplit } = settingIn(queries.getQueryData(keyOf(getListSettings)))
    const next = { columns: now, isSplit, ...changed(now) }
    void queries.cancelQueries({ queryKey: keyOf(getListSettings) })
    queries.setQueryData(keyOf(getListSettings), (old: AnswerOf<typeof getListSettings> | undefined) => ({
      lists: [...(old?.lists ?? []).filter((each) => each.list !== list), { list, ...next }],
    }))
    save.mutate(next)
  }
  return {
    /** If the usual columns were shown first, the list would jump when the chosen ones arrive. */
    isLoading: settings.isLoading,
    columns,
    shown,
    isArranged: setting.columns.length > 0,
    isSplit: setting.isSplit,
    arrange: (next: Arrange<Row>) => change((now) => ({ columns: stored(next(arranged(all, now))) })),
    split: (isSplit: boolean) => change(() => ({ isSplit })),
    reset: () => change(() => ({ columns: [] })),
    resize: (key: string, to: number | null) => {
      const width = to === null ? null : withinLimits(to)
      const resized = (column: ChosenColumn<Row>) => (column.key === key ? { ...column, width } : column)
      change((now) => ({ columns: stored(arranged(all, now).map(resized)) }))
    },
  }
}
