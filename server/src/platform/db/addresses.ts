// DATABASE_URL may list several servers, as in PostgreSQL's own programs: postgres://user@one,two:5433/books.

/** One address for each server of the list; undefined if it is not an address of PostgreSQL. */
export function databaseAddresses(databaseUrl: string): string[] | undefined {
  const [, start, hosts, rest] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(databaseUrl) ?? []
  if (hosts === undefined) return undefined
  const each = hosts.split(',')
  if (each.length > 1 && each.includes('')) return undefined
  const addresses = each.map((host) => `${start}${host}${rest}`)
  return addresses.every((address) => URL.canParse(address)) ? addresses : undefined
}
