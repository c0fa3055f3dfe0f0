// The part of a text around the words that were searched for.

const [before, after, longest] = [2, 12, 200]

/** A few words around the first match; '' if there is none, as when the words of the text have accents. */
export function snippetOf(text: string, searched: readonly string[]): string {
  const words = text.split(' ')
  const at = words.findIndex((word) => searched.some((one) => word.toLowerCase().includes(one)))
  if (at < 0) return ''
  const [from, to] = [Math.max(0, at - before), Math.min(words.length, at + after)]
  const part = words.slice(from, to).join(' ').slice(0, longest)
  return `${from > 0 ? '… ' : ''}${part}${to < words.length ? ' …' : ''}`
}
