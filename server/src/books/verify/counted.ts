/** '1 entry', '12 entries'. */
export const counted = (count: bigint | number, one: string, several: string): string =>
  `${count} ${BigInt(count) === 1n ? one : several}`
