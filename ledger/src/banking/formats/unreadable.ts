// Why a file cannot be read as a statement: what it is and what to do.

export class UnreadableStatement extends Error {
  override name = 'UnreadableStatement'
}

/** The message with its line in the file, counted from 1. */
export const atLine = (line: number, sentence: string) => new UnreadableStatement(`Line ${line}: ${sentence}`)

/** A short quotation of the file. */
export const quoted = (text: string): string => {
  const shown = text.replace(/\s+/g, ' ').trim()
  return `'${shown.length > 40 ? `${shown.slice(0, 40)}…` : shown}'`
}
