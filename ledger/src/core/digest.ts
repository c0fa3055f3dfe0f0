// One value has one canonical text, so that a hash can seal a review or a chain of entries.

/**
 * Writes plain values as JSON with sorted keys. A bigint is written as its decimal string, as it is on the wire; keys
 * with an undefined value are omitted. Throws TypeError on values without a canonical text: floats that are not safe
 * whole numbers, functions, Dates, Maps and other class instances. The caller hashes the text.
 */
export function canonical(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value)
  if (typeof value === 'bigint') return `"${value}"`
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value))
      throw new TypeError(`${value} is not a safe whole number; write amounts as bigint.`)
    return value.toString()
  }
  if (Array.isArray(value)) return `[${value.map((item: unknown) => canonical(item)).join(',')}]`
  if (typeof value === 'object' && isPlain(value)) {
    const written = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
    return `{${written.join(',')}}`
  }
  throw new TypeError(`A value of type ${typeof value} has no canonical form.`)
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
