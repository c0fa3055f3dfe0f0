// The templates of a form: start from one, or save the input as one.
import { Button, Text, TextInput } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import {
  listTemplates,
  saveTemplate,
  startFromTemplate,
  templateName,
  type Template,
} from '@talaan/contract/recurring.ts'
import type { ChosenTags } from '@talaan/contract/tag-kinds.ts'
import { formatMoney, type Money } from '@talaan/ledger/core/money.ts'
import type { RecurringType } from '@talaan/ledger/documents/recurring/occurrence.ts'
import { newId } from '../../ui/newId.ts'
import type { Channel } from './channel.ts'
import css from './Templates.module.css'

/** The values that are saved in a template. */
export type Contents = {
  fields: Record<string, unknown>
  /** The input, if the fields are not complete. */
  typed: Record<string, unknown> | null
  total: Money | null
}

type Props = {
  channel: Channel
  type: RecurringType
  contents: () => Contents & { tags: ChosenTags }
  /** The template from which this form was started. */
  template: { id: string; name: string } | null
}

export function Templates({ channel, type, contents, template }: Props) {
  const [templates, setTemplates] = useState<readonly Template[] | null>(null)
  const [name, setName] = useState(template?.name ?? '')
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ sentence: string; bad: boolean } | null>(null)

  function trying(failure: string, act: () => Promise<void>): void {
    setBusy(true)
    setSaid(null)
    act()
      .catch((error: unknown) => setSaid({ sentence: error instanceof Error ? error.message : failure, bad: true }))
      .finally(() => setBusy(false))
  }

  const load = useCallback(
    async () => setTemplates((await channel.call(listTemplates, { query: { kind: type } })).templates),
    [channel, type],
  )
  useEffect(() => {
    load().catch((error: unknown) =>
      setSaid({ sentence: error instanceof Error ? error.message : listTemplates.failure, bad: true }),
    )
  }, [load])

  const use = ({ id: templateId }: Template) =>
    trying(startFromTemplate.failure, async () => {
      const draftId = newId()
      await channel.call(startFromTemplate, { params: { templateId, draftId }, body: { keepPlaceholders: false } })
      channel.navigate({ to: 'form', id: draftId })
    })

  const same = templates?.find((one) => one.name.toLowerCase() === name.trim().toLowerCase())

  const save = () => {
    const read = templateName.safeParse(name)
    if (!read.success) return setSaid({ sentence: read.error.issues[0]?.message ?? '', bad: true })
    trying(saveTemplate.failure, async () => {
      const body = { kind: type, name: read.data, ...contents() }
      await channel.call(saveTemplate, { params: { templateId: same?.id ?? newId() }, body })
      await load()
      setSaid({ sentence: `Template “${read.data}” saved. To use it on a schedule, open Recurring.`, bad: false })
    })
  }

  return (
    <section className={css.panel} aria-labelledby="templates">
      <h2 id="templates">Templates</h2>
      {templates === null ? null : templates.length === 0 ? (
        <Text size="sm">No templates for this form yet. Fill in the form, then save it under a name.</Text>
      ) : (
        <ul className={css.list}>
          {templates.map((one) => (
            <li key={one.id}>
              <span>
                {one.name}
                <small>
                  {[one.party?.name, one.total === null ? '' : formatMoney(one.total)].filter(Boolean).join(', ')}
                </small>
              </span>
              <Button
                size="compact-sm"
                variant="default"
                disabled={busy}
                onClick={() => use(one)}
                aria-label={`New from template ${one.name}`}
              >
                New from template
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className={css.save}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextInput
          label="Name of the template"
          description="In descriptions and the memo, {month} and {year} are replaced with the month and year of the document."
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // In a recording form, Enter moves to the next field.
            event.preventDefault()
            save()
          }}
        />
        <Button type="submit" variant="default" loading={busy}>
          {same === undefined ? 'Save as template' : 'Replace template'}
        </Button>
      </form>
      {said && <Said {...said} />}
    </section>
  )
}

function Said({ sentence, bad }: { sentence: string; bad: boolean }) {
  return (
    <Text size="sm" role={bad ? 'alert' : 'status'} c={bad ? 'var(--mantine-color-error)' : undefined}>
      {sentence}
    </Text>
  )
}
