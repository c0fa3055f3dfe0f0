// Merges two registrations of the same customer or supplier: find the other one, choose which stays, and check the
// effects.
import { Alert, SegmentedControl, Skeleton, Text, TextInput, Textarea } from '@mantine/core'
import {
  checkParty,
  type MergePreview,
  mergeParty,
  type PartyAnswer,
  previewMerge,
  searchParties,
} from '@talaan/contract/parties.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { tinOrReason } from '@talaan/ledger/core/party.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { Answered } from '../../app/problems.tsx'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { newId } from '../../ui/newId.ts'
import { toast } from '../../ui/toast.ts'
import documents from '../documents/documents.module.css'
import classes from './parties.module.css'

type Choice = { id: string; name: string; tin: string; note: string }

export function MergeDialog({ party, onClose }: { party: PartyAnswer; onClose: () => void }) {
  const queries = useQueryClient()
  const [mergeId] = useState(newId)
  const [other, setOther] = useState<Choice | null>(null)
  const [staying, setStaying] = useState(party.id)
  const [reason, setReason] = useState('')
  const goes = other === null ? null : staying === party.id ? other.id : party.id
  const preview = useCall(
    previewMerge,
    { params: { partyId: goes ?? party.id }, query: { into: staying } },
    { enabled: goes !== null },
  )
  const merging = useMutation({
    mutationFn: (partyId: string) =>
      call(mergeParty, { params: { partyId }, body: { mergeId, into: staying, reason: reason.trim() } }),
    onSuccess: async () => {
      await queries.invalidateQueries()
      toast({ title: 'Registrations merged', tone: 'good' })
      onClose()
    },
  })
  const ready = goes !== null && preview.data?.refused === ''
  return (
    <TypingDialog
      title={`Merge ${party.name}`}
      submit={ready ? 'Merge' : null}
      unsaved={other !== null && !merging.isSuccess}
      busy={merging.isPending}
      alert={merging.error ? sentenceOf(merging.error) : undefined}
      onSubmit={() => ready && merging.mutate(goes)}
      onClose={onClose}
      size={620}
    >
      {other === null ? (
        <FindOther party={party} onChoose={setOther} />
      ) : (
        <>
          <div>
            <Text size="sm" fw={600} mb={4} id="stays">
              Which registration stays?
            </Text>
            <SegmentedControl
              fullWidth
              orientation="vertical"
              aria-labelledby="stays"
              value={staying}
              onChange={(id) => {
                merging.reset()
                setStaying(id)
              }}
              data={[
                { value: party.id, label: <Named name={party.name} tin={tinOrReason(party.fields)} /> },
                { value: other.id, label: <Named name={other.name} tin={other.tin} /> },
              ]}
            />
          </div>
          <Answered query={preview} loading={<Skeleton h={120} />}>
            {(found) => <Preview preview={found} />}
          </Answered>
          {ready && (
            <Textarea
              label="Reason"
              description="Enter at least five characters. The reason is shown on both pages."
              rows={2}
              maxLength={500}
              value={reason}
              onChange={(event) => {
                merging.reset()
                setReason(event.currentTarget.value)
              }}
            />
          )}
        </>
      )}
    </TypingDialog>
  )
}

const Named = ({ name, tin }: { name: string; tin: string }) => (
  <span className={classes.named}>
    {name} <span>{tin}</span>
  </span>
)

/** Similar registrations are suggested first; typing finds any other one. */
function FindOther({ party, onChoose }: { party: PartyAnswer; onChoose: (choice: Choice) => void }) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const { tin, country, foreignTaxNo } = party.fields
  const alike = useCall(
    checkParty,
    { body: { tin, name: party.name, country, foreignTaxNo } },
    { enabled: search === '' },
  )
  const found = useCall(searchParties, { query: { search } }, { keepPrevious: true, enabled: search !== '' })
  const choices =
    search === ''
      ? alike.data?.lookAlikes.map((one) => ({ ...one.party, note: one.reason }))
      : found.data?.parties.map((one) => ({ ...one, note: one.address }))
  const others = choices?.filter(({ id, noTin }) => id !== party.id && noTin !== 'various')
  return (
    <>
      <Text size="sm">
        Use this if the same customer or supplier was registered twice. Recorded documents keep the name and TIN that
        were printed on them.
      </Text>
      <TextInput
        label="Find the other registration"
        placeholder="Part of the name or TIN"
        maxLength={100}
        data-autofocus
        leftSection={<Icon name="search" size={16} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {others === undefined ? (
        <Skeleton h={80} />
      ) : others.length === 0 ? (
        <Text size="sm" c="dimmed">
          {search === '' ? 'No similar registrations. Type a name or a TIN.' : 'No matches.'}
        </Text>
      ) : (
        <ul className={classes.choices} aria-label="Registrations">
          {others.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                onClick={() => onChoose({ id: one.id, name: one.name, tin: tinOrReason(one), note: one.note })}
              >
                <strong>{one.name}</strong> {tinOrReason(one)}
                <span className={documents.quiet}>{one.note}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Preview({ preview }: { preview: MergePreview }) {
  const {
    goes,
    stays,
    documents: count,
    openItems,
    open,
    certificates,
    differences,
    taxFrom,
    warnings,
    refused,
  } = preview
  if (refused !== '')
    return (
      <Alert color="red" role="alert" title="These registrations can’t be merged">
        {refused}
      </Alert>
    )
  const moved = [
    counted(count, 'document'),
    openItems === 0 ? 'no open items' : `${counted(openItems, 'open item')} of ${formatMoney(open)}`,
    ...(certificates === 0 ? [] : [counted(certificates, 'issued certificate')]),
  ]
  return (
    <>
      {warnings.map((sentence) => (
        <Alert key={sentence} color="yellow" title="Check this first">
          {sentence}
        </Alert>
      ))}
      <ul className={classes.effects}>
        <li>
          {goes.name} has {moved.join(', ')}. Lists and reports show them under {stays.name}.
        </li>
        <li>Recorded documents and issued certificates keep the name and TIN that were printed on them.</li>
        <li>
          {taxFrom === null
            ? `Tax lists and returns use ${stays.name}.`
            : `Tax lists and returns use ${stays.name} from ${formatDay(taxFrom)}. Filed periods stay as they are.`}
        </li>
        <li>You can undo the merge until a document, certificate or return depends on it.</li>
      </ul>
      {differences.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            Details that differ
          </Text>
          <dl className={documents.facts} style={{ fontSize: 14 }}>
            {differences.map(({ label, goes: gone, stays: kept }) => [
              <dt key={`${label} t`}>{label}</dt>,
              <dd key={`${label} d`}>
                {kept || 'nothing'} <span className={documents.quiet}>instead of {gone || 'nothing'}</span>
              </dd>,
            ])}
          </dl>
        </div>
      )}
    </>
  )
}

const counted = (count: number, noun: string) => `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`
