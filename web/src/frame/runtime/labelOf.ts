// What a field is called on the form; a cell by its column.
export function labelOf(field: HTMLElement): string {
  const labels = 'labels' in field ? (field.labels as NodeListOf<HTMLLabelElement> | null) : null
  const words = field.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? ''
  return words.replace(/, line \d+$| \(optional\)$/, '')
}
