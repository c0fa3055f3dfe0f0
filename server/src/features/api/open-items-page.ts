// Unpaid vendors and unpaid customers as an HTML page without scripts, which an external form shows as it is.
import { formatDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import type { OpenParty } from '@talaan/contract/open-items.ts'
import { escaped } from './html.ts'

export type OpenItemsPage = 'unpaid-vendors' | 'unpaid-customers'

export const titleOf = (page: OpenItemsPage): string =>
  page === 'unpaid-vendors' ? 'Unpaid vendors' : 'Unpaid customers'

export function openItemsPage(page: OpenItemsPage, { parties, today }: { parties: OpenParty[]; today: Day }): string {
  const title = titleOf(page)
  const rows = parties.map(
    ({ partyId, name, tin, documents, open, credit, oldestDue }) =>
      `<tr data-party="${partyId}"><th scope="row">${escaped(name)}</th><td>${escaped(tin)}</td><td class="n">${documents}</td>` +
      `<td class="n">${formatMoney(open)}</td><td class="n">${formatMoney(credit)}</td>` +
      `<td>${oldestDue === null ? '' : formatDay(oldestDue)}</td></tr>`,
  )
  const total = sum(parties.map(({ open }) => open))
  const table =
    rows.length === 0
      ? '<p>Nothing is unpaid.</p>'
      : `<table><thead><tr><th>Name</th><th>TIN</th><th class="n">Documents</th><th class="n">Balance</th><th class="n">Credit</th>` +
        `<th>Oldest due</th></tr></thead><tbody>${rows.join('')}</tbody><tfoot><tr><th scope="row" colspan="3">Total</th>` +
        `<td class="n">${formatMoney(total)}</td><td></td><td></td></tr></tfoot></table>`
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>
:root{color-scheme:light dark}
body{font:14px/1.4 system-ui,sans-serif;margin:16px}
h1{font-size:20px}
table{border-collapse:collapse;width:100%}
th,td{padding:6px 12px;border-bottom:1px solid #8884;text-align:left;font-weight:400}
thead th,tfoot th,tfoot td{font-weight:600}
.n{text-align:right;font-variant-numeric:tabular-nums}
</style>
<h1>${title}</h1><p>As of ${formatDay(today)}</p>${table}</html>
`
}
