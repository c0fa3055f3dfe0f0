// Saves a change of the settings. Errors are shown at their fields; success shows a notification.
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import { type Day, dayInManila } from '@talaan/ledger/core/date.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from '@talaan/ledger/core/zod.ts'
import { call, CallFailure, sentenceOf, useCall } from '../../app/api.ts'
import { toast } from '../../ui/toast.ts'
import { type Field, type Mistakes, type Typed, valuesOf } from './fields.tsx'

type Change = Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType>
type SavingOptions = {
  endpoint: Change
  fields: readonly Field[]
  savedMessage: string
  onSaved: (values: Record<string, unknown>) => void
}
type Sent = { params?: Record<string, string>; was?: unknown; values: Record<string, unknown> }

/** `save` first checks the input with the schema of the call, so that most mistakes are reported immediately. */
export function useSaving({ endpoint, fields, savedMessage, onSaved }: SavingOptions) {
  const queries = useQueryClient()
  const today = useToday()
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [alert, setAlert] = useState<string>()
  const send = useMutation({
    mutationFn: ({ params, was, values }: Sent) =>
      call(endpoint, { params, body: was === undefined ? { now: values } : { was, now: values } }),
    onSuccess: (_, { values }) => {
      toast({ title: savedMessage, tone: 'good' })
      // The options in forms may have changed too.
      void queries.invalidateQueries()
      onSaved(values)
    },
    onError: (error) => {
      const found = error instanceof CallFailure ? mistakesAt(error.fields, fields) : {}
      setMistakes(found)
      if (Object.keys(found).length === 0) setAlert(sentenceOf(error))
    },
  })
  const save = (typed: Typed, { params, was }: { params?: Record<string, string>; was?: unknown }) => {
    const { values, mistakes: mistyped } = valuesOf(typed, fields, today)
    const body = was === undefined ? { now: values } : { was, now: values }
    const encoded = z.safeEncode(endpoint.body, body)
    const named = params === undefined ? undefined : endpoint.params.safeParse(params)
    const issues = [...(named?.error?.issues ?? []), ...(encoded.error?.issues ?? [])]
    const found = { ...mistakesAt(issues, fields), ...mistyped }
    setMistakes(found)
    setAlert(Object.keys(found).length === 0 && issues.length > 0 ? issues[0]?.message : undefined)
    if (issues.length === 0 && Object.keys(found).length === 0) send.mutate({ params, was, values })
  }
  const forget = (name: string) => setMistakes(({ [name]: _, ...others }) => others)
  return { save, mistakes, alert, busy: send.isPending, done: send.isSuccess, forget, today }
}

/** The first mistake of each visible field. */
function mistakesAt(
  found: readonly { path: readonly PropertyKey[]; message: string }[],
  fields: readonly Field[],
): Mistakes {
  const mistakes: Mistakes = {}
  for (const { path, message } of found) {
    const name = String(path.at(-1))
    if (name === 'code' || fields.some((field) => field.name === name)) mistakes[name] ??= message
  }
  return mistakes
}

const startedOn = dayInManila(Date.now())

/** The company's date. */
export function useToday(): Day {
  return useCall(portalFacts).data?.today ?? startedOn
}
