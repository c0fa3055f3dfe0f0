// The filters by project, department and branch; only the kinds that have tags are shown.
import { type TagFilters, type TagKind, tagKinds, tagKindWords } from '@talaan/contract/tag-kinds.ts'
import { listTags } from '@talaan/contract/tags.ts'
import { Suspense } from 'react'
import { useCall } from '../api.ts'
import { useSession } from '../session/session.ts'
import { later } from '../../ui/later.tsx'

// Only companies with tags need it.
const SearchSelect = later(async () => (await import('../../ui/SearchSelect.tsx')).SearchSelect)

type Props = {
  filters: TagFilters
  onChange: (changed: TagFilters) => void
  /** In a toolbar a select says by itself what it filters. */
  inLine?: boolean
}

export function TagSelects({ filters, onChange, inLine = false }: Props) {
  const tags = useTags()
  return tagKinds
    .filter((kind) => tags.some((tag) => tag.kind === kind) || filters[kind] !== undefined)
    .map((kind) => (
      <Suspense key={kind} fallback={null}>
        <SearchSelect
          size="sm"
          {...(inLine && { w: 148 })}
          {...(inLine ? { 'aria-label': tagKindWords[kind].one } : { label: tagKindWords[kind].one })}
          value={filters[kind] ?? ''}
          onChange={(value) => onChange({ [kind]: value === '' ? undefined : value })}
          data={[
            { value: '', label: `Any ${kind}` },
            ...tags
              .filter((tag) => tag.kind === kind)
              .map(({ id, name, active }) => ({ value: id, label: active ? name : `${name} (inactive)` })),
            { value: 'none', label: `No ${kind}` },
          ]}
        />
      </Suspense>
    ))
}

/** All tags; none until they are loaded. */
export function useTags() {
  const { passwordDue } = useSession()
  return useCall(listTags, {}, { enabled: !passwordDue }).data?.tags ?? []
}

/** The tags in an address; an invalid one is ignored. */
export function tagsInAddress(address: URLSearchParams): TagFilters {
  return Object.fromEntries(
    tagKinds.flatMap((kind): [TagKind, string][] => {
      const value = address.get(kind) ?? ''
      return value === 'none' || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? [[kind, value]] : []
    }),
  )
}
