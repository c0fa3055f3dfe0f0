// Whether amounts are typed without a point, as on an adding machine: 125050 is 1,250.50.
let isOn = false

export const areDecimalsImplied = (): boolean => isOn

export function setDecimalsImplied(on: boolean): void {
  isOn = on
}

/** The amount that digits alone represent; anything else stays as typed. */
export function withPoint(typed: string): string {
  const digits = typed.trim()
  if (!isOn || !/^\d+$/.test(digits)) return typed
  const padded = digits.padStart(3, '0')
  return `${padded.slice(0, -2)}.${padded.slice(-2)}`
}
