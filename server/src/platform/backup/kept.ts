// Which backups are retained: the newest seven, and the newest of each of the last seven days, five weeks, twelve months and ten years that have one.
import { addDays, daysBetween, monthOf, type Day } from '@talaan/ledger/core/date.ts'

export type Dated = { name: string; day: Day }

/** The names of backups to delete: none is the newest of a day, week, month or year that is still retained. */
export function mayGo(backups: readonly Dated[]): string[] {
  const newestFirst = backups.toSorted((one, other) => (one.name < other.name ? 1 : -1))
  const kept = new Set<string>()
  for (const { keep, unit } of spans) {
    const seen = new Set<string>()
    for (const { name, day } of newestFirst) {
      const belongs = unit(day, name)
      if (seen.has(belongs)) continue
      if (seen.size === keep) break
      seen.add(belongs)
      kept.add(name)
    }
  }
  return newestFirst.filter(({ name }) => !kept.has(name)).map(({ name }) => name)
}

const spans: readonly { keep: number; unit: (day: Day, name: string) => string }[] = [
  { keep: 7, unit: (_, name) => name },
  { keep: 7, unit: (day) => day },
  { keep: 5, unit: weekOf },
  { keep: 12, unit: monthOf },
  { keep: 10, unit: (day) => day.slice(0, 4) },
]

/** The Monday of the week. */
function weekOf(day: Day): string {
  const since = daysBetween('1990-01-01', day)
  return addDays(day, -(((since % 7) + 7) % 7))
}
