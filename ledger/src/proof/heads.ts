// The ends of both chains as one line of text. A copy outside the server shows later whether entries or audit events up to these
// ends were removed or rewritten.

export type Heads = {
  /** When the ends were read, in UTC. */
  at: string
  entries: bigint
  head: string
  events: bigint
  eventsHead: string
}

export const headsLine = ({ at, entries, head, events, eventsHead }: Heads): string =>
  `Talaan ${at}: ${entries} entries ${head}, ${events} audit events ${eventsHead}`

const written =
  /Talaan (\d{4}-\d\d-\d\dT[\d:.]{8,12}Z): (\d{1,18}) entries ([0-9a-f]{64}), (\d{1,18}) audit events ([0-9a-f]{64})/

/** Finds the line in a message or a file, even if it is wrapped; null if there is none. */
export function readHeads(text: string): Heads | null {
  const [, at = '', entries = '', head = '', events = '', eventsHead = ''] =
    written.exec(text.replaceAll(/\s+/g, ' ')) ?? []
  return at === '' ? null : { at, entries: BigInt(entries), head, events: BigInt(events), eventsHead }
}

/** A time-stamp request of RFC 3161 for a SHA-256, in DER: version 1, no policy, no nonce, with the certificate asked for. */
export function timestampRequest(sha256: string): Uint8Array {
  const algorithm = '300d06096086480165030402010500'
  const imprint = `3031${algorithm}0420${sha256}`
  const bytes = `3039020101${imprint}0101ff`.match(/../g) ?? []
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16))
}

type Year = {
  hashes: ReadonlyMap<bigint, string>
  seals: readonly { acts?: { position: string; hash: string } | undefined }[]
}

/** Compares an exported year with a saved line: whether both ends match, or null if the year doesn't contain them. */
export function compareWithYear(
  { hashes, seals }: Year,
  heads: Heads,
): { entries: boolean | null; events: boolean | null } {
  const hash = hashes.get(heads.entries)
  const sealed = seals.find(({ acts: auditTrail }) => auditTrail?.position === heads.events.toString())?.acts
  return {
    entries: hash === undefined ? null : hash === heads.head,
    events: sealed === undefined ? null : sealed.hash === heads.eventsHead,
  }
}
