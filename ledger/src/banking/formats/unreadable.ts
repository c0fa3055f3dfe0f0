// Why a file is not a statement one can read: a sentence that says what it is and what to do.

export class UnreadableStatement extends Error {
  override name = 'UnreadableStatement'
}

/** The sentence with the line of the file it is about, counted from 1. */
export const atLine = (line: number, sentence: string) => new UnreadableStatement(`Line ${line}: ${sentence}`)

/** What a person has to see, in quotes and short. */
export const quoted = (text: string): string => {
  const shown = text.replace(/\s+/g, ' ').trim()
  return `'${shown.length > 40 ? `${shown.slice(0, 40)}…` : shown}'`
}
