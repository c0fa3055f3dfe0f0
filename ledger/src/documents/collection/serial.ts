// The serial numbers of printed receipts.

/** The number after this one, of the same booklet: '000232' after '000231'. Null if it doesn't end in digits. */
export function serialAfter(no: string): string | null {
  const [, prefix = '', digits] = /^(.*?)(\d{1,12})$/.exec(no) ?? []
  return digits === undefined ? null : `${prefix}${String(Number(digits) + 1).padStart(digits.length, '0')}`
}

/** The first number after the last recorded one that is not recorded itself. */
export function nextSerial(last: string, recorded: ReadonlySet<string>): string | null {
  let next = serialAfter(last)
  while (next !== null && recorded.has(next)) next = serialAfter(next)
  return next
}
