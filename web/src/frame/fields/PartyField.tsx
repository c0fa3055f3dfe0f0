// The customer or supplier of a document, found by name or by TIN in any format, or registered in its own form.
import { Anchor } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { tinOrReason } from '@talaan/ledger/core/party.ts'
import { searchParties, type PartySearchRow, type PartyRole, type PartyRow } from '@talaan/contract/parties.ts'
import { PartyPicker, type PickerRow } from '../../ui/PartyPicker.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { balanceWords } from './balanceWords.ts'
import { moveFrom } from '../runtime/formKeys.ts'
import { opens } from '../runtime/opens.ts'
import type { Form, TextField, Typed } from '../runtime/formDefinition.ts'
import css from './PartyField.module.css'
import { withParty, type DocumentParty } from '../runtime/documentParty.ts'

type Props<T extends Typed> = {
  form: Form<T>
  /** The role to search for, and to register. */
  who: PartyRole
  /** Instead of 'Customer TIN' or 'Supplier TIN'. */
  label?: string
  /** Whether the receipt goes to this party's address by default. */
  mails?: boolean
}

export function PartyField<T extends Typed & DocumentParty>({
  form,
  who: role,
  label = words[role].label,
  mails = true,
}: Props<T>) {
  const { channel, typed } = form
  const { party, partySearch: search } = typed
  const onPick = (picked: PartyRow) => form.update((now) => withParty(now, mails ? picked : { ...picked, email: null }))
  const onRegister = (sought: string) => form.register(role, sought)
  const error = form.mistakes.get('party')
  const { someone } = words[role]
  const [found, setFound] = useState<readonly PartySearchRow[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [searching, setSearching] = useState(false)
  const [wanted, setWanted] = useState<{ typed: string } | null>(null)
  const before = useRef<PartyRow | null>(null)

  useEffect(() => {
    if (wanted === null) return
    let stale = false
    const timer = setTimeout(
      () => {
        const term = wanted.typed.trim().slice(0, 100)
        channel
          .call(searchParties, { query: { role, ...(term === '' ? {} : { search: term }) } })
          .then(({ parties }) => {
            if (stale) return
            setFound(parties)
            setFailure(null)
          })
          .catch((error: unknown) => {
            if (stale) return
            setFound([])
            setFailure(error instanceof Error ? error.message : searchParties.failure)
          })
          .finally(() => {
            if (!stale) setSearching(false)
          })
      },
      wanted.typed === '' ? 0 : 150,
    )
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [wanted, channel, role])

  const ask = (typed: string) => {
    setSearching(true)
    setWanted({ typed })
  }
  const term = search.trim()
  const nothing = !searching && found.length === 0
  const message =
    failure ??
    (nothing ? (term === '' ? `No ${someone}s are registered yet.` : `No ${someone} matches '${term}'.`) : null)

  return (
    <div {...opens('party', party?.id)}>
      <PartyPicker
        inputId="party"
        required={form.input('party' as TextField<T>)['aria-required'] === true}
        label={label}
        hint="Part of the name or TIN"
        search={search}
        onSearch={(sought) => {
          if (party) before.current = party
          form.set({ partySearch: sought } as Partial<T>)
          ask(sought)
        }}
        picked={party ? pickerRow(party) : null}
        rows={found.map((row) => ({ ...pickerRow(row), balance: balanceWords(row, role) }))}
        searching={searching}
        message={message}
        onPick={(id) => {
          const row = found.find((one) => one.id === id)
          if (row === undefined) return
          // Not kept, because open amounts change and a draft would store them.
          const { balance: _, ...picked } = row
          onPick(picked)
        }}
        onRestore={() => {
          if (party === null && before.current) onPick(before.current)
        }}
        registerLabel={registerLabel(term, someone)}
        onRegister={() => onRegister(party ? '' : term)}
        onOpen={() => ask(party ? '' : search)}
        onDone={() => {
          // Runs after the party's values are in the next field, so that its text is selected.
          queueMicrotask(() => {
            const input = document.getElementById('party')
            if (input) moveFrom(input, 1)
          })
        }}
        error={error}
      />
      {party ? (
        <div className={css.picked}>
          <span className={css.tin}>{party.tin === '' ? tinOrReason(party) : `TIN ${party.tin}`}</span>
          {party.noTin === '' && (
            <StatusBadge tone={party.vatStatus === 'vat' ? 'good' : 'plain'}>{vatWords[party.vatStatus]}</StatusBadge>
          )}
          {party.government && <StatusBadge tone="look">Government</StatusBadge>}
          {party.noTin !== 'various' && (
            <span className={css.address} title={party.address}>
              {party.address === '' ? 'No address registered' : party.address}
            </span>
          )}
        </div>
      ) : (
        <Anchor component="button" type="button" size="sm" mt={4} onClick={() => onRegister(term)}>
          {term === '' ? `TIN not in the list? Register a ${someone}` : registerLabel(term, someone)}
        </Anchor>
      )}
    </div>
  )
}

const vatWords = { vat: 'VAT-registered', non_vat: 'Non-VAT', unknown: 'VAT status not known' } as const

const words = {
  customer: { label: 'Customer TIN', someone: 'customer' },
  supplier: { label: 'Supplier TIN', someone: 'supplier' },
} as const satisfies Record<PartyRole, { label: string; someone: string }>

const registerLabel = (term: string, someone: string) =>
  term === '' ? `Register a ${someone}` : `Register ${someone} '${term}'`

function pickerRow(row: PartyRow): PickerRow {
  const { id, name, address, noTin, vatStatus, government } = row
  return {
    id,
    name,
    tin: tinOrReason(row),
    address,
    balance: '',
    badge: government ? 'Government' : vatStatus === 'unknown' || noTin !== '' ? '' : vatWords[vatStatus],
  }
}
