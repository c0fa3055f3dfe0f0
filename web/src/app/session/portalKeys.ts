// The shortcuts of the portal, whether pressed by the user, passed on by a form frame, or triggered by a button.
import { letterKeysAreOn } from './settings.ts'

let answer: ((keys: string) => boolean) | undefined

/** Set by the shell while it is mounted. */
export function answerPortalKeys(answers: (keys: string) => boolean): () => void {
  answer = answers
  return () => {
    if (answer === answers) answer = undefined
  }
}

export const pressPortalKeys = (keys: string): boolean => answer?.(keys) ?? false

/** The same for a typed key: if single-letter shortcuts are off, only keys with Ctrl work. */
export const typePortalKeys = (keys: string): boolean =>
  (keys.startsWith('Ctrl ') || letterKeysAreOn()) && pressPortalKeys(keys)
