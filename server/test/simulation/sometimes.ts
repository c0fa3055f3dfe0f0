// Rare events that a simulation must have reached at some time: a test that never meets them proves nothing about them.

/** In words of the report, each with how often it happened. */
export type Sometimes = { happened(event: RareEvent, times?: number): void; counts: ReadonlyMap<RareEvent, number> }

export const rareEvents = [
  'a power cut whose unknown change was committed',
  'a power cut whose unknown change was not committed',
  'a power cut directly after the answer',
  'a power cut during a review',
  'a power cut during the recovery from another one',
  'unsynced writes lost in a power cut',
  'a page torn by a power cut and recovered',
  'a file name forgotten by a power cut',
  'a void interrupted by a power cut',
  'a closing interrupted by a power cut',
  'an attachment interrupted by a power cut',
  'a registration interrupted by a power cut',
  'a fixed asset interrupted by a power cut',
  'a bank statement interrupted by a power cut',
  'an answer lost and the same key sent again',
  'the same key sent twice at the same time',
  'the same key sent again after a restore that lost it',
  'the same key sent with other content',
  'the draft of someone else refused',
  'a stale review refused',
  'two recordings in one commit',
  'the last open amount paid by two people at the same time',
  'a document depended on and not voided',
  'a void repeated',
  'a cheque number used twice refused',
  'an invoice number used twice refused',
  'an overdraft refused',
  'an overpayment kept as credit',
  'credit used',
  'an allocation removed',
  'dollars sold with a gain',
  'dollars sold with a loss',
  'depreciation recorded at the end of a month',
  'a bank statement removed',
  'a post-dated cheque posted later',
  'a petty cash fund replenished with a shortage',
  'a month closed',
  'a month reopened',
  'a posting into a closed month refused',
  'a closing out of order refused',
  'the first document of a year',
  'the clock set back',
  'a document recorded while the clock is behind the last entry',
  'a jump of several days',
  'a session ended by time',
  'a session reactivated after its page was closed',
  'a session ended by a login elsewhere',
  'a second login refused',
  'a wrong password refused',
  'a role refused',
  'an inactive account refused',
  'a file refused because the disk is nearly full',
  'the reserve file deleted because the disk is full',
  'an e-mail deferred and sent later',
  'an e-mail refused for good',
  'a message sent again with the same Message-ID',
  'a job taken over when its lease had expired',
  'the audit trail sealed after a restart',
  'a backup restored',
] as const
export type RareEvent = (typeof rareEvents)[number]

export function countSometimes(): Sometimes {
  const counts = new Map<RareEvent, number>(rareEvents.map((event) => [event, 0]))
  return { counts, happened: (event, times = 1) => void counts.set(event, (counts.get(event) ?? 0) + times) }
}

/** The events that never happened. */
export const neverHappened = (counts: Iterable<readonly [string, number]>): string[] =>
  [...counts].filter(([, times]) => times === 0).map(([event]) => event)
