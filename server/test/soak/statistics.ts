// The few statistics that the long tests need.

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The two-sided p of the Mann-Whitney rank test, by its normal approximation: for samples of 20 and more. */
export function rankTest(ones: readonly number[], others: readonly number[]): number {
  const all = [...ones.map((value) => ({ value, isOne: true })), ...others.map((value) => ({ value, isOne: false }))]
  all.sort((a, b) => a.value - b.value)
  let sum = 0
  for (let at = 0; at < all.length;) {
    let end = at
    while (end < all.length && all[end]?.value === all[at]?.value) end += 1
    // Equal values share their mean rank.
    const rank = (at + 1 + end) / 2
    for (; at < end; at += 1) if (all[at]?.isOne) sum += rank
  }
  const [n, m] = [ones.length, others.length]
  const z = (sum - (n * (n + 1)) / 2 - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
  return 2 * (1 - normal(Math.abs(z)))
}

/** The standard normal distribution: Abramowitz and Stegun 26.2.17, exact to 7 decimals. */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series
}

/** The slope of the straight line through points, and its standard error. */
export function slopeOf(points: readonly { x: number; y: number }[]): { slope: number; error: number } {
  const n = points.length
  const mean = (of: 'x' | 'y') => points.reduce((sum, point) => sum + point[of], 0) / n
  const [mx, my] = [mean('x'), mean('y')]
  const sum = (of: (point: { x: number; y: number }) => number) => points.reduce((total, point) => total + of(point), 0)
  const sxx = sum(({ x }) => (x - mx) ** 2)
  const slope = sum(({ x, y }) => (x - mx) * (y - my)) / sxx
  const residuals = sum(({ x, y }) => (y - my - slope * (x - mx)) ** 2)
  return { slope, error: Math.sqrt(residuals / (n - 2) / sxx) }
}
