// The users of this computer who type amounts without a decimal point; the setting does not apply to others.
import { useSyncExternalStore } from 'react'
import { impliedDecimalsKey, listen, put } from './settings.ts'

export const decimalsAreImplied = (clientId: string): boolean => peopleWithImpliedDecimals().includes(clientId)

export function setImpliedDecimals(clientId: string, on: boolean): void {
  const others = peopleWithImpliedDecimals().filter((each) => each !== clientId)
  const people = on ? [...others, clientId] : others
  put(impliedDecimalsKey, people.length === 0 ? null : JSON.stringify(people))
}

function peopleWithImpliedDecimals(): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(impliedDecimalsKey) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

export const useImpliedDecimals = (clientId: string): boolean =>
  useSyncExternalStore(listen, () => decimalsAreImplied(clientId))
