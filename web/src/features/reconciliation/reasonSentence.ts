// The reasons for a suggestion as one sentence: first those in its favor, then those against it.
type Reason = { words: string; good: boolean }

export function reasonSentence(reasons: readonly Reason[]): string {
  const of = (good: boolean) => reasons.flatMap((reason) => (reason.good === good ? [reason.words] : []))
  const [first, ...others] = [of(true).join(', '), of(false).join(', ')].filter((part) => part !== '')
  if (first === undefined) return ''
  // Later parts continue the sentence with a small letter, except names and codes.
  const text = [first, ...others]
    .join(', but ')
    .replace(/(?<=, (?:but )?)[A-Z](?=[a-z]+ )/g, (letter) => letter.toLowerCase())
  return text.endsWith('.') ? text : `${text}.`
}
