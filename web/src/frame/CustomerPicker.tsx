// The customer of the invoice: found by name or any grouping of the digits of a TIN, or registered in a form of its own.
import { Anchor } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { searchParties, type PartyRow } from '@talaan/contract/parties.ts'
import { PartyPicker, type PickerRow } from '../ui/PartyPicker.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { Channel } from './channel.ts'
import css from './CustomerPicker.module.css'
import { moveFrom } from './formKeys.ts'

type Props = {
  channel: Channel
  search: string
  party: PartyRow | null
  onSearch: (typed: string) => void
  onPick: (party: PartyRow) => void
  /** Off to the registration, with what was searched. */
  onRegister: (search: string) => void
  error?: string
}

export function CustomerPicker({ channel, search, party, onSearch, onPick, onRegister, error }: Props) {
  const [found, setFound] = useState<readonly PartyRow[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [searching, setSearching] = useState(false)
  const [wanted, setWanted] = useState<{ typed: string } | null>(null)
  const before = useRef<PartyRow | null>(null)

  useEffect(() => {
    if (wanted === null) return
    let stale = false
    const asked = setTimeout(
      () => {
        const term = wanted.typed.trim().slice(0, 100)
        channel
          .call(searchParties, { query: { role: 'customer', ...(term === '' ? {} : { search: term }) } })
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
      clearTimeout(asked)
    }
  }, [wanted, channel])

  const ask = (typed: string) => {
    setSearching(true)
    setWanted({ typed })
  }
  const term = search.trim()
  const nothing = !searching && found.length === 0
  const message =
    failure ?? (nothing ? (term === '' ? 'No customer is registered yet.' : `No customer matches '${term}'.`) : null)

  return (
    <div>
      <PartyPicker
        inputId="party"
        label="Customer TIN"
        hint="Type part of the name or the TIN; example 000-000-000."
        search={search}
        onSearch={(typed) => {
          if (party) before.current = party
          onSearch(typed)
          ask(typed)
        }}
        picked={party ? pickerRow(party) : null}
        rows={found.map(pickerRow)}
        searching={searching}
        message={message}
        onPick={(id) => {
          const row = found.find((one) => one.id === id)
          if (row) onPick(row)
        }}
        onRestore={() => {
          if (party === null && before.current) onPick(before.current)
        }}
        register={{ label: registerLabel(term), act: () => onRegister(party ? '' : term) }}
        onOpen={() => ask(party ? '' : search)}
        onDone={() => {
          const input = document.getElementById('party')
          if (input) moveFrom(input, 1)
        }}
        error={error}
      />
      {party ? (
        <div className={css.picked}>
          <span className={css.tin}>{party.tin === '' ? 'No TIN registered' : `TIN ${party.tin}`}</span>
          <StatusBadge tone={party.vatStatus === 'vat' ? 'good' : 'plain'}>{vatWords[party.vatStatus]}</StatusBadge>
          {party.government && <StatusBadge tone="look">Government</StatusBadge>}
          <span className={css.address}>{party.address === '' ? 'No address registered' : party.address}</span>
        </div>
      ) : (
        <Anchor component="button" type="button" size="sm" mt={4} onClick={() => onRegister(term)}>
          {term === '' ? 'TIN not in the list? Register a customer' : registerLabel(term)}
        </Anchor>
      )}
    </div>
  )
}

const vatWords = { vat: 'VAT-registered', non_vat: 'Non-VAT', unknown: 'VAT status not known' } as const

const registerLabel = (term: string) => (term === '' ? 'Register a customer' : `Register customer '${term}'`)

function pickerRow({ id, name, tin, address, vatStatus, government }: PartyRow): PickerRow {
  return {
    id,
    name,
    tin,
    address,
    badge: government ? 'Government' : vatStatus === 'unknown' ? '' : vatWords[vatStatus],
  }
}
