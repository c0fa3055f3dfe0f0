// Possible duplicates of a party to be registered, with the reason.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { z } from '@talaan/ledger/core/zod.ts'
import type { lookAlike } from '@talaan/contract/parties.ts'
import { countryName } from '@talaan/ledger/core/country.ts'
import { nearTins, searchName, similarName, tinText } from '@talaan/ledger/core/party.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { present, rowOf } from './rows.ts'
import type { StoredRow } from './rows.ts'

type LookAlike = z.infer<typeof lookAlike>
type LookAlikeSearch = {
  tin: { tin9: string; branchCode: string } | undefined
  abroad?: { country: string; foreignTaxNo: string }
  name: string
}

const maxShown = 10

/** The same party first, then similar TINs, then similar names; each party once, with its strongest reason. */
export async function lookAlikesOf(db: Kysely<Tables>, { tin, abroad, name }: LookAlikeSearch): Promise<LookAlike[]> {
  const byTin = tin === undefined ? [] : await alikeByTin(db, tin)
  const abroadToo = abroad === undefined ? [] : await sameAbroad(db, { ...abroad, name })
  const byName = await alikeByName(db, name)
  const seen = new Set<string>()
  return [...byTin, ...abroadToo, ...byName]
    .filter(({ party }) => !seen.has(party.id) && seen.add(party.id))
    .slice(0, maxShown)
}

async function alikeByTin(
  db: Kysely<Tables>,
  { tin9, branchCode }: NonNullable<LookAlikeSearch['tin']>,
): Promise<LookAlike[]> {
  const rows = await present(db)
    .where('tin9', 'in', [tin9, ...nearTins(tin9)])
    .orderBy(sql`tin9 = ${tin9} and branch_code = ${branchCode}`, 'desc')
    .orderBy(sql`tin9 = ${tin9}`, 'desc')
    .orderBy('branch_code')
    .orderBy('tin9')
    .limit(maxShown)
    .execute()
  return rows.map((row) => {
    const isSame = row.tin9 === tin9 && row.branch_code === branchCode
    return { party: rowOf(row), reason: tinReason(row, tin9, isSame), isSame }
  })
}

function tinReason(row: StoredRow, tin9: string, isSame: boolean): string {
  if (isSame) return 'This TIN and branch code are already registered.'
  if (row.tin9 === tin9) return `The same TIN is registered with branch code ${row.branch_code}.`
  return `Its TIN ${tinText({ tin9: row.tin9, branchCode: row.branch_code })} differs by one digit or by two swapped digits.`
}

/** Abroad, a tax number is one party; without numbers, a name is. */
async function sameAbroad(
  db: Kysely<Tables>,
  { country, foreignTaxNo, name }: { country: string; foreignTaxNo: string; name: string },
): Promise<LookAlike[]> {
  const rows = await present(db)
    .where(isAbroad({ country, foreignTaxNo, searchName: searchName(name) }))
    .execute()
  const reason =
    foreignTaxNo === ''
      ? `This name is already registered for ${countryName(country)}.`
      : 'This foreign tax number is already registered.'
  return rows.map((row) => ({ party: rowOf(row), reason, isSame: true }))
}

/** The condition for the foreign party with this number, or without numbers for the one with this name. */
export const isAbroad = ({
  country,
  foreignTaxNo,
  searchName: name,
}: {
  country: string
  foreignTaxNo: string
  searchName: string
}) =>
  foreignTaxNo === ''
    ? sql<boolean>`country = ${country} and foreign_tax_no is null and search_name = ${name}`
    : sql<boolean>`country = ${country} and upper(foreign_tax_no) = upper(${foreignTaxNo})`

async function alikeByName(db: Kysely<Tables>, name: string): Promise<LookAlike[]> {
  const words = searchName(name)
    .split(' ')
    .filter((word) => word !== '')
  if (words.length === 0) return []
  const length = words.join('').length
  const candidates = await present(db)
    .where(sql<number>`length(replace(search_name, ' ', ''))`, '>=', length - 2)
    .where(sql<number>`length(replace(search_name, ' ', ''))`, '<=', length + 2)
    .where((or) =>
      or.or([sameWordsButOne(words), or('search_name', 'like', `${words.join(' ').slice(0, beginning(length))}%`)]),
    )
    .orderBy(sql`search_name = ${words.join(' ')}`, 'desc')
    .limit(500)
    .execute()
  return candidates
    .filter((row) => similarName(row.name, name))
    .map((row) => ({ party: rowOf(row), reason: 'The name is the same or similar.', isSame: false }))
}

/** A typing error affects one word: the others, or the letters before it, find the name by the index. */
function sameWordsButOne(words: string[]) {
  const quoted = [...new Set(words)].slice(0, 10).map((word) => `'${word}'`)
  const choices = quoted.length === 1 ? [quoted] : quoted.map((_, i) => quoted.toSpliced(i, 1))
  const query = choices.map((choice) => `(${choice.join(' & ')})`).join(' | ')
  return sql<boolean>`array_to_tsvector(string_to_array(search_words, ' ')) @@ ${query}::tsquery`
}

const beginning = (length: number): number => Math.max(3, Math.floor(length / 3))
