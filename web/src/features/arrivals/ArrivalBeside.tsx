// The file beside the form that records it: its pages, with the place of the field that has the focus.
import { Button, Group, Text, Title } from '@mantine/core'
import type { getArrivalOfDraft, ReadValue } from '@talaan/contract/arrivals.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import type { ReadFieldName } from '@talaan/ledger/capture/names.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import classes from './arrivals.module.css'
import { PageView } from './PageView.tsx'
import { Reading } from './Reading.tsx'

type Answer = AnswerOf<typeof getArrivalOfDraft>
type Props = {
  arrival: NonNullable<Answer['arrival']>
  reading: Answer['reading']
  /** The id of the field of the form that has the focus. */
  field: string
}

/** What is shown for a field of the form; the first that was read. */
const placesOf: readonly (readonly [RegExp, readonly ReadFieldName[]])[] = [
  [/^(party|paidTo)$/, ['sellerName', 'sellerTin']],
  [/^externalNo$/, ['number']],
  [/^day$/, ['day']],
  [/^vatPrinted$/, ['vat']],
  [/^lines-\d+-amount$|^amount$/, ['total', 'vatable']],
  [/^lines-\d+-vat$/, ['vat', 'vatable']],
  [/^lines-\d+-atc$/, ['withheld']],
]

export function ArrivalBeside({ arrival, reading, field }: Props) {
  const [pointed, setPointed] = useState<{ field: string; value: ReadValue }>()
  const fields = reading?.fields ?? []
  const names = placesOf.find(([id]) => id.test(field))?.[1] ?? []
  const focused = names.map((name) => fields.find((one) => one.name === name)).find((one) => one !== undefined)
  // A value that the pointer chose stays until the next field has the focus.
  const active = pointed?.field === field ? pointed.value : focused
  return (
    <section className={classes.panel} aria-labelledby="arrival">
      <Group justify="space-between" gap="xs" mb="xs" align="flex-start">
        <div className={classes.title}>
          <Title order={2} size="h4" id="arrival">
            {arrival.file.name}
          </Title>
          {arrival.note !== '' && (
            <Text size="sm" c="dimmed">
              {arrival.note}
            </Text>
          )}
        </div>
        <Button component={Link} to={paths.arrivals()} variant="default" size="compact-sm">
          Back to Arrivals
        </Button>
      </Group>
      <PageView arrival={arrival} pictures={reading?.pictures ?? 0} fields={fields} active={active} />
      {reading !== null && (
        <div className={classes.below}>
          <Reading
            arrival={arrival}
            reading={reading}
            active={active}
            onActive={(value) => setPointed({ field, value })}
          />
        </div>
      )}
    </section>
  )
}
