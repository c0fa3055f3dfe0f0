// Splits a PDF that contains several documents, merges several files of one document, and shows what was split or
// merged.
import { Anchor, Button, Checkbox, Skeleton, Text } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import {
  listArrivals,
  maxRearranged,
  mergeArrivals,
  splitArrival,
  undoRearrangement,
  type Arrival,
  type Rearrangement,
} from '@talaan/contract/arrivals.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { usePicture } from '../../app/files/usePicture.ts'
import { paths, withQuery } from '../../app/paths.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { newId } from '../../ui/newId.ts'
import { toast } from '../../ui/toast.ts'
import { pageOf } from './pageOf.ts'
import classes from './rearrange.module.css'
import { useRefresh } from './refresh.ts'

type Props = { arrival: Arrival; onMade: (arrivalId: string) => void; onClose: () => void }

const undoHint = 'Press Ctrl Z to undo this.'

/** Initially, each page is a document. */
export function SplitDialog({ arrival, pages, onMade, onClose }: Props & { pages: number }) {
  const [id] = useState(newId)
  const [starts, setStarts] = useState<readonly number[]>(() => Array.from({ length: pages - 1 }, (_, at) => at + 2))
  const refresh = useRefresh()
  const split = useMutation({
    mutationFn: () => call(splitArrival, { params: { arrivalId: arrival.id }, body: { id, starts: [...starts] } }),
    onSuccess: async ({ arrivals }) => {
      toast({ title: `${arrival.file.name} split into ${arrivals.length} files`, message: undoHint, tone: 'good' })
      await refresh()
      onMade(arrivals[0]?.id ?? arrival.id)
    },
  })
  const turn = (page: number) =>
    setStarts((all) =>
      all.includes(page) ? all.filter((one) => one !== page) : [...all, page].toSorted((a, b) => a - b),
    )
  return (
    <TypingDialog
      title={`Split ${arrival.file.name}`}
      submit={starts.length === 0 ? null : `Split into ${starts.length + 1} files`}
      size={720}
      unsaved={false}
      busy={split.isPending}
      alert={split.error === null ? undefined : sentenceOf(split.error)}
      onSubmit={() => split.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        Select each page on which a new document begins. The original PDF moves to the “Not a document” list.
      </Text>
      <ul className={classes.pages}>
        {Array.from({ length: pages }, (_, at) => at + 1).map((page) => (
          <li key={page} data-starts={page === 1 || starts.includes(page) || undefined}>
            <Thumbnail arrival={arrival} page={page} />
            {page === 1 ? (
              <Text size="sm">Page 1</Text>
            ) : (
              <Checkbox
                label={`Page ${page}`}
                aria-label={`New document from page ${page}`}
                checked={starts.includes(page)}
                data-autofocus={page === 2 || undefined}
                onChange={() => turn(page)}
              />
            )}
          </li>
        ))}
      </ul>
    </TypingDialog>
  )
}

/** The pages follow the order of the list. Initially, the next file is selected too. */
export function MergeDialog({ arrival, onMade, onClose }: Props) {
  const [id] = useState(newId)
  const query = useCall(listArrivals)
  const waiting = (query.data?.arrivals ?? []).filter(({ id: of, state }) => of === arrival.id || state !== 'drafted')
  const after = waiting[waiting.findIndex(({ id: of }) => of === arrival.id) + 1]
  const [touched, setTouched] = useState<ReadonlySet<string>>()
  const chosen = touched ?? new Set([arrival.id, ...(after === undefined ? [] : [after.id])])
  const refresh = useRefresh()
  const arrivalIds = waiting.filter(({ id: of }) => chosen.has(of)).map(({ id: of }) => of)
  const merge = useMutation({
    mutationFn: () => call(mergeArrivals, { body: { id, arrivalIds } }),
    onSuccess: async ({ arrival: made }) => {
      toast({ title: `${arrivalIds.length} files merged into ${made.file.name}`, message: undoHint, tone: 'good' })
      await refresh()
      onMade(made.id)
    },
  })
  const turn = (of: string) =>
    setTouched(new Set(chosen.has(of) ? [...chosen].filter((one) => one !== of) : [...chosen, of]))
  const mayMerge = arrivalIds.length > 1 && arrivalIds.length <= maxRearranged
  return (
    <TypingDialog
      title={`Merge ${arrival.file.name} with other files`}
      submit={mayMerge ? `Merge ${arrivalIds.length} files` : null}
      unsaved={false}
      busy={merge.isPending}
      alert={merge.error === null ? undefined : sentenceOf(merge.error)}
      onSubmit={() => merge.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        The files become one PDF, with the pages in the order of this list. The original files move to the “Not a
        document” list.
      </Text>
      {query.data === undefined ? (
        <Skeleton h={120} />
      ) : waiting.length < 2 ? (
        <Text size="sm">There is no other file to merge with.</Text>
      ) : (
        <ul className={classes.files}>
          {waiting.map((one) => (
            <li key={one.id}>
              <Thumbnail arrival={one} page={1} />
              <Checkbox
                label={one.file.name}
                checked={chosen.has(one.id)}
                disabled={one.id === arrival.id}
                data-autofocus={one.id === after?.id || undefined}
                onChange={() => turn(one.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </TypingDialog>
  )
}

function Thumbnail({ arrival, page }: { arrival: Arrival; page: number }) {
  const { url } = usePicture(pageOf(arrival, page))
  return <span className={classes.thumbnail}>{url !== undefined && <img src={url} alt="" />}</span>
}

type RearrangedProps = { arrivalId: string; rearrangement: Rearrangement; onRestored: (arrivalId: string) => void }

/** The files from which a file was created, or the files created from it. */
export function Rearranged({ arrivalId, rearrangement: { id, how, from, to }, onRestored }: RearrangedProps) {
  const refresh = useRefresh()
  const undo = useMutation({
    mutationFn: () => call(undoRearrangement, { params: { rearrangementId: id }, body: {} }),
    onSuccess: async ({ arrivals }) => {
      toast({
        title: arrivals.map(({ file }) => file.name).join(', '),
        message: 'Returned to the “To record” list.',
        tone: 'good',
      })
      await refresh()
      onRestored(arrivals[0]?.id ?? arrivalId)
    },
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  const isSource = from.some((one) => one.id === arrivalId)
  const others = isSource ? to : from
  return (
    <div className={classes.rearranged}>
      <Text size="sm">
        {isSource
          ? how === 'split'
            ? 'Split into '
            : 'Merged into '
          : how === 'split'
            ? 'Split from '
            : 'Merged from '}
        {others.map((one, at) => (
          <span key={one.id}>
            {at > 0 && ', '}
            <Anchor
              component={Link}
              to={isSource ? paths.arrivals(one.id) : withQuery(paths.arrivals(one.id), { list: 'notDocument' })}
              underline="always"
            >
              {one.name}
            </Anchor>
          </span>
        ))}
        .
      </Text>
      <Button size="compact-sm" variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
        {how === 'split' ? 'Undo split' : 'Undo merge'}
      </Button>
    </div>
  )
}
