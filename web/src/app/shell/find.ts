// The palette's own items (pages, cards and actions), ranked by how well they match the search text.
import { type Card, cardTarget, formScreens } from '@talaan/contract/cards.ts'
import { keysTo } from '@talaan/contract/keys.ts'
import { reportAt } from '@talaan/contract/report-list.ts'
import type { Role } from '@talaan/contract/roles.ts'

export type Page = { path: string; title: string; roles: readonly Role[] }

export type Item = {
  id: string
  group: string
  title: string
  detail: string
  /** Search words in addition to the title. */
  also?: string
  keys?: string | undefined
  /** Shown at the right: an amount or a status. */
  aside?: string
  /** An item opens an address or runs an action. */
  to?: string
  act?: () => void
}

export const groups = {
  recent: 'Recent',
  record: 'Forms',
  pages: 'Pages',
  reports: 'Reports',
  documents: 'Documents',
  parties: 'Customers and suppliers',
  files: 'Notes, files and bank accounts',
  actions: 'Actions',
} as const

/** Prefixes that limit the search to one group. */
const filters: Record<string, keyof typeof groups | 'pagesAndActions'> = {
  '#': 'documents',
  '@': 'parties',
  '>': 'pagesAndActions',
}

export type PaletteQuery = { text: string; within: (typeof filters)[string] | undefined }

export function paletteQuery(typed: string): PaletteQuery {
  const text = typed.trimStart()
  const within = filters[text[0] ?? '']
  return { text: (within === undefined ? text : text.slice(1)).trim(), within }
}

/** The cards and pages of a role; pages whose address has a parameter are left out. */
export function placesFor(role: Role, pages: readonly Page[], cards: readonly Card[]): Item[] {
  const isForm = (path: string) => formScreens.some((screen) => screen.path === path)
  const ofPages = pages
    .filter(({ path, roles }) => roles.includes(role) && !/[:*]/.test(path) && !isForm(path))
    .map(({ path, title }): Item => {
      const report = reportAt(path)
      return report === undefined || (report.title === title && report.report === undefined)
        ? { ...place(path), group: groups.pages, title, detail: report?.about ?? '' }
        : { ...place(path), group: groups.reports, title: report.title, detail: report.about, also: `${title} Report` }
    })
  const ofCards = cards
    .filter(({ roles }) => roles.includes(role))
    .map((card): Item => {
      const target = cardTarget(card)
      const group = isForm(target) ? groups.record : groups.pages
      return { ...place(target), group, title: card.title, detail: card.description, also: card.buttonText }
    })
  // A card and a page with the same name and address are one item; the card has more details.
  const listed = new Set(ofCards.map(({ group, title }) => `${group} ${title}`))
  return [...ofCards, ...ofPages.filter(({ group, title }) => !listed.has(`${group} ${title}`))]
}

const place = (path: string) => ({ id: path, to: path, keys: keysTo(path) })

/** The items that match every word, best first: at the start of the title, at the start of a word in it, anywhere. */
export function bestOf(items: readonly Item[], text: string): Item[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  return items
    .map((item, at) => ({ item, at, score: scoreOf(item, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
    .map(({ item }) => item)
}

function scoreOf({ title, detail, also = '' }: Item, words: readonly string[]): number {
  const [inTitle, elsewhere] = [plain(title), plain(`${detail} ${also}`)]
  const scores = words.map((word) => {
    if (inTitle.startsWith(word)) return 4
    if (inTitle.includes(` ${word}`)) return 3
    if (inTitle.includes(word)) return 2
    return ` ${elsewhere}`.includes(` ${word}`) ? 1 : 0
  })
  return scores.includes(0)
    ? 0
    : scores.reduce((sum: number, score) => sum + score, inTitle === words.join(' ') ? 4 : 0)
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
