// What a document does to the books, told to somebody who does not read debits and credits.
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'

export type Plain = { amount: bigint; sentence: string }

export function inPlainWords({ journal, party, day }: Pick<Receipt, 'journal' | 'party' | 'day'>): Plain[] {
  const told = journal.map(({ account, name, debit, credit }): Plain => {
    const amount = debit > 0n ? debit : credit
    return { amount, sentence: sentenceOf({ account, name, isDebit: debit > 0n, party, day }) }
  })
  // An account is credited once for each VAT class; in plain words that is one amount.
  const sentences = [...new Set(told.map(({ sentence }) => sentence))]
  return sentences.map((sentence) => ({
    sentence,
    amount: sum(told.filter((one) => one.sentence === sentence).map(({ amount }) => amount)),
  }))
}

type Side = Pick<Receipt, 'party' | 'day'> & { account: string; name: string; isDebit: boolean }

function sentenceOf({ account, name, isDebit, party, day }: Side): string {
  const who = party?.name ?? 'The customer'
  switch (account) {
    case accounts.receivables:
      return isDebit ? `${who} owes this much more from ${formatDay(day)} on.` : `${who} owes this much less.`
    case accounts.payables:
      return isDebit
        ? `less is owed to ${party?.name ?? 'the supplier'}.`
        : `more is owed to ${party?.name ?? 'the supplier'} from ${formatDay(day)} on.`
    case accounts.outputVat:
      return isDebit ? 'is taken off the VAT to be paid to the BIR.' : 'is added to the VAT to be paid to the BIR.'
    case accounts.inputVat:
      return isDebit ? 'is VAT to be taken off what is paid to the BIR.' : 'is VAT that is no longer taken off.'
    case accounts.ewtPayable:
      return isDebit ? 'less tax withheld is owed to the BIR.' : 'is withheld, to be paid to the BIR.'
    case accounts.withheldWithCertificate:
    case accounts.withheldAwaitingCertificate:
    case accounts.vatWithheld:
      return isDebit ? `is tax that ${who} withheld; it is taken off our own.` : `is no longer tax withheld from us.`
    case accounts.customerAdvances:
      return isDebit ? `of what ${who} paid ahead is used.` : `is credited to ${who} for later.`
    case accounts.cashOverShort:
      return isDebit ? 'is missing from the cash.' : 'is more cash than the books say.'
    case accounts.employeeAdvances:
      return isDebit ? 'is out as a cash advance, to be accounted for.' : 'of cash advances is accounted for.'
    case accounts.fxGain:
      return isDebit ? `is taken back from ${name}.` : 'is what the foreign money is worth more than it was carried at.'
    case accounts.fxLoss:
      return isDebit ? 'is what the foreign money is worth less than it was carried at.' : `is taken back from ${name}.`
    case accounts.inTransit:
      return isDebit ? 'is on its way until a deposit takes it in.' : 'was on its way and has arrived.'
    case accounts.unidentifiedDeposits:
      return isDebit ? 'is no longer of an unknown sender.' : 'stays open until its sender is known.'
    case accounts.drawings:
      return isDebit ? 'is taken out by the owner.' : 'is put back by the owner.'
    case accounts.supplierAdvances:
      return isDebit ? `is held by ${party?.name ?? 'the supplier'} for us.` : 'of what was paid ahead is used.'
  }
  if (isMoney(account)) return isDebit ? `goes into ${name}.` : `goes out of ${name}.`
  switch (account[0]) {
    case '4':
    case '7':
      return isDebit ? `is taken back from ${name}.` : `is earned, under ${name}.`
    case '5':
    case '6':
    case '8':
    case '9':
      return isDebit ? `is spent, under ${name}.` : `is taken off what was spent, under ${name}.`
    case '1':
      return isDebit ? `is added to ${name}.` : `is taken off ${name}.`
    default:
      return isDebit ? `is taken off ${name}.` : `is added to ${name}.`
  }
}

/** Cash, funds, banks and wallets stand at the head of the chart. */
const isMoney = (account: string) => account < accounts.inTransit

/** 'Metro Retail Corporation, 12,000.00' */
export function namedAmount(name: string, amount: bigint): string {
  return `${name}, ${formatMoney(amount)}`
}

/** The clock time in Manila of an instant: '14:03', with the day when it is another one. */
export function clockTime(instant: string, today: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Asia/Manila',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
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
