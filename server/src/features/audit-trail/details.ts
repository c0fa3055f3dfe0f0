// The details of an event as rows: old and new values of changes, and everything else that was stored with it.
import type { AuditDetail } from '@talaan/contract/audit-trail.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { withDate } from './words.ts'

const maxRows = 60

export function detailsOf(detail: Readonly<Record<string, unknown>>): AuditDetail[] {
  const { was, now, ...others } = detail
  const changes = isObject(now) ? changesOf(isObject(was) ? was : {}, now) : []
  const single = isObject(now) || (was === undefined && now === undefined) ? [] : [row('Value', was, now)]
  return [
    ...changes,
    ...single,
    ...Object.entries(others).map(([name, value]) => row(labelOf(name), undefined, value, name)),
  ].slice(0, maxRows)
}

const changesOf = (was: Record<string, unknown>, now: Record<string, unknown>): AuditDetail[] =>
  [...new Set([...Object.keys(was), ...Object.keys(now)])]
    .filter((name) => textOf(was[name]) !== textOf(now[name]))
    .map((name) => row(labelOf(name), was[name], now[name], name))

const row = (label: string, was: unknown, now: unknown, name = ''): AuditDetail => ({
  label,
  was: textOf(was, name),
  now: textOf(now, name),
})

/** Totals are stored in centavos. */
function textOf(value: unknown, name = ''): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (name === 'total' && typeof value === 'string' && /^-?\d{1,18}$/.test(value)) return formatMoney(BigInt(value))
  const text =
    typeof value === 'string'
      ? withDate(value)
      : Array.isArray(value) && value.every((one) => typeof one === 'string')
        ? value.join(', ')
        : JSON.stringify(value)
  return text.length > 1_000 ? `${text.slice(0, 1_000)}…` : text
}

/** 'clientId' becomes 'Client ID'. */
function labelOf(name: string): string {
  const words = name
    .replace(/[_-]/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\bid\b/g, 'ID')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
