// The page of the banks below its New card: the bank accounts, unidentified deposits, and statements.
import { listReconciliations, listUnidentified } from '@talaan/contract/reconciliation.ts'
import { listStatements } from '@talaan/contract/statements.ts'
import { type ReactNode, Suspense } from 'react'
import { useCall } from '../../app/api.ts'
import { useSession } from '../../app/session/session.ts'
import { BankCards } from './BankCards.tsx'
import { UnidentifiedPanel } from './UnidentifiedPanel.tsx'

export function BankPanels({ children }: { children: ReactNode }) {
  const { passwordDue } = useSession()
  const enabled = !passwordDue
  // The panels load together. Their heights are known only then, and visible content must not move.
  const months = useCall(listReconciliations, {}, { enabled })
  const deposits = useCall(listUnidentified, {}, { enabled })
  const statements = useCall(listStatements, {}, { enabled })
  const isComplete = [months, deposits, statements].every(({ isPending }) => !isPending)
  return (
    <>
      <BankCards />
      {isComplete && (
        <Suspense fallback={null}>
          <UnidentifiedPanel />
          {children}
        </Suspense>
      )}
    </>
  )
}
