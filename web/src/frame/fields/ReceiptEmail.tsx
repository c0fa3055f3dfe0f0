// The e-mail address for the receipt: typed, or taken from the registration.
import { below } from '../runtime/below.ts'
import { TextInput } from './boxes.tsx'
import type { Form, TextField, Typed } from '../runtime/formDefinition.ts'

type Props<T extends Typed> = { form: Form<T> }

export function ReceiptEmail<T extends Typed & { email: string; emailFrom?: string }>({ form }: Props<T>) {
  const { emailFrom = '' } = form.typed
  return (
    <TextInput
      {...form.input('email' as TextField<T>)}
      {...(emailFrom !== '' &&
        below(`Saved address: ${emailFrom.replace(/\.$/, '')}. Enter another address to change it for this document.`))}
      inputMode="email"
      spellCheck={false}
    />
  )
}
