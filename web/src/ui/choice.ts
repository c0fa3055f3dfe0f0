// Finds the option for a text.

export type Choice = {
  value: string
  label: string
  /** Additional words that find the option, in lower case. */
  also?: string | undefined
}

/**
 * The option for a text: by value, by label, or the only one that starts with the text, contains it, or has it among
 * its additional words.
 */
export function choice(typed: string, options: readonly Choice[]): string | null {
  const text = typed.trim().toLowerCase()
  if (text === '') return null
  const means = (test: (value: string, label: string) => boolean) =>
    options.filter(({ value, label }) => test(value.toLowerCase(), label.toLowerCase()))
  const exact = means((value, label) => value === text || label === text)[0]
  if (exact) return exact.value
  for (const near of [
    means((value, label) => value.startsWith(text) || label.startsWith(text)),
    means((_, label) => label.includes(text)),
    means((value, label) => hasWords(`${value} ${label}`, text)),
    options.filter((option) => isAlso(option, text)),
  ]) {
    if (near.length === 1) return near[0]?.value ?? null
  }
  return null
}

/** If there are more options than this, users find the others by typing. */
const listed = 100

/**
 * Codes that begin with the text come first, then names with a word that begins with it, then options that contain it,
 * then those with all its words, then those with an additional word for it.
 */
export function matches(typed: string | null, options: readonly Choice[]): readonly Choice[] {
  const text = typed?.trim().toLowerCase() ?? ''
  if (text === '') return options.slice(0, listed)
  const rank = (option: Choice): number => {
    const words = option.label.toLowerCase()
    if (option.value.toLowerCase().startsWith(text) || words.startsWith(text)) return 0
    if (words.includes(` ${text}`)) return 1
    if (words.includes(text)) return 2
    if (hasWords(`${option.value.toLowerCase()} ${words}`, text)) return 3
    return isAlso(option, text) ? 4 : 5
  }
  return options
    .map((option) => ({ option, at: rank(option) }))
    .filter(({ at }) => at < 5)
    .toSorted((a, b) => a.at - b.at)
    .slice(0, listed)
    .map(({ option }) => option)
}

/** Each of several words begins a word of the option, in any order: 'sales goods' means '4010 Sales - goods'. */
function hasWords(option: string, text: string): boolean {
  const own = option.split(/[^\p{L}\p{N}]+/u)
  const words = text.split(/\s+/)
  return words.length > 1 && words.every((word) => own.some((each) => each.startsWith(word)))
}

const isAlso = ({ also = '' }: Choice, text: string): boolean => also.split(' ').some((word) => word.startsWith(text))
