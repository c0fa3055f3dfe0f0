// The input components of forms.
import * as mantine from '@mantine/core'
import { steady } from '../../ui/steady.tsx'

export const NativeSelect = steady<mantine.NativeSelectProps>(mantine.NativeSelect)
export const Textarea = steady<mantine.TextareaProps>(mantine.Textarea)
export const TextInput = steady<mantine.TextInputProps>(mantine.TextInput)
