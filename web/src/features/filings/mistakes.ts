// The mistakes that the server reports, by field; mistakes without a field are under ''.
import { CallFailure, sentenceOf } from '../../app/api.ts'

export type Mistakes = Record<string, string>

export function mistakesIn(error: unknown): Mistakes {
  if (!(error instanceof CallFailure) || error.fields.length === 0) return { '': sentenceOf(error) }
  return Object.fromEntries(error.fields.map(({ path, message }) => [path.join('.'), message]))
}
