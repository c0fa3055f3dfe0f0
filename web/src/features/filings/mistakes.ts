// What the server found wrong, by the field it belongs to; what belongs to none stands under ''.
import { CallFailure, sentenceOf } from '../../app/api.ts'

export type Mistakes = Record<string, string>

export function mistakesIn(error: unknown): Mistakes {
  if (!(error instanceof CallFailure) || error.fields.length === 0) return { '': sentenceOf(error) }
  return Object.fromEntries(error.fields.map(({ path, message }) => [path.join('.'), message]))
}
