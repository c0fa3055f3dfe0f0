// Reads a PDF for the printers' tests: its words, their positions, and overlaps.
import { extractText, extractTextItems, getDocumentProxy, getMeta } from 'unpdf'

type Word = { text: string; x: number; y: number; width: number; size: number }

export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  return (await extractText(await opened(pdf), { mergePages: false })).text
}

export async function titleOf(pdf: Uint8Array): Promise<string | undefined> {
  return (await getMeta(await opened(pdf))).info.Title as string | undefined
}

/** The pieces of text on each page in print order, without watermarks. */
export async function wordsOf(pdf: Uint8Array): Promise<Word[][]> {
  const { items } = await extractTextItems(await opened(pdf))
  return items.map((page) =>
    page
      .filter((item) => item.str.trim() !== '' && item.fontSize < 100)
      .map((item) => ({ text: item.str, x: item.x, y: item.y, width: item.width, size: item.fontSize })),
  )
}

/** Pairs of words that overlap, and words outside the margins. */
export async function collisions(pdf: Uint8Array): Promise<string[]> {
  const document = await opened(pdf)
  const pages = await wordsOf(pdf)
  const found: string[] = []
  for (const [i, words] of pages.entries()) {
    const { width, height } = (await document.getPage(i + 1)).getViewport({ scale: 1 })
    const outside = words.filter(({ x, y, width: w }) => x < 39 || x + w > width - 39 || y < 39 || y > height - 39)
    found.push(...outside.map((word) => `page ${i + 1}: '${word.text}' stands in the margin`))
    const downward = words.toSorted((a, b) => b.y - a.y)
    for (const [j, upper] of downward.entries()) {
      for (const lower of downward.slice(j + 1)) {
        if (upper.y - lower.y > 30) break
        if (covers(upper, lower)) found.push(`page ${i + 1}: '${upper.text}' covers '${lower.text}'`)
      }
    }
  }
  return found
}

/** The roles for a screen reader, each once, in order. */
export async function rolesOf(pdf: Uint8Array): Promise<string[]> {
  const roles = new Set<string>()
  const page = await (await opened(pdf)).getPage(1)
  visit(await page.getStructTree())
  return [...roles]

  function visit(node: unknown): void {
    if (typeof node !== 'object' || node === null) return
    if ('role' in node) roles.add(String(node.role))
    if ('children' in node && Array.isArray(node.children)) node.children.forEach(visit)
  }
}

function covers(a: Word, b: Word): boolean {
  const top = (word: Word) => word.y + word.size * 0.75
  const foot = (word: Word) => word.y - word.size * 0.2
  return a.x < b.x + b.width && b.x < a.x + a.width && foot(a) < top(b) && foot(b) < top(a)
}

// The reader takes ownership of the bytes, so it gets a copy.
function opened(pdf: Uint8Array) {
  return getDocumentProxy(Uint8Array.from(pdf))
}
