// Filters by project, department and branch. A kind without tags is not shown.
import {
  type TagFilters,
  type TagKind,
  tagKinds,
  tagKindWords,
  type TagLabel,
  tagWords,
} from '@talaan/contract/tag-kinds.ts'
import { listTags } from '@talaan/contract/tags.ts'
import { Suspense } from 'react'
import { useCall } from '../api.ts'
import { useSession } from '../session/session.ts'
import { later } from '../../ui/later.tsx'

// Loaded only for companies with tags.
const SearchSelect = later(async () => (await import('../../ui/SearchSelect.tsx')).SearchSelect)

type Props = { filters: TagFilters; onChange: (changed: TagFilters) => void }

export function TagSelects({ filters, onChange }: Props) {
  const tags = useTags()
  return tagKinds
    .filter((kind) => tags.some((tag) => tag.kind === kind) || filters[kind] !== undefined)
    .map((kind) => (
      <Suspense key={kind} fallback={null}>
        <SearchSelect
          size="sm"
          label={tagKindWords[kind].one}
          value={filters[kind] ?? ''}
          onChange={(value) => onChange({ [kind]: value === '' ? undefined : value })}
          data={[
            { value: '', label: `Any ${kind}` },
            ...tags.filter((tag) => tag.kind === kind).map((tag) => ({ value: tag.id, label: nameOf(tag) })),
            { value: 'none', label: `No ${kind}` },
          ]}
        />
      </Suspense>
    ))
}

/**
 * All kinds of tags in one field of a toolbar. A choice adds a filter, and the chips of the list show the active
 * filters.
 */
export function TagFilter({ onChange }: Pick<Props, 'onChange'>) {
  const tags = useTags()
  const kinds = tagKinds.filter((kind) => tags.some((tag) => tag.kind === kind))
  if (kinds.length === 0) return null
  const choices = kinds.flatMap((kind) => [
    ...tags
      .filter((tag) => tag.kind === kind)
      .map((tag) => ({ kind, tag: tag.id, label: `${tagKindWords[kind].one}: ${nameOf(tag)}` })),
    { kind, tag: 'none', label: tagWords(kind, null) },
  ])
  return (
    <Suspense fallback={null}>
      <SearchSelect
        size="sm"
        w={112}
        aria-label="Tag"
        none="Any tag"
        value=""
        onChange={(value) => {
          const chosen = choices[Number(value)]
          if (value !== '' && chosen !== undefined) onChange({ [chosen.kind]: chosen.tag })
        }}
        data={choices.map(({ label }, at) => ({ value: String(at), label }))}
      />
    </Suspense>
  )
}

/** The tags by which a list is filtered, as chips. */
export const tagChips = (filters: TagFilters, tags: readonly TagLabel[]): { key: TagKind; words: string }[] =>
  tagKinds.flatMap((kind) => {
    const value = filters[kind]
    if (value === undefined) return []
    const name = value === 'none' ? null : (tags.find(({ id }) => id === value)?.name ?? '…')
    return [{ key: kind, words: tagWords(kind, name) }]
  })

const nameOf = ({ name, active }: { name: string; active: boolean }) => (active ? name : `${name} (inactive)`)

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
