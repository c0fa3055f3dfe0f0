// The print layout of an account's cheques, with every position in millimeters, a preview, and a test print.
import { Alert, Button, Checkbox, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import {
  chequeWordsOf,
  getCheque,
  getChequeTemplate,
  printTestCheque,
  saveChequeTemplate,
} from '@talaan/contract/cheques.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import { adminsAndAccountants } from '@talaan/contract/roles.ts'
import { chequeMarks, chequeTemplate, type ChequeTemplate, type Measure } from '@talaan/ledger/banking/cheques.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { call, callBytes, CallFailure, keyOf, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { useSession } from '../../app/session/session.ts'
import { AskingModal } from '../../app/session/TypingDialog.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './cheques.module.css'

type Props = { account: string; name: string; currency: string; onClose: () => void }

export function LayoutDialog({ account, name, currency, onClose }: Props) {
  const answer = useCall(getChequeTemplate, { params: { account } })
  const [edits, setEdits] = useState(noEdits)
  const changed = answer.data !== undefined && isChanged(answer.data.template, edits)
  return (
    <AskingModal title={`${chequeWordsOf.layout}: ${name}`} size={860} unsaved={changed} busy={false} onClose={onClose}>
      {(close) =>
        answer.data ? (
          <Layout
            account={account}
            currency={currency}
            edits={edits}
            changed={changed}
            key={account}
            current={answer.data}
            onEdits={setEdits}
            onClose={close}
          />
        ) : answer.isError ? (
          <Alert color="red" role="alert">
            {sentenceOf(answer.error)}
          </Alert>
        ) : (
          <Skeleton h={360} />
        )
      }
    </AskingModal>
  )
}

/** The input by the path of each figure, and the checkboxes that were changed. */
type Edits = { typed: Record<string, string>; flags: { crossing?: boolean; omitPeso?: boolean } }
const noEdits: Edits = { typed: {}, flags: {} }

const flagsOf = ({ crossing, omitPeso }: ChequeTemplate, { flags }: Edits) => ({
  crossing: crossing.printed,
  omitPeso,
  ...flags,
})

function isChanged(template: ChequeTemplate, edits: Edits): boolean {
  const flags = flagsOf(template, edits)
  return (
    Object.keys(edits.typed).length > 0 ||
    flags.crossing !== template.crossing.printed ||
    flags.omitPeso !== template.omitPeso
  )
}

/** The figures of a layout by path, grouped as on a cheque. */
const groups = [
  [
    'Leaf',
    [
      ['width', 'Width'],
      ['height', 'Height'],
    ],
  ],
  [
    'Printer offset',
    [
      ['offset.x', 'Right'],
      ['offset.y', 'Down'],
    ],
  ],
  [
    'Date boxes',
    [
      ['date.x', 'From left'],
      ['date.y', 'From top'],
      ['date.pitch', 'Box spacing'],
      ['date.gap', 'Gap at hyphens'],
      ['date.size', 'Font size (pt)'],
    ],
  ],
  [
    'Payee',
    [
      ['payee.x', 'From left'],
      ['payee.y', 'From top'],
      ['payee.width', 'Width'],
      ['payee.size', 'Font size (pt)'],
    ],
  ],
  [
    'Amount in figures',
    [
      ['figures.x', 'From left'],
      ['figures.y', 'From top'],
      ['figures.width', 'Width'],
      ['figures.size', 'Font size (pt)'],
    ],
  ],
  [
    'Amount in words',
    [
      ['words.x', 'From left'],
      ['words.y', 'From top'],
      ['words.width', 'Width'],
      ['words.lines', 'Lines'],
      ['words.leading', 'Line spacing'],
      ['words.size', 'Font size (pt)'],
    ],
  ],
  [
    'Crossing',
    [
      ['crossing.x', 'From left'],
      ['crossing.y', 'From top'],
    ],
  ],
] as const

type LayoutAnswer = { template: ChequeTemplate; measured: boolean }

type LayoutProps = {
  account: string
  currency: string
  current: LayoutAnswer
  edits: Edits
  changed: boolean
  onEdits: (edits: Edits) => void
  onClose: () => void
}

function Layout({ account, currency, current, edits, changed, onEdits, onClose }: LayoutProps) {
  const { role } = useSession()
  const queries = useQueryClient()
  const today = useCall(portalFacts).data?.today ?? '2026-01-01'
  const { typed } = edits
  const flags = flagsOf(current.template, edits)
  const [mistakes, setMistakes] = useState<Record<string, string>>({})
  const mayChange = adminsAndAccountants.includes(role)
  const read = chequeTemplate.safeParse(templateOf(current.template, typed, flags))

  const save = useMutation({
    mutationFn: (template: ChequeTemplate) => call(saveChequeTemplate, { params: { account }, body: template }),
    onSuccess: async (answer) => {
      queries.setQueryData(keyOf(getChequeTemplate, { params: { account } }), answer)
      await queries.invalidateQueries({ queryKey: [getCheque.name] })
      onEdits(noEdits)
      toast({ title: 'Print layout saved', tone: 'good' })
    },
    onError: (error) =>
      setMistakes(
        error instanceof CallFailure && error.fields.length > 0
          ? Object.fromEntries(error.fields.map(({ path, message }) => [path.join('.'), message]))
          : { '': sentenceOf(error) },
      ),
  })
  const test = useMutation({
    mutationFn: () => callBytes(printTestCheque, { params: { account } }),
    onSuccess: saveFile,
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (read.success) save.mutate(read.data)
    else
      setMistakes(
        Object.fromEntries(read.error.issues.map(({ path, message }) => [path.map(String).join('.'), message])),
      )
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        <Text size="sm">
          {current.measured
            ? 'Adjusted for the cheques of this account.'
            : 'Standard layout, not adjusted yet. Print a test page on plain paper, hold it over a cheque against the light, and correct the positions.'}{' '}
          All positions are in millimeters from the left and top edge, measured to the baseline of the text.
        </Text>
        <Leaf template={read.success ? read.data : current.template} today={today} currency={currency} />
        {groups.map(([title, fields]) => (
          <fieldset key={title} className={classes.grid}>
            <legend>{title}</legend>
            {fields.map(([path, label]) => (
              <TextInput
                key={path}
                size="sm"
                label={label}
                aria-label={`${title}: ${label}`}
                inputMode="decimal"
                autoComplete="off"
                readOnly={!mayChange}
                value={typed[path] ?? String(at(current.template, path))}
                error={mistakes[path]}
                onChange={(event) => {
                  setMistakes({})
                  onEdits({ ...edits, typed: { ...typed, [path]: event.currentTarget.value } })
                }}
              />
            ))}
          </fieldset>
        ))}
        <Checkbox
          label="Print the crossing: FOR PAYEE'S ACCOUNT ONLY"
          checked={flags.crossing}
          disabled={!mayChange}
          onChange={(event) => onEdits({ ...edits, flags: { ...flags, crossing: event.currentTarget.checked } })}
        />
        <Checkbox
          label="The word PESOS is already on the cheque; do not print it"
          checked={flags.omitPeso}
          disabled={!mayChange}
          onChange={(event) => onEdits({ ...edits, flags: { ...flags, omitPeso: event.currentTarget.checked } })}
        />
        {mistakes[''] !== undefined && (
          <Alert color="red" role="alert">
            {mistakes['']}
          </Alert>
        )}
        <Group justify="space-between" gap="sm">
          <Button variant="default" onClick={() => test.mutate()} loading={test.isPending} disabled={changed}>
            {chequeWordsOf.testPrint}
          </Button>
          <Group gap="sm">
            <Button variant="default" onClick={onClose}>
              {changed ? 'Cancel' : 'Close'}
            </Button>
            {mayChange && (
              <Button type="submit" loading={save.isPending} disabled={!changed}>
                Save
              </Button>
            )}
          </Group>
        </Group>
        {changed && (
          <Text size="sm" c="dimmed" ta="right">
            Save first. The test print uses the saved layout.
          </Text>
        )}
      </Stack>
    </form>
  )
}

function at(template: ChequeTemplate, path: string): unknown {
  return path.split('.').reduce<unknown>((held, name) => (held as Record<string, unknown>)[name], template)
}

/** The layout with the input applied; the schema reports invalid numbers. */
function templateOf(
  before: ChequeTemplate,
  typed: Record<string, string>,
  { crossing, omitPeso }: { crossing: boolean; omitPeso: boolean },
): unknown {
  const next = structuredClone(before) as unknown as Record<string, Record<string, unknown>>
  for (const [path, text] of Object.entries(typed)) {
    const [first = '', second] = path.split('.')
    const value = text.trim() === '' ? Number.NaN : Number(text)
    if (second === undefined) (next as Record<string, unknown>)[first] = value
    else if (next[first]) next[first][second] = value
  }
  return { ...next, crossing: { ...next.crossing, printed: crossing }, omitPeso }
}

const pointsPerMm = 72 / 25.4

/** A preview of the cheque in millimeters. */
function Leaf({ template, today, currency }: { template: ChequeTemplate; today: string; currency: string }) {
  const measure = useMemo(() => canvasMeasure(), [])
  const written = { payee: 'Name of the Payee, Inc.', day: today, amount: 123_456_78n, currency }
  const { marks, crossed, noRoomFor } = chequeMarks(written, template, measure)
  const { width, height, crossing, offset } = template
  const [x, y] = [crossing.x + offset.x, crossing.y + offset.y]
  return (
    <figure style={{ margin: 0 }}>
      <svg
        className={classes.leaf}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`A cheque of ${width} by ${height} millimeters showing the positions of date, payee and amounts`}
      >
        {marks.map((mark, i) => (
          <text key={i} x={mark.x} y={mark.y} fontSize={mark.size / pointsPerMm} fill="#000">
            {mark.text}
          </text>
        ))}
        {crossed && (
          <g transform={`rotate(-45 ${x} ${y + 24})`} stroke="#000" strokeWidth={0.3}>
            <line x1={x} y1={y + 24} x2={x + 34} y2={y + 24} />
            <line x1={x} y1={y + 28} x2={x + 34} y2={y + 28} />
            <text x={x + 2} y={y + 26.9} fontSize={6.5 / pointsPerMm} fill="#000" stroke="none">
              FOR PAYEE&apos;S ACCOUNT ONLY
            </text>
          </g>
        )}
      </svg>
      {noRoomFor.length > 0 && (
        <Text size="sm" c="var(--mantine-color-error)" component="figcaption" role="status">
          There is no space for the {noRoomFor.join(' and the ')} even at the smallest font size.
        </Text>
      )}
    </figure>
  )
}

function canvasMeasure(): Measure {
  const context = document.createElement('canvas').getContext('2d')
  if (context) context.font = `100px ${getComputedStyle(document.body).fontFamily}`
  return (text, size) => ((context?.measureText(text).width ?? 0) / 100) * (size / pointsPerMm)
}
