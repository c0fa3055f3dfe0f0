// The label of a field in the form; a cell has the label of its column.
export function labelOf(field: HTMLElement): string {
  const labels = 'labels' in field ? (field.labels as NodeListOf<HTMLLabelElement> | null) : null
  const words = field.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? ''
  return words.replace(/, line \d+$| \(optional\)$/, '')
}
