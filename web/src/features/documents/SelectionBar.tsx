// The bar for selected rows: their number, their totals, and the actions for all of them.
import { Button } from '@mantine/core'
import { begunAt } from '@talaan/contract/cards.ts'
import { type DocumentRow, maxTogether, printVouchers } from '@talaan/contract/documents.ts'
import { adminsAndAccountants } from '@talaan/contract/roles.ts'
import { maxVouchers } from '@talaan/contract/transactions.ts'
import { sumsByType } from '@talaan/ledger/reports/transactions.ts'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { callBytes, saveFile, sentenceOf } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session/session.ts'
import { Explained } from '../../ui/Explained.tsx'
import { later } from '../../ui/later.tsx'
import { toast } from '../../ui/toast.ts'
import { count } from './count.ts'
import classes from './selection.module.css'
import { Sums } from './Sums.tsx'
import { Vouchers } from './Vouchers.tsx'

const MailTogether = later(async () => (await import('./MailTogether.tsx')).MailTogether)
const TagTogether = later(async () => (await import('./TagTogether.tsx')).TagTogether)
const VoidTogether = later(async () => (await import('./VoidTogether.tsx')).VoidTogether)

const dialogs = { mail: MailTogether, tag: TagTogether, void: VoidTogether }

type Props = { rows: readonly DocumentRow[]; onClear: () => void }

export function SelectionBar({ rows, onClear }: Props) {
  const { role } = useSession()
  // The rows as they were when the dialog opened.
  const [dialog, setDialog] = useState<{ act: keyof typeof dialogs; of: readonly DocumentRow[] } | null>(null)
  const print = useMutation({
    mutationFn: () => callBytes(printVouchers, { body: { documentIds: rows.map(({ id }) => id) } }),
    onSuccess: saveFile,
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  const Dialog = dialog === null ? undefined : dialogs[dialog.act]
  const [only] = rows.length === 1 ? rows : []
  const tooMany = rows.length > maxTogether ? `At most ${maxTogether} documents at a time. Select fewer.` : undefined
  return (
    <>
      <div className={classes.selection} role="region" aria-label="Selection">
        <Sums title={`${count(rows.length)} selected`} sums={sumsByType(rows)} />
        <Button className={classes.clear} variant="subtle" size="sm" aria-label="Clear the selection" onClick={onClear}>
          Clear
        </Button>
        <div className={classes.actions}>
          {only?.status === 'recorded' &&
            begunAt(only.kind).map(({ frame, words }) => (
              <Button
                key={frame}
                className={classes.onWide}
                component={Link}
                to={paths.form(frame, { about: only.id })}
                variant="default"
                size="sm"
              >
                {words}
              </Button>
            ))}
          {rows.length <= maxVouchers && (
            <div className={classes.onWide}>
              <Vouchers label="Vouchers (ZIP)" ids={() => Promise.resolve(rows.map(({ id }) => id))} />
            </div>
          )}
          <Explained reason={tooMany}>
            {(refused) => (
              <Button
                variant="default"
                size="sm"
                aria-label="Save as one PDF"
                loading={print.isPending}
                onClick={() => print.mutate()}
                {...refused}
              >
                <span className={classes.onWide}>Save as one&nbsp;</span>PDF
              </Button>
            )}
          </Explained>
          {adminsAndAccountants.includes(role) && (
            <Explained reason={tooMany}>
              {(refused) => (
                <Button variant="default" size="sm" onClick={() => setDialog({ act: 'mail', of: rows })} {...refused}>
                  E-mail…
                </Button>
              )}
            </Explained>
          )}
          <Explained reason={tooMany}>
            {(refused) => (
              <Button variant="default" size="sm" onClick={() => setDialog({ act: 'tag', of: rows })} {...refused}>
                Tag…
              </Button>
            )}
          </Explained>
          {adminsAndAccountants.includes(role) && (
            <Explained reason={tooMany ?? (rows.every(isVoid) ? 'These documents are already void.' : undefined)}>
              {(refused) => (
                <Button
                  variant="default"
                  size="sm"
                  c="var(--mantine-color-error)"
                  onClick={() => setDialog({ act: 'void', of: rows })}
                  {...refused}
                >
                  Void…
                </Button>
              )}
            </Explained>
          )}
        </div>
      </div>
      {dialog !== null && Dialog !== undefined && (
        <Suspense fallback={null}>
          <Dialog
            rows={dialog.of}
            onClose={(isDone) => {
              setDialog(null)
              if (isDone) onClear()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

const isVoid = ({ status }: DocumentRow) => status === 'void'
