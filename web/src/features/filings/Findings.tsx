// The findings of a list. Findings that block its file come first; each links to the place to correct it.
import type { FindingAnswer } from '@talaan/contract/tax-lists.ts'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx'
import classes from './lists.module.css'

const weights = {
  stops: { tone: 'bad', word: 'Blocks the file' },
  confirm: { tone: 'look', word: 'Not confirmed' },
  warns: { tone: 'look', word: 'Check' },
} as const satisfies Record<FindingAnswer['weight'], { tone: Tone; word: string }>

const order = ['stops', 'confirm', 'warns'] as const

export function Findings({ findings }: { findings: readonly FindingAnswer[] }) {
  if (findings.length === 0) return null
  const sorted = findings.toSorted((a, b) => order.indexOf(a.weight) - order.indexOf(b.weight))
  return (
    <ul className={classes.findings} aria-label="Before you submit">
      {sorted.map(({ weight, sentence, about }) => (
        <li key={sentence}>
          <StatusBadge tone={weights[weight].tone}>{weights[weight].word}</StatusBadge>
          <span>
            {sentence}{' '}
            {about && (
              <Link className={classes.link} to={placeOf(about)}>
                {wordOf(about)}
              </Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

type About = NonNullable<FindingAnswer['about']>

function placeOf(about: About): string {
  if (about.at === 'company') return paths.settings('company')
  if (about.at === 'registrations') return paths.settings('taxes')
  return about.at === 'party' ? paths.party(about.id) : paths.document(about.document.kind, about.document.id)
}

function wordOf(about: About): string {
  if (about.at === 'company') return 'Company settings'
  if (about.at === 'registrations') return 'Registrations'
  return about.at === 'party' ? 'Register' : about.document.number
}
