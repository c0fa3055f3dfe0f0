// A text for comparing values.

/** The same text for the same value, whatever the order of its members. A draft may have any number in it, also a wrong one. */
export const steadyText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint'
      ? part.toString()
      : typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : part,
  )
