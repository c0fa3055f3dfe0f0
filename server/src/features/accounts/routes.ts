// The chart of accounts, active and inactive, in the order of its codes, and the tax rates for forms.
import { listAccounts } from '@talaan/contract/accounts.ts'
import type { Account } from '@talaan/contract/accounts.ts'
import { answers } from '../../http/route.ts'
import { registrationsNow } from '../../books/registrations.ts'
import type { Feature } from '../../http/feature.ts'

export const accounts: Feature = ({ db }) => [
  answers(listAccounts, async () => {
    const rows = await db.kysely
      .selectFrom('account')
      .select(['code', 'name', 'type', 'normal', 'control', 'active'])
      .orderBy('code')
      .execute()
    const vatRates = await db.kysely
      .selectFrom('vat_rate')
      .select(['rate', 'valid_from as validFrom', 'valid_to as validTo', 'source'])
      .orderBy('valid_from')
      .execute()
    const profile = await db.kysely
      .selectFrom('tax_profile')
      .select('gives_statutory_discounts')
      .executeTakeFirstOrThrow()
    return {
      accounts: rows.map((row) => ({ ...row, type: row.type as Account['type'] })),
      vatRates,
      registrations: await registrationsNow(db.kysely),
      givesStatutoryDiscounts: profile.gives_statutory_discounts,
    }
  }),
]
