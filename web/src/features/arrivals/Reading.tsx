// The values that were read from a file, each with its grade. The page shows the value that the user points at or
// focuses.
import { Alert, List } from '@mantine/core'
import { type Arrival, type ArrivalReading, type ReadValue } from '@talaan/contract/arrivals.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './reading.module.css'
import { fieldWords, gradeWords, kindWords, shownValue } from './words.ts'

const gradeTones = { proved: 'good', labelled: 'plain', question: 'look' } as const

type Props = {
  arrival: Arrival
  reading: ArrivalReading
  active: ReadValue | undefined
  onActive: (field: ReadValue) => void
  /** Takes the value into the form next to the file. */
  onTake?: (text: string) => void
}

export function Reading({ arrival, reading, active, onActive, onTake }: Props) {
  const { fields, points, kind } = reading
  return (
    <div className={classes.reading}>
      {points.length > 0 && arrival.state !== 'notDocument' && arrival.state !== 'recorded' && (
        <Alert color="yellow" variant="light" p="xs">
          {points.length === 1 ? (
            points[0]
          ) : (
            <List size="sm">
              {points.map((point) => (
                <List.Item key={point}>{point}</List.Item>
              ))}
            </List>
          )}
        </Alert>
      )}
      {fields.length > 0 && (
        <ul className={classes.fields} aria-label={`Read from this ${kindWords[kind].toLowerCase()}`}>
          {fields.map((field, at) => (
            <li key={`${field.name} ${at}`}>
              <button
                type="button"
                className={classes.field}
                aria-pressed={field === active}
                onFocus={() => onActive(field)}
                onMouseEnter={() => onActive(field)}
                onClick={() => (onTake ? onTake(shownValue(field)) : onActive(field))}
              >
                <span className={classes.label}>{fieldWords[field.name]}</span>
                <span className={classes.value}>{shownValue(field)}</span>
                <StatusBadge tone={gradeTones[field.grade]}>{gradeWords[field.grade]}</StatusBadge>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
