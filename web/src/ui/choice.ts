// Finds the option that a text means.

/** The option for a text: by value, by label, or the only one that starts with or contains it. */
export function choice(typed: string, options: readonly { value: string; label: string }[]): string | null {
  const text = typed.trim().toLowerCase()
  if (text === '') return null
  const means = (test: (value: string, label: string) => boolean) =>
    options.filter(({ value, label }) => test(value.toLowerCase(), label.toLowerCase()))
  const exact = means((value, label) => value === text || label === text)[0]
  if (exact) return exact.value
  for (const near of [
    means((value, label) => value.startsWith(text) || label.startsWith(text)),
    means((_, label) => label.includes(text)),
  ]) {
    if (near.length === 1) return near[0]?.value ?? null
  }
  return null
}
