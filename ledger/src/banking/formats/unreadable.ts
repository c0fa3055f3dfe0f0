// Why a file is not a statement one can read: a sentence that says what it is and what to do.

/** A name in a file may be as long as the file. */
const longestSentence = 300

export class UnreadableStatement extends Error {
  override name = 'UnreadableStatement'

  constructor(sentence: string) {
    super(sentence.length > longestSentence ? `${sentence.slice(0, longestSentence)}…` : sentence)
  }
}

/** The sentence with the line of the file it is about, counted from 1. */
export const atLine = (line: number, sentence: string) => new UnreadableStatement(`Line ${line}: ${sentence}`)

/** What a person has to see, in quotes and short. */
export const quoted = (text: string): string => {
  const shown = text.replace(/\s+/g, ' ').trim()
  return `'${shown.length > 40 ? `${shown.slice(0, 40)}…` : shown}'`
}
