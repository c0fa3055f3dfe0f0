// The keys of the portal, whoever presses them: the person, a form frame in which they were pressed, or a button.
import { letterKeysAreOn } from './settings.ts'

let answer: ((keys: string) => boolean) | undefined

/** The shell answers, while it is there. */
export function answerPortalKeys(answers: (keys: string) => boolean): () => void {
  answer = answers
  return () => {
    if (answer === answers) answer = undefined
  }
}

export const pressPortalKeys = (keys: string): boolean => answer?.(keys) ?? false

/** The same, as typed: who has switched the letters off has only the keys with Ctrl. */
export const typePortalKeys = (keys: string): boolean =>
  (keys.startsWith('Ctrl ') || letterKeysAreOn()) && pressPortalKeys(keys)
