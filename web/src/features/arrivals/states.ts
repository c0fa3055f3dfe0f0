// How the status of a file is shown, and whether the file is still being read.
import type { Arrival, ArrivalState } from '@talaan/contract/arrivals.ts'
import type { Tone } from '../../ui/StatusBadge.tsx'

export const tones: Readonly<Record<ArrivalState, Tone>> = {
  new: 'plain',
  reading: 'plain',
  ready: 'good',
  drafted: 'plain',
  recorded: 'good',
  attention: 'look',
  notDocument: 'plain',
}

/** While a file is being read, its status is requested again. */
export const pollMs = 2_000
export const isBeingRead = ({ state }: Pick<Arrival, 'state'>) => state === 'new' || state === 'reading'
