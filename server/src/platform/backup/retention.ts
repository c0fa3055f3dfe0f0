// Which backups are retained: the newest seven, and the newest of each of the last seven days, five weeks, twelve months and ten years that have one.
import { addDays, daysBetween, monthOf, type Day } from '@talaan/ledger/core/date.ts'

export type Dated = { name: string; day: Day }

/** The names of backups to delete: none is the newest of a day, week, month or year that is still retained. */
export function backupsToDelete(backups: readonly Dated[]): string[] {
  const newestFirst = backups.toSorted((one, other) => (one.name < other.name ? 1 : -1))
  const retained = new Set<string>()
  for (const { count, unit } of spans) {
    const seen = new Set<string>()
    for (const { name, day } of newestFirst) {
      const belongs = unit(day, name)
      if (seen.has(belongs)) continue
      if (seen.size === count) break
      seen.add(belongs)
      retained.add(name)
    }
  }
  return newestFirst.filter(({ name }) => !retained.has(name)).map(({ name }) => name)
}

const spans: readonly { count: number; unit: (day: Day, name: string) => string }[] = [
  { count: 7, unit: (_, name) => name },
  { count: 7, unit: (day) => day },
  { count: 5, unit: weekOf },
  { count: 12, unit: monthOf },
  { count: 10, unit: (day) => day.slice(0, 4) },
]

/** The Monday of the week. */
function weekOf(day: Day): string {
  const since = daysBetween('1990-01-01', day)
  return addDays(day, -(((since % 7) + 7) % 7))
}
