// To which addresses Talaan sends requests that someone else has named: an address that only this machine or its network can reach
// would let a receiver read what it should not. Judged is the address that is connected to, not the name.
import { BlockList, isIPv4, isIPv6 } from 'node:net'

export type Reach = 'public' | 'private' | 'never'

const blockList = (ipv4: readonly string[], ipv6: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const [networks, family] of [
    [ipv4, 'ipv4'],
    [ipv6, 'ipv6'],
  ] as const)
    for (const network of networks) {
      const [address = '', bits = ''] = network.split('/')
      list.addSubnet(address, Number(bits), family)
    }
  return list
}

/** Unspecified, link-local and multicast addresses, and those where clouds have the secrets of their machines. */
const never = blockList(
  [
    '0.0.0.0/8',
    '169.254.0.0/16',
    '100.100.100.200/32',
    '168.63.129.16/32',
    '192.0.0.192/32',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  ['::/128', 'fe80::/10', 'fec0::/10', 'ff00::/8', 'fd00:ec2::/32', '100::/64', '2001::/23', '5f00::/16'],
)
const privateNetworks = blockList(
  [
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
  ],
  ['::1/128', 'fc00::/7', '2001:db8::/32', '64:ff9b:1::/48', '3fff::/20'],
)

/** `text` is a literal IP address. */
export function reachOf(text: string): Reach {
  const address = text.replace(/^\[(.*)\]$/, '$1').split('%')[0] ?? ''
  if (isIPv4(address)) return inLists(address, 'ipv4')
  if (!isIPv6(address)) return 'never'
  const inside = embeddedIn(address)
  const own = inLists(address, 'ipv6')
  if (inside === undefined || own !== 'public') return own
  return inLists(inside, 'ipv4')
}

function inLists(address: string, family: 'ipv4' | 'ipv6'): Reach {
  if (never.check(address, family)) return 'never'
  return privateNetworks.check(address, family) ? 'private' : 'public'
}

/** The IPv4 address that an IPv6 address leads to: mapped, compatible, of NAT64 or of 6to4. */
function embeddedIn(address: string): string | undefined {
  const groups = groupsOf(address)
  const isZero = (from: number, to: number) => groups.slice(from, to).every((group) => group === 0)
  const dotted = (at: number) => {
    const [high = 0, low = 0] = groups.slice(at, at + 2)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  if (isZero(0, 5) && (groups[5] === 0xffff || groups[5] === 0))
    return isZero(5, 7) && (groups[7] ?? 0) <= 1 ? undefined : dotted(6)
  if (isZero(0, 4) && groups[4] === 0xffff && groups[5] === 0) return dotted(6)
  if (groups[0] === 0x64 && groups[1] === 0xff9b && isZero(2, 6)) return dotted(6)
  if (groups[0] === 0x2002) return dotted(1)
  return undefined
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [head = '', tail] = hex.split('::')
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [first, last] = [numbers(head), numbers(tail ?? '')]
  return tail === undefined ? first : [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}
