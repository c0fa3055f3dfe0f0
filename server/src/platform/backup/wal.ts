// Names of PostgreSQL's log files ("segments"): timeline, then the number in two parts, eight hexadecimal digits each.

export const isSegmentName = (name: string): boolean => /^[0-9A-F]{24}$/.test(name)

const hex = (number: number | bigint) => number.toString(16).toUpperCase().padStart(8, '0')
const partOf = (name: string, part: 0 | 1 | 2) => BigInt(`0x${name.slice(part * 8, part * 8 + 8)}`)
const perPart = (size: number) => 0x1_0000_0000n / BigInt(size)
const numberOf = (name: string, size: number) => partOf(name, 1) * perPart(size) + partOf(name, 2)

export function nextSegment(name: string, size: number): string {
  const next = numberOf(name, size) + 1n
  return hex(partOf(name, 0)) + hex(next / perPart(size)) + hex(next % perPart(size))
}

/** Whether one segment comes right after another, whatever their size. */
export const follows = (before: string, after: string): boolean =>
  partOf(after, 1) === partOf(before, 1)
    ? partOf(after, 2) === partOf(before, 2) + 1n
    : partOf(after, 1) === partOf(before, 1) + 1n && partOf(after, 2) === 0n

/** The position in the log where a segment begins, as PostgreSQL writes it. */
export function startOf(name: string, size: number): string {
  const at = numberOf(name, size) * BigInt(size)
  return `${(at >> 32n).toString(16).toUpperCase()}/${(at & 0xffff_ffffn).toString(16).toUpperCase()}`
}

/** Whether these bytes are the whole segment of this name: PostgreSQL writes timeline and address on its first page. */
export const isSegment = (bytes: Buffer, name: string, size: number): boolean =>
  bytes.length === size &&
  BigInt(bytes.readUInt32LE(4)) === partOf(name, 0) &&
  bytes.readBigUInt64LE(8) === numberOf(name, size) * BigInt(size)
