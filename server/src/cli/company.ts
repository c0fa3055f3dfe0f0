// The company as printed on its documents: name, TIN, branch, address and whether it is registered for VAT.
import { formatTin, parseTin, tinDigits } from '@talaan/ledger/core/party.ts'
import { firstDay } from '@talaan/ledger/core/date.ts'
import { registeredOn } from '@talaan/ledger/tax/registrations.ts'
import type { Transaction } from 'kysely'
import { registrationsNow } from '../books/registrations.ts'
import { today } from '../platform/clock.ts'
import type { Tables } from '../platform/db/tables.ts'
import { audit } from '../platform/audit/audit.ts'
import { defaultCompanyName } from '../platform/env/env.ts'
import type { Environment } from '../platform/env/env.ts'
import type { NewRow } from '../platform/db/tables.ts'
import { CommandMistake } from './command.ts'
import type { Command } from './command.ts'

type Change = Partial<NewRow<'company'>> & { vat?: 'yes' | 'no' }

/** The fields of the company: each parses the operator's input or gives an error. */
const fields: Record<string, (text: string, env: Environment) => Change> = {
  name(text, { companyName }) {
    if (companyName !== defaultCompanyName)
      throw new CommandMistake(
        'The company name comes from the environment variable COMPANY_NAME. Change the variable and restart Talaan.',
      )
    return { name: line('The name', text, 200) }
  },
  tin(text) {
    const read = parseTin(text)
    if (!read.ok) throw new CommandMistake(read.message)
    // A TIN without a branch does not change the branch.
    return { tin9: read.tin9, ...(tinDigits(text).length > 9 && { branch_code: read.branchCode }) }
  },
  branch(text) {
    if (!/^\d{1,5}$/.test(text))
      throw new CommandMistake('A branch code has up to five digits; the head office is 00000.')
    return { branch_code: text.padStart(5, '0') }
  },
  address: (text) => ({ address: line('The address', text, 300) }),
  vat(text) {
    if (text !== 'yes' && text !== 'no') throw new CommandMistake('Usage: talaan company set vat yes|no')
    return { vat: text }
  },
}

export const company: Command = {
  name: 'company',
  writes: true,
  takes: `show | set <${Object.keys(fields).join('|')}> <value>`,
  does: 'Shows or changes the company details printed on documents.',
  async run({ args: [act = 'show', field = '', ...words], env, clock, open, say }) {
    if (act !== 'show' && act !== 'set') throw new CommandMistake(`Usage: talaan company ${company.takes}`)
    const change = act === 'set' ? read(field, words.join(' ').trim(), env) : undefined
    const { kysely } = await open()
    if (change) {
      await kysely.transaction().execute(async (trx) => {
        const { vat, ...columns } = change
        if (vat !== undefined) await setVat(trx, vat)
        else {
          const { numUpdatedRows } = await trx.updateTable('company').set(columns).executeTakeFirstOrThrow()
          if (numUpdatedRows === 0n) throw new CommandMistake(noCompany)
        }
        await audit(trx, clock, { actorName: 'operator', action: 'operator.setCompany', detail: change })
      })
    }
    const row = await kysely.selectFrom('company').selectAll().executeTakeFirst()
    if (!row) throw new CommandMistake(noCompany)
    const { vatRegistered } = registeredOn(await registrationsNow(kysely), today(clock))
    say(`Name       ${row.name}`)
    say(`TIN        ${row.tin9 === null ? 'not set' : formatTin(row.tin9, row.branch_code)}`)
    say(`Address    ${row.address === '' ? 'not set' : row.address}`)
    say(`VAT        ${vatRegistered ? 'registered' : 'not registered'}`)
  },
}

/** Sets the status from the beginning; one that changed on a date is changed in Talaan. */
async function setVat(trx: Transaction<Tables>, value: 'yes' | 'no'): Promise<void> {
  const rows = (await registrationsNow(trx)).filter(({ kind }) => kind === 'vat')
  if (rows.some(({ validFrom }) => validFrom !== firstDay))
    throw new CommandMistake('The VAT status has a start date. Change it in Talaan under Company Settings, Company.')
  await trx
    .insertInto('registration')
    .values({ kind: 'vat', value, valid_from: firstDay, source: 'Set by the operator' })
    .execute()
}

const noCompany = 'There is no company yet. Start Talaan once to create it.'

function read(field: string, text: string, env: Environment): Change {
  const change = Object.hasOwn(fields, field) ? fields[field] : undefined
  if (!change || text === '')
    throw new CommandMistake(`Usage: talaan company set <${Object.keys(fields).join('|')}> <value>`)
  return change(text, env)
}

function line(what: string, text: string, limit: number): string {
  if (text.length > limit || /[\r\n\0]/.test(text))
    throw new CommandMistake(`${what} must be one line of at most ${limit} characters.`)
  return text
}
