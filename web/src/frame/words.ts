// What a document does to the books, told to somebody who does not read debits and credits.
import { accounts } from '@talaan/ledger/chart.ts'
import { formatDay } from '@talaan/ledger/day.ts'
import { formatMoney, sum } from '@talaan/ledger/money.ts'
import type { Receipt } from '@talaan/ledger/receipt.ts'

export type Plain = { amount: bigint; sentence: string }

export function inPlainWords({ journal, party, day }: Pick<Receipt, 'journal' | 'party' | 'day'>): Plain[] {
  const who = party?.name ?? 'The customer'
  const told = journal.map(({ account, name, debit, credit }): Plain => {
    const amount = debit > 0n ? debit : credit
    if (account === accounts.receivables) {
      return {
        amount,
        sentence: debit > 0n ? `${who} owes this much more from ${formatDay(day)} on.` : `${who} owes this much less.`,
      }
    }
    if (account === accounts.outputVat) {
      return {
        amount,
        sentence:
          credit > 0n ? 'is added to the VAT to be paid to the BIR.' : 'is taken off the VAT to be paid to the BIR.',
      }
    }
    return { amount, sentence: credit > 0n ? `is earned, under ${name}.` : `is taken back from ${name}.` }
  })
  // An account is credited once for each VAT class; in plain words that is one amount.
  const sentences = [...new Set(told.map(({ sentence }) => sentence))]
  return sentences.map((sentence) => ({
    sentence,
    amount: sum(told.filter((one) => one.sentence === sentence).map(({ amount }) => amount)),
  }))
}

/** 'Metro Retail Corporation, 12,000.00' */
export function namedAmount(name: string, amount: bigint): string {
  return `${name}, ${formatMoney(amount)}`
}

/** The clock time in Manila of an instant: '14:03', with the day when it is another one. */
export function clockTime(instant: string, today: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Asia/Manila',
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  }).formatToParts(new Date(instant))
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? ''
  const day = `${part('year')}-${part('month')}-${part('day')}`
  const time = `${part('hour')}:${part('minute')}`
  return day === today ? time : `${formatDay(day)}, ${time}`
}

export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`
  return `${(bytes / 1024 / 1024).toFixed(1).replace('.0', '')} MB`
}
