// The receipt of a bank line: its file, files in Arrivals with its amount and a nearby date, or a file dropped or
// chosen here.
import { Anchor, Button, Group, Text } from '@mantine/core'
import { arrivalStateWords, setArrivalLine, type Arrival } from '@talaan/contract/arrivals.ts'
import { documentPlaces } from '@talaan/contract/cards.ts'
import { attachmentTypes } from '@talaan/contract/documents.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { call, sentenceOf } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session/session.ts'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { useScreenKeys } from '../../ui/keys.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import { useFileDrop } from '../../ui/useFileDrop.ts'
import { addReceipt } from './addReceipt.ts'
import classes from './arrivals.module.css'
import { useRefresh } from './refresh.ts'
import { tones } from './states.ts'
import { useMonthReceipts, type OfMonth } from './useMonthReceipts.ts'
import { useRecording } from './useRecording.ts'

type Props = { lineId: string; of: OfMonth }

export function LineReceipt({ lineId, of }: Props) {
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: (file: File | undefined) => addReceipt(queries, { id: lineId, takesReceipt: true }, file),
  })
  const { data } = useMonthReceipts(of)
  const { receipt = null, found = [] } = data?.lines.find((one) => one.lineId === lineId) ?? {}
  const input = useRef<HTMLInputElement>(null)
  const drop = useFileDrop(([file]) => receipt === null && add.mutate(file))
  const choose = () => receipt === null && input.current?.click()
  useScreenKeys('Receipt', [{ keys: 'r', does: 'Add receipt', run: choose }])
  return (
    <section aria-label="Receipt">
      <div className={classes.drop} {...drop}>
        {receipt !== null && <File arrival={receipt} lineId={lineId} isReceipt />}
        {found.map((arrival) => (
          <File key={arrival.id} arrival={arrival} lineId={lineId} />
        ))}
        {receipt === null && (
          <Group gap="xs" justify="space-between">
            <Text size="sm" c="dimmed">
              {found.length > 0 ? 'These files in Arrivals have this amount.' : 'Drop the receipt for this line here.'}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              loading={add.isPending}
              onClick={choose}
              rightSection={<KeyCaps keys="r" />}
            >
              Add receipt
            </Button>
          </Group>
        )}
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Receipt of this line"
          accept={Object.keys(attachmentTypes).join(',')}
          onChange={(event) => {
            add.mutate(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
      </div>
    </section>
  )
}

type FileProps = { arrival: Arrival; lineId: string; isReceipt?: boolean }

function File({ arrival, lineId, isReceipt = false }: FileProps) {
  const { id, file, party, day, state, draft } = arrival
  const { clientId } = useSession()
  const refresh = useRefresh()
  const record = useRecording(id)
  const link = useMutation({
    mutationFn: (to: string | null) => call(setArrivalLine, { params: { arrivalId: id }, body: { lineId: to } }),
    onSuccess: refresh,
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  const isOthers = draft !== null && draft.by !== clientId
  return (
    <Group gap="xs" justify="space-between">
      <span className={classes.title}>
        <Anchor component={Link} to={paths.arrivals(id)} size="sm">
          {party?.name ?? file.name}
        </Anchor>
        <span className={classes.note}>
          {[party === null ? '' : file.name, day === null ? '' : formatDay(day)]
            .filter((part) => part !== '')
            .join(', ')}
        </span>
      </span>
      {isReceipt && <StatusBadge tone={tones[state]}>{arrivalStateWords[state]}</StatusBadge>}
      {isReceipt && isOthers && <Text size="sm">{draft.by} is recording this file.</Text>}
      {isReceipt && draft !== null && !isOthers && (
        <Button
          size="compact-sm"
          variant="default"
          component={Link}
          to={paths.form(documentPlaces[draft.kind].frame, { draft: draft.id })}
        >
          Continue draft
        </Button>
      )}
      {draft === null && state !== 'recorded' && (
        <Button
          size="compact-sm"
          variant="default"
          loading={link.isPending || record.isPending}
          onClick={() =>
            isReceipt ? record.mutate('bill') : link.mutate(lineId, { onSuccess: () => record.mutate('bill') })
          }
        >
          Record bill
        </Button>
      )}
      {isReceipt && state !== 'recorded' && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={link.isPending}
          onClick={() => link.mutate(null)}
          aria-label={`Remove ${file.name} from this line`}
        >
          Remove
        </Button>
      )}
    </Group>
  )
}
