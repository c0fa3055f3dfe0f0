// Printed labels, found in a row although some letters were read wrong.
import type { Row } from './rows.ts'

export type Found<Role> = { role: Role; weight: number; from: number; to: number }

/** A label with the meaning of the amount after it; longer labels win over shorter ones. */
export type Label<Role> = { words: string; role: Role; weight: number }

/** The labels of a row, from left to right, none inside another. */
export function labelsIn<Role>({ text }: Pick<Row, 'text'>, labels: readonly Label<Role>[]): Found<Role>[] {
  const words = [...text.matchAll(/\S+/g)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    plain: plain(match[0]),
  }))
  const found: (Found<Role> & { length: number })[] = []
  for (const { words: label, role, weight } of labels) {
    const wanted = plain(label)
    const size = label.split(' ').length
    for (let at = 0; at < words.length; at += 1) {
      for (const count of new Set([size, size + 1, size - 1])) {
        const part = words.slice(at, at + count)
        if (count < 1 || part.length < count) continue
        const read = part.map((word) => word.plain).join('')
        if (read === '' || !isAlike(read, wanted)) continue
        found.push({ role, weight, from: part[0]?.from ?? 0, to: part.at(-1)?.to ?? 0, length: wanted.length })
      }
    }
  }
  const chosen: typeof found = []
  for (const one of found.toSorted((a, b) => b.length - a.length || a.to - a.from - (b.to - b.from)))
    if (chosen.every(({ from, to }) => one.to <= from || one.from >= to)) chosen.push(one)
  return chosen.toSorted((a, b) => a.from - b.from).map(({ role, weight, from, to }) => ({ role, weight, from, to }))
}

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Short labels must be exact: 'Tax' is not 'Tel'. */
function isAlike(read: string, wanted: string): boolean {
  if (read === wanted) return true
  if (wanted.length < 7 || Math.abs(read.length - wanted.length) > 2) return false
  return distance(read, wanted) <= wanted.length * 0.2
}

/** The number of letters to change, add or remove (Levenshtein). */
export function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(change, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    before = row
  }
  return before[b.length] ?? 0
}

const printerWords = [
  'authority to print',
  'accreditation no',
  'printers accreditation',
  'permit to use',
  'acknowledgment certificate',
  'series range',
  'system provider',
  'pos provider',
  'bklts',
  'booklets',
].map((words) => ({ words, role: 'zone' as const, weight: 1 }))

/** Numbers of permits and of printers, wherever they are. */
const permitNumber = /\bOCN|\bAU\d{6,}|MP\d{6,}|\bFP\d{6,}|\bATP\b|\bPTU\b|\bbk[l1i]ts?\b|\(\d+\s*[x×]\s*\d\)/i

/** Whether a row belongs to the printer and its permits: nothing in it is a fact of the sale. */
export const isOfPrinter = (row: Pick<Row, 'text'>): boolean =>
  permitNumber.test(row.text) || labelsIn(row, printerWords).length > 0

/** The rows without those of the printer at the end of each page. */
export function withoutPrinter(rows: readonly Row[]): Row[] {
  const pages = Map.groupBy(rows, ({ page }) => page)
  return [...pages.values()].flatMap((of) => {
    const lastAmount = of.findLastIndex(({ text }) => /\d[.,]\d{2}(?![\w.,-])/.test(text))
    // What is below is often a table, and no text.
    const strong = of.findIndex(
      (row, at) => (row.depth >= 0.5 || (row.depth >= 0.2 && at > lastAmount)) && isOfPrinter(row),
    )
    if (strong < 0) return of.filter((row) => !isOfPrinter(row))
    let first = strong
    // The printer's own name and TIN are above its permit.
    for (let above = 1; above <= 2; above += 1) {
      const row = of[strong - above]
      if (row !== undefined && /\d{3}[-. ]+\d{3}[-. ]+\d{3}/.test(row.text) && isPress(row.text)) first = strong - above
      if (row !== undefined && /date issued|valid until|series|for claim of input/i.test(row.text))
        first = Math.min(first, strong - above)
    }
    return of.slice(0, first).filter((row) => !isOfPrinter(row))
  })
}

const isPress = (text: string): boolean => /print|press|graphics|publish/i.test(text)
