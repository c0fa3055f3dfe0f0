// The filters of the Transactions page as fields. Each filter is added to the address as soon as it is valid.
import { NativeSelect } from '@mantine/core'
import { stateFilterWords } from '@talaan/contract/documents.ts'
import { documentWords, documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { parseTypedAmount, plainMoney } from '@talaan/ledger/core/money.ts'
import { useState } from 'react'
import { PartySelect } from '../../app/PartySelect.tsx'
import { TagSelects } from '../../app/table/TagSelects.tsx'
import { MoneyInput } from '../../ui/MoneyInput.tsx'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import { ListPeriod } from '../documents/ListPeriod.tsx'
import { type Filters, typesIn } from './transactionFilters.ts'
import classes from './transactions.module.css'

type Change = (changed: Record<string, string | undefined>) => void
type Props = {
  address: URLSearchParams
  filters: Filters
  people: readonly string[]
  /** The customer or supplier in the filter, once it is loaded. */
  party: { id: string; name: string } | undefined
  onChange: Change
}

export function FilterPanel({ address, filters, people, party, onChange }: Props) {
  const valueOf = (key: string) => address.get(key) ?? ''
  const kinds = typesIn(valueOf('kinds'))
  return (
    <div className={classes.panel}>
      <fieldset className={classes.kinds}>
        <legend>Types</legend>
        {documentTypeNames.map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              className={classes.check}
              checked={kinds.includes(kind)}
              onChange={(event) => {
                const next = event.currentTarget.checked ? [...kinds, kind] : kinds.filter((each) => each !== kind)
                onChange({ kinds: next.join('.') })
              }}
            />
            {documentWords[kind].words.plural}
          </label>
        ))}
      </fieldset>
      <div className={classes.fields}>
        <ListPeriod dates={filters} onChange={onChange} />
        <TagSelects filters={filters} onChange={onChange} />
        <AmountFilter label="Minimum amount" value={valueOf('least')} onAmount={(least) => onChange({ least })} />
        <AmountFilter label="Maximum amount" value={valueOf('most')} onAmount={(most) => onChange({ most })} />
        <PartySelect
          size="sm"
          label="Customer or supplier"
          value={filters.party ?? ''}
          known={party === undefined ? [] : [party]}
          onChange={(id) => id !== undefined && onChange({ party: id ?? '' })}
        />
        <SearchSelect
          size="sm"
          label="Recorded by"
          value={filters.recordedBy ?? ''}
          onChange={(recordedBy) => onChange({ recordedBy })}
          data={[{ value: '', label: 'Anyone' }, ...people.map((name) => ({ value: name, label: name }))]}
        />
        <NativeSelect
          size="sm"
          label="Status"
          value={valueOf('status')}
          onChange={(event) => onChange({ status: event.currentTarget.value })}
          data={[
            { value: '', label: 'All' },
            ...Object.entries(stateFilterWords).map(([value, label]) => ({ value, label })),
          ]}
        />
        <NativeSelect
          size="sm"
          label="Files"
          value={valueOf('files')}
          onChange={(event) => onChange({ files: event.currentTarget.value })}
          data={[
            { value: '', label: 'With or without' },
            { value: 'with', label: 'With files' },
            { value: 'without', label: 'Without files' },
          ]}
        />
        <NativeSelect
          size="sm"
          label="Balance"
          value={valueOf('open')}
          onChange={(event) => onChange({ open: event.currentTarget.value })}
          data={[
            { value: '', label: 'Open or not' },
            { value: 'yes', label: 'Open' },
          ]}
        />
      </div>
    </div>
  )
}

type AmountProps = { label: string; value: string; onAmount: (amount: string) => void }

function AmountFilter({ label, value, onAmount }: AmountProps) {
  const [typed, setTyped] = useTypedValue(value, (amount) => amount)
  return (
    <MoneyInput
      size="sm"
      label={label}
      value={typed}
      onChange={setTyped}
      onBlur={(event) => {
        const read = parseTypedAmount(event.currentTarget.value)
        if (read.ok) onAmount(plainMoney(read.amount))
        else if (typed.trim() === '') onAmount('')
      }}
    />
  )
}

/** The input of a field whose value is in the address. The address can change without the field. */
function useTypedValue(value: string, shown: (value: string) => string) {
  const [typed, setTyped] = useState(shown(value))
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(shown(value))
  }
  return [typed, setTyped] as const
}
