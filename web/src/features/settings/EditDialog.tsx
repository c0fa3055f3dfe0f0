// A dialog for adding or changing a row of the settings.
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import { type ReactNode, useState } from 'react'
import type { z } from '@talaan/ledger/core/zod.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { type Field, Fields, type Typed, typedOf } from './fields.tsx'
import './mantine.ts'
import classes from './settings.module.css'
import { useSaving } from './useSaving.ts'

type Props = {
  title: string
  endpoint: Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType>
  fields: readonly Field[]
  /** The initial values. */
  values: Readonly<Record<string, unknown>>
  /** The stored row, or null for a new one; undefined where rows can only be added. */
  was?: object | null
  /** The code of the row to change. For a new row, the name of the field into which its code is typed. */
  code?: string
  codeField?: Field
  savedMessage: string
  children?: ReactNode
  onClose: () => void
}

export function EditDialog({
  title,
  endpoint,
  fields,
  values,
  was,
  code,
  codeField,
  savedMessage,
  children,
  onClose,
}: Props) {
  const [begun] = useState<Typed>(() => ({ code: '', ...typedOf(values, fields) }))
  const [typed, setTyped] = useState(begun)
  const { save, mistakes, alert, busy, done, forget, today } = useSaving({
    endpoint,
    fields,
    savedMessage,
    onSaved: onClose,
  })
  const named = code ?? (codeField === undefined ? undefined : (typed['code'] ?? '').trim())
  return (
    <TypingDialog
      title={title}
      submit="Save"
      unsaved={!done && Object.keys(typed).some((name) => typed[name] !== begun[name])}
      busy={busy}
      alert={alert}
      onSubmit={() => save(typed, { was, ...(named !== undefined && { params: { code: named } }) })}
      onClose={onClose}
    >
      {children}
      <div className={classes.fields}>
        <Fields
          fields={codeField === undefined ? fields : [codeField, ...fields]}
          typed={typed}
          mistakes={mistakes}
          today={today}
          onType={(name, text) => {
            setTyped((old) => ({ ...old, [name]: text }))
            forget(name)
          }}
        />
      </div>
    </TypingDialog>
  )
}
