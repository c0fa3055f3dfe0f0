// The lines of a journal entry.
import { Anchor } from '@mantine/core'
import type { receipt } from '@talaan/contract/documents.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { z } from '@talaan/ledger/core/zod.ts'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import classes from './documents.module.css'

type Props = {
  lines: z.output<typeof receipt>['journal']
  /** For users who may see them, accounts link to their entries. */
  linked: boolean
}

export function EntryTable({ lines, linked }: Props) {
  return (
    <table className={classes.details} style={{ margin: 0, fontSize: 14 }}>
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col" data-figure>
            Debit
          </th>
          <th scope="col" data-figure>
            Credit
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          <tr key={at}>
            <td>
              {linked ? (
                <Anchor component={Link} to={paths.account(line.account)} size="sm">
                  {line.account} {line.name}
                </Anchor>
              ) : (
                `${line.account} ${line.name}`
              )}
            </td>
            <td data-figure data-side={line.debit === 0n ? undefined : 'Debit'}>
              {line.debit !== 0n && formatMoney(line.debit)}
            </td>
            <td data-figure data-side={line.credit === 0n ? undefined : 'Credit'}>
              {line.credit !== 0n && formatMoney(line.credit)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
