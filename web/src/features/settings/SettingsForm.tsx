// Settings that are edited on the page itself: the input, its initial values, and saving.
import { Alert, Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useUnsaved } from '../../app/session/unsaved.ts'
import { type Field, Fields, typedOf } from './fields.tsx'
import classes from './settings.module.css'
import { useSaving } from './useSaving.ts'

type Props<Values> = {
  /** The stored values. */
  values: Values
  fields: readonly Field[]
  endpoint: Parameters<typeof useSaving>[0]['endpoint']
  savedMessage: string
}

export function SettingsForm<Values extends Parameters<typeof typedOf>[0]>({
  values,
  fields,
  endpoint,
  savedMessage,
}: Props<Values>) {
  const [known, setKnown] = useState(values)
  const [typed, setTyped] = useState(() => typedOf(values, fields))
  const begun = typedOf(known, fields)
  const isTyped = fields.some(({ name }) => typed[name] !== begun[name])
  // Changes saved by another user are shown, but never over unsaved input.
  if (known !== values && !isTyped) {
    setKnown(values)
    setTyped(typedOf(values, fields))
  }
  useUnsaved(isTyped)
  const queries = useQueryClient()
  const { save, mistakes, alert, busy, forget, today } = useSaving({
    endpoint,
    fields,
    savedMessage,
    onSaved: (saved) => {
      const now = { ...values, ...saved }
      setKnown(now)
      setTyped(typedOf(now, fields))
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!busy) save(typed, { was: known })
  }
  const undo = () => {
    setTyped(begun)
    void queries.invalidateQueries()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-labelledby="section">
      <div className={classes.fields}>
        <Fields
          fields={fields}
          typed={typed}
          mistakes={mistakes}
          today={today}
          onType={(name, text) => {
            setTyped((old) => ({ ...old, [name]: text }))
            forget(name)
          }}
        />
      </div>
      {alert !== undefined && (
        <Alert color="red" role="alert" mt="md">
          <Text size="sm">{alert}</Text>
        </Alert>
      )}
      <Group justify="flex-end" gap="sm" mt="lg">
        {isTyped && (
          <Button variant="default" onClick={undo}>
            Undo
          </Button>
        )}
        <Button type="submit" loading={busy}>
          Save
        </Button>
      </Group>
    </form>
  )
}
