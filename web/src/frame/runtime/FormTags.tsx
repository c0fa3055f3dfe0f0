// The tags of the document that a form records, shown only if the company has tags. They are saved with the draft but
// are not part of the reviewed document.
import { type ChosenTags, type TagKind, tagKinds, tagKindWords } from '@talaan/contract/tag-kinds.ts'
import type { listTags } from '@talaan/contract/tags.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { ChoiceInput } from '../../ui/ChoiceInput.tsx'
import css from './DocumentForm.module.css'

export type OfferedTags = AnswerOf<typeof listTags>['tags']

type Props = { offered: OfferedTags; chosen: ChosenTags; onChoose: (chosen: ChosenTags) => void }

export function FormTags({ offered, chosen, onChoose }: Props) {
  const kinds = tagKinds.filter((kind) => choicesOf(offered, kind, chosen[kind]).length > 0)
  if (kinds.length === 0) return null
  return (
    <fieldset className={css.tags}>
      <legend>Tags</legend>
      <div className={css.row}>
        {kinds.map((kind) => (
          <ChoiceInput
            key={kind}
            label={`${tagKindWords[kind].one} (optional)`}
            value={chosen[kind] ?? ''}
            onChange={(value) => {
              const { [kind]: _, ...others } = chosen
              const isTag = offered.some(({ id }) => id === value)
              onChoose(isTag ? { ...others, [kind]: value } : others)
            }}
            none="None"
            options={choicesOf(offered, kind, chosen[kind])}
          />
        ))}
      </div>
    </fieldset>
  )
}

const choicesOf = (offered: OfferedTags, kind: TagKind, chosen: string | undefined) =>
  offered
    .filter((tag) => tag.kind === kind && (tag.active || tag.id === chosen))
    .map(({ id, name }) => ({ value: id, label: name }))

/** The tags in a saved draft. */
export function tagsIn({ tags }: Readonly<Record<string, unknown>>): ChosenTags {
  if (typeof tags !== 'object' || tags === null) return {}
  return Object.fromEntries(
    tagKinds.flatMap((kind) => {
      const id = (tags as Partial<Record<TagKind, unknown>>)[kind]
      return typeof id === 'string' ? [[kind, id]] : []
    }),
  )
}
