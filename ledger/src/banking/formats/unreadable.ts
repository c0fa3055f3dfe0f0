// Why a file cannot be read as a statement: what it is and what to do.

/** A name in a file may be as long as the file. */
const longestSentence = 300

export class UnreadableStatement extends Error {
  override name = 'UnreadableStatement'

  constructor(sentence: string) {
    super(sentence.length > longestSentence ? `${sentence.slice(0, longestSentence)}…` : sentence)
  }
}

/** The message with its line in the file, counted from 1. */
export const atLine = (line: number, sentence: string) => new UnreadableStatement(`Line ${line}: ${sentence}`)

/** A short quotation of the file. */
export const quoted = (text: string): string => {
  const shown = text.replace(/\s+/g, ' ').trim()
  return `'${shown.length > 40 ? `${shown.slice(0, 40)}…` : shown}'`
}
