// The status of a month, as shown on the page of the banks.
import type { MonthState } from '@talaan/contract/reconciliation.ts'
import type { Tone } from '../../ui/StatusBadge.tsx'

type Month = {
  state: MonthState
  /** The month is closed in the books. */
  closed: boolean
  lines: number
  open: number
  questions: number
  signed: { by: string } | null
}

export type ShownState = { tone: Tone; words: string; detail: string }

export function shownState({ state, closed, lines, open, questions, signed }: Month): ShownState {
  const detail = questions > 0 ? counted(questions, 'question') : open > 0 ? `${open.toLocaleString('en')} left` : ''
  switch (state) {
    case 'signed':
      return { tone: 'good', words: closed ? 'Locked' : 'Reconciled', detail: signed === null ? '' : `by ${signed.by}` }
    case 'changed':
      return { tone: 'look', words: 'Changed', detail: 'after sign-off' }
    case 'ready':
      return { tone: 'look', words: 'In progress', detail: questions > 0 ? detail : 'Ready to sign off' }
    case 'open':
      return open < lines ? { tone: 'look', words: 'In progress', detail } : { tone: 'plain', words: 'Open', detail }
    case 'noStatement':
      return { tone: 'plain', words: 'No statement', detail: '' }
    case 'reversals':
      return { tone: 'plain', words: 'No statement', detail: 'Reversals only' }
  }
}

const counted = (count: number, word: string) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`
