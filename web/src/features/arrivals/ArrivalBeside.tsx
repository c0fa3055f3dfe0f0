// The file next to the form that records it. Its pages show where the value of the focused field is printed.
import { Button, Text, Title } from '@mantine/core'
import type { getArrivalOfDraft, ReadValue } from '@talaan/contract/arrivals.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import type { ReadFieldName } from '@talaan/ledger/capture/names.ts'
import { useState, type Ref } from 'react'
import { Link } from 'react-router'
import type { PagesHandle } from '../../app/files/PagesView.tsx'
import { paths } from '../../app/paths.ts'
import classes from './arrivals.module.css'
import { PageView } from './PageView.tsx'
import { Reading } from './Reading.tsx'
import { ReceiptOf } from './ReceiptOf.tsx'

type Answer = AnswerOf<typeof getArrivalOfDraft>
type Props = {
  arrival: NonNullable<Answer['arrival']>
  reading: Answer['reading']
  line: Answer['line']
  /** The id of the form's field that has the focus. */
  field: string
  /** Puts a text into that field. */
  onTake: (text: string) => void
  /** Only on screens with space for both. */
  onHide: () => void
  ref: Ref<PagesHandle>
}

/** The values to show for a field of the form; the first one that was read is used. */
const placesOf: readonly (readonly [RegExp, readonly ReadFieldName[]])[] = [
  [/^(party|paidTo)$/, ['sellerName', 'sellerTin']],
  [/^externalNo$/, ['number']],
  [/^day$/, ['day']],
  [/^vatPrinted$/, ['vat']],
  [/^lines-\d+-amount$|^amount$/, ['total', 'vatable']],
  [/^lines-\d+-vat$/, ['vat', 'vatable']],
  [/^lines-\d+-atc$/, ['withheld']],
]

export function ArrivalBeside({ arrival, reading, line, field, onTake, onHide, ref }: Props) {
  const [pointed, setPointed] = useState<{ field: string; value: ReadValue }>()
  const [isOpen, setOpen] = useState(false)
  const fields = reading?.fields ?? []
  const names = placesOf.find(([id]) => id.test(field))?.[1] ?? []
  const focused = names.map((name) => fields.find((one) => one.name === name)).find((one) => one !== undefined)
  // A value that the user pointed at stays marked until another field gets the focus.
  const active = pointed?.field === field ? pointed.value : focused
  return (
    <section className={`${classes.panel} ${classes.tall}`} aria-labelledby="arrival">
      <Title order={2} size="h4" id="arrival" mb={8} title={arrival.file.name} className={classes.line ?? ''}>
        {arrival.file.name}
      </Title>
      {arrival.note !== '' && (
        <Text size="sm" c="dimmed" mb={8}>
          {arrival.note}
        </Text>
      )}
      {line !== null && arrival.draft?.kind === 'bill' && <ReceiptOf arrivalId={arrival.id} line={line} isOpen />}
      <PageView
        arrival={arrival}
        pictures={reading?.pictures ?? 0}
        fields={fields}
        active={active}
        onTake={onTake}
        actions={
          <>
            <Button component={Link} to={paths.arrivals()} variant="default" size="compact-sm">
              Back to Arrivals
            </Button>
            <Button className={classes.hide ?? ''} variant="default" size="compact-sm" onClick={onHide}>
              Hide
            </Button>
          </>
        }
        ref={ref}
      />
      <Text size="xs" c="dimmed" mt={6}>
        Click a word to insert it into the current field, or drag across several words.
      </Text>
      {reading !== null && (
        <details className={classes.below} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className={classes.summary}>{summaryOf(reading)}</summary>
          <Reading
            arrival={arrival}
            reading={reading}
            active={active}
            onActive={(value) => setPointed({ field, value })}
            onTake={onTake}
          />
        </details>
      )}
    </section>
  )
}

function summaryOf({ fields, points }: NonNullable<Answer['reading']>): string {
  const read =
    fields.length === 0 ? 'Nothing read' : `${fields.length} ${fields.length === 1 ? 'value' : 'values'} read`
  return points.length === 0 ? read : `${read}, ${points.length} to check`
}
