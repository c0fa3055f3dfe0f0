// Registers a TIN with the name, number and address of a customer or supplier, and checks for similar registrations.
import { Button, Checkbox, Group, Kbd, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import {
  checkParty,
  correctParty,
  getParty,
  partyProblems,
  registerParty,
  type PartyAnswer,
  type PartyRole,
  type PartyRow,
} from '@talaan/contract/parties.ts'
import { foreignCountries } from '@talaan/ledger/core/countries.ts'
import { common, type FieldMistake } from '@talaan/contract/problem.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import {
  addressLine,
  correctionReason,
  displayName,
  partyChanges,
  tinOrReason,
  vatStatusWords,
  type PartyFields,
} from '@talaan/ledger/core/party.ts'
import { ChoiceInput } from '../../../ui/ChoiceInput.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { NativeSelect, TextInput } from '../../fields/boxes.tsx'
import { below } from '../../runtime/below.ts'
import { CallFailure, type Channel } from '../../runtime/channel.ts'
import { useAnswerKeys, useFormKeys } from '../../runtime/formKeys.ts'
import { focusFirst, Mistakes } from '../../runtime/Mistakes.tsx'
import { Notice } from '../../runtime/Notice.tsx'
import css from './PartyForm.module.css'
import { FormFrame } from '../../runtime/FormFrame.tsx'
import { Trouble } from '../../runtime/Trouble.tsx'
import {
  abroadOf,
  byBox,
  emptyParty,
  partyOf,
  partyModel,
  tinSentence,
  tinTyped,
  typedName,
  typedOf,
  withoutTin,
  type TypedParty,
} from './typedParty.ts'

type LookAlike = AnswerOf<typeof checkParty>['lookAlikes'][number]
type Step = { at: 'form' } | { at: 'confirm'; fields: PartyFields } | { at: 'registered'; party: PartyRow }
type Flag = 'government' | 'withholdingAgent' | 'registeredEnterprise'
type TextField = Exclude<keyof TypedParty, 'kind' | 'vatStatus' | Flag>

const countries = foreignCountries.map(({ code, name }) => ({ value: code, label: name }))

const words = {
  customer: {
    title: 'Customer TIN',
    someone: 'customer',
    register: 'Register this customer?',
    correct: 'Correct this customer?',
  },
  supplier: {
    title: 'Vendor or Supplier TIN',
    someone: 'supplier',
    register: 'Register this supplier?',
    correct: 'Correct this supplier?',
  },
} as const satisfies Record<PartyRole, { title: string; someone: string; register: string; correct: string }>

type Props = { channel: Channel; registers: PartyRole }

export const CustomerForm = ({ channel }: { channel: Channel }) => <PartyForm channel={channel} registers="customer" />
export const VendorForm = ({ channel }: { channel: Channel }) => <PartyForm channel={channel} registers="supplier" />

/** The form registers a party, or corrects a registered party if the portal passes one. */
function PartyForm({ channel, registers }: Props) {
  const { about } = channel.context
  const [registered, setRegistered] = useState<PartyAnswer | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (about === undefined) return
    let left = false
    setFailure(null)
    channel
      .call(getParty, { params: { partyId: about } })
      .then(({ party }) => {
        if (!left) setRegistered(party)
      })
      .catch((error: unknown) => {
        if (!left) setFailure(error instanceof Error ? error.message : getParty.failure)
      })
    return () => {
      left = true
    }
  }, [channel, about, tries])

  const { title } = words[registers]
  if (about === undefined) return <Filling channel={channel} registers={registers} corrects={null} />
  if (failure !== null) return <Trouble title={title} sentence={failure} onRetry={() => setTries(tries + 1)} />
  if (registered === null) {
    return (
      <FormFrame title={title} note="Correction">
        <Skeleton h={320} aria-label="The form is loading" />
      </FormFrame>
    )
  }
  return <Filling channel={channel} registers={registers} corrects={registered} />
}

function Filling({ channel, registers: role, corrects }: Props & { corrects: PartyAnswer | null }) {
  const { search, draftId, returnTo } = channel.context
  const [begun] = useState(() => (corrects === null ? emptyParty(search) : typedOf(corrects.fields)))
  const [typed, setTyped] = useState(begun)
  const [reason, setReason] = useState('')
  const [leftEmpty, setLeftEmpty] = useState(false)
  const [step, setStep] = useState<Step>({ at: 'form' })
  const [mistakes, setMistakes] = useState<readonly FieldMistake[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const pressed = useRef(false)
  const { lookAlikes, setLookAlikes } = useLookAlikes(channel, typed, corrects?.id)
  const { title } = words[role]

  const touched = step.at !== 'registered' && (reason !== '' || JSON.stringify(typed) !== JSON.stringify(begun))
  useEffect(() => channel.say({ type: 'unsaved', unsaved: touched }), [channel, touched])

  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) document.getElementById('tin')?.focus({ preventScroll: true })
  }, [])
  useFormKeys({ onDone: () => step.at === 'form' && look() })

  function set(change: Partial<TypedParty>) {
    setTyped((now) => ({ ...now, ...change }))
    setMistakes((all) =>
      all.filter(({ path }) => !Object.hasOwn(change, String(path[0])) && !(path[0] === 'tin' && 'branch' in change)),
    )
  }

  function show(found: readonly FieldMistake[], sentence: string) {
    setStep({ at: 'form' })
    setMistakes(found)
    setProblem(sentence)
    setTimeout(() => (found.length > 0 ? focusFirst(found.map(({ path }) => String(path[0]))) : window.scrollTo(0, 0)))
  }

  function look() {
    setProblem(null)
    const read = partyOf(typed)
    const said = corrects === null ? undefined : correctionReason.safeParse(reason).error?.issues[0]?.message
    const newMistakes = [
      ...(read.ok ? [] : read.mistakes),
      ...(said === undefined ? [] : [{ path: ['reason'], message: said }]),
    ]
    if (!read.ok || newMistakes.length > 0) return show(newMistakes, common.badInput.sentence)
    if (corrects !== null && partyChanges(corrects.fields, read.fields).length === 0)
      return show([], partyProblems.nothingCorrected.sentence)
    setMistakes([])
    setStep({ at: 'confirm', fields: read.fields })
  }

  async function register(fields: PartyFields) {
    if (pressed.current) return
    pressed.current = true
    setBusy(true)
    try {
      const lookAlikesSeen = lookAlikes.length > 0
      const { party } =
        corrects === null
          ? await channel.call(registerParty, { body: { registrationId: draftId, role, fields, lookAlikesSeen } })
          : await channel.call(correctParty, {
              params: { partyId: corrects.id },
              body: { correctionId: draftId, fields, reason, after: corrects.corrections, lookAlikesSeen },
            })
      // The portal reloads its lists of parties.
      channel.say({ type: 'recorded', number: tinOrReason(party) })
      setStep({ at: 'registered', party })
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      if (error.code === partyProblems.lookAlike.code) {
        // Someone has registered a similar party since the last check. It is shown, and the next Yes confirms.
        const seen = await channel
          .call(checkParty, {
            body: {
              tin: fields.tin,
              name: displayName(fields),
              country: fields.country,
              foreignTaxNo: fields.foreignTaxNo,
            },
          })
          .catch(() => null)
        setLookAlikes(seen?.lookAlikes ?? [])
        setProblem(error.message)
      } else if (error.fields.length > 0) {
        show(byBox(error.fields), error.message)
      } else if (error.code === partyProblems.duplicateTin.code) {
        show([{ path: ['tin'], message: error.message }], common.badInput.sentence)
      } else {
        setProblem(error.message)
      }
    } finally {
      pressed.current = false
      setBusy(false)
    }
  }

  const back = returnTo === undefined ? undefined : (party: PartyRow) => goBack(channel, party)
  if (step.at === 'registered')
    return (
      <Registered channel={channel} registers={role} party={step.party} onBack={back} isCorrected={corrects !== null} />
    )
  if (step.at === 'confirm') {
    return (
      <Confirm
        registers={role}
        fields={step.fields}
        corrects={corrects}
        reason={reason}
        lookAlikes={lookAlikes}
        problem={problem}
        busy={busy}
        onUse={back}
        onYes={() => void register(step.fields)}
        onNo={() => channel.say({ type: 'restart' })}
        onEdit={() => setStep({ at: 'form' })}
      />
    )
  }

  const at = new Map(mistakes.map(({ path, message }) => [String(path[0]), message]))
  // Nearly every party has a TIN, so the question appears only after the user has left the field empty.
  const asksWhy = typed.tin === '' && (leftEmpty || typed.noTin !== '' || at.has('tin'))
  const hasTin = !asksWhy || typed.noTin === ''
  const box = (field: Exclude<keyof TypedParty, Flag>) => ({
    ...partyModel.table[field]?.box,
    id: field,
    value: typed[field],
    error: at.get(field),
  })
  const text = (field: TextField) => ({
    ...box(field),
    onChange: (event: { currentTarget: HTMLInputElement }) => set({ [field]: event.currentTarget.value }),
    autoComplete: 'off',
  })

  const check = (flag: Flag) => ({
    id: flag,
    checked: typed[flag],
    error: at.get(flag),
    onChange: (event: { currentTarget: HTMLInputElement }) => set({ [flag]: event.currentTarget.checked }),
  })

  function typeTin(value: string, input: HTMLInputElement) {
    // Digits are grouped only when the user types at the end; otherwise the cursor would jump.
    const atEnd = input.selectionStart === value.length
    if (!atEnd) return set({ tin: value })
    const read = tinTyped(value.replace(/-$/, ''))
    set(read.branch === '' ? { tin: read.tin } : read)
  }

  return (
    <FormFrame title={title} note={corrects === null ? 'Registration' : 'Correction'}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          look()
        }}
      >
        {problem !== null && (
          <Mistakes
            sentence={problem}
            mistakes={mistakes}
            fieldId={([field]) => (field === undefined ? null : String(field))}
          />
        )}
        <Stack gap="md" className={css.fields}>
          <NativeSelect
            {...box('kind')}
            onChange={(event) => set({ kind: event.currentTarget.value as TypedParty['kind'] })}
          />
          <div className={css.pair}>
            <TextInput
              {...text('tin')}
              {...(!at.has('tin') && below(tinSentence(typed)))}
              onChange={(event) => typeTin(event.currentTarget.value, event.currentTarget)}
              onBlur={() => {
                set(typed.branch === '' ? tinTyped(typed.tin) : { tin: tinTyped(typed.tin).tin })
                setLeftEmpty(typed.tin === '')
              }}
              inputMode="numeric"
              placeholder="000-000-000"
            />
            <TextInput {...text('branch')} inputMode="numeric" maxLength={5} placeholder="00000" />
          </div>
          {asksWhy && (
            <div className={css.pair}>
              <NativeSelect
                {...box('noTin')}
                onChange={(event) => set(withoutTin(event.currentTarget.value as TypedParty['noTin']))}
              />
              {typed.noTin === 'foreign' && (
                <ChoiceInput
                  {...box('country')}
                  none="Choose"
                  options={countries}
                  onChange={(country) => set({ country })}
                />
              )}
            </div>
          )}
          {asksWhy && typed.noTin === '' && role === 'customer' && (
            <Text size="sm" c="dimmed">
              Walk-in customers need no registration. Choose Various customers on the invoice form.
            </Text>
          )}
          {asksWhy && typed.noTin === 'foreign' && <TextInput {...text('foreignTaxNo')} />}
          {typed.kind === 'non_individual' ? (
            <TextInput {...text('registeredName')} {...(!hasTin && below('As on its invoices'))} />
          ) : (
            <div className={css.three}>
              <TextInput {...text('lastName')} />
              <TextInput {...text('firstName')} />
              <TextInput {...text('middleName')} />
            </div>
          )}
          <LookAlikes lookAlikes={lookAlikes} onUse={back} />
          <TextInput {...text('tradeName')} />
          <fieldset className={css.group}>
            <legend>Registered address</legend>
            <Stack gap="md">
              <div className={css.pair}>
                <TextInput {...text('substreet')} />
                <TextInput {...text('street')} />
              </div>
              <div className={css.pair}>
                <TextInput {...text('barangay')} />
                <TextInput {...text('city')} />
              </div>
              <div className={css.pair}>
                <TextInput {...text('province')} />
                {typed.noTin === 'foreign' ? (
                  <TextInput {...text('zip')} label="Postal code" maxLength={12} />
                ) : (
                  <TextInput {...text('zip')} inputMode="numeric" maxLength={4} />
                )}
              </div>
            </Stack>
          </fieldset>
          {hasTin && (
            <div className={css.pair}>
              <NativeSelect
                {...box('vatStatus')}
                onChange={(event) => set({ vatStatus: event.currentTarget.value as TypedParty['vatStatus'] })}
              />
              <TextInput {...text('rdoCode')} />
            </div>
          )}
          <div className={css.pair}>
            <TextInput {...text('email')} inputMode="email" />
            <TextInput {...text('phone')} inputMode="tel" />
          </div>
          <TextInput {...text('lineOfBusiness')} />
          {hasTin && role === 'supplier' && <TextInput {...text('withholdingExempt')} />}
          {hasTin && (
            <Stack gap="xs">
              {role === 'customer' && (
                <>
                  <Checkbox
                    {...check('government')}
                    label="Government office"
                    description="Sales lines are usually “Vatable, sale to government”."
                  />
                  <Checkbox
                    {...check('withholdingAgent')}
                    label="Withholding agent"
                    description="Withholds income tax on payments and issues form 2307."
                  />
                </>
              )}
              <Checkbox
                {...check('registeredEnterprise')}
                label="Registered business enterprise (PEZA or another zone)"
                description={
                  role === 'customer'
                    ? 'Sales lines are usually zero-rated if the customer has a certificate.'
                    : 'Your company remits the VAT on purchases from this supplier to the BIR, under ATC WV110.'
                }
              />
            </Stack>
          )}
          {hasTin && role === 'customer' && typed.registeredEnterprise && (
            <TextInput {...text('zeroRatingCertificate')} maxLength={60} />
          )}
          {corrects !== null && (
            <TextInput
              id="reason"
              label="Reason for correction"
              {...below('Saved with the previous details. For example: two digits of the TIN were swapped')}
              value={reason}
              error={at.get('reason')}
              maxLength={500}
              autoComplete="off"
              onChange={(event) => {
                setReason(event.currentTarget.value)
                setMistakes((all) => all.filter(({ path }) => path[0] !== 'reason'))
              }}
            />
          )}
        </Stack>
        <Group justify="flex-end" className={css.foot}>
          <Button type="submit" data-step rightSection={<Kbd size="xs">Ctrl Enter</Kbd>}>
            Review
          </Button>
        </Group>
      </form>
    </FormFrame>
  )
}

/** Registrations similar to the typed one, requested when the user pauses. */
function useLookAlikes(channel: Channel, typed: TypedParty, itself: string | undefined) {
  const [lookAlikes, setLookAlikes] = useState<readonly LookAlike[]>([])
  const tin = typed.noTin === '' ? `${typed.tin}${typed.branch}`.slice(0, 40) : ''
  const name = typedName(typed).slice(0, 200)
  const { country, foreignTaxNo } = abroadOf(typed)
  useEffect(() => {
    if (tin.replace(/\D/g, '').length < 9 && name.length < 4 && foreignTaxNo === '') return setLookAlikes([])
    let stale = false
    const timer = setTimeout(() => {
      channel
        .call(checkParty, { body: { tin, name, country, foreignTaxNo } })
        .then((answer) => {
          if (!stale) setLookAlikes(answer.lookAlikes.filter(({ party }) => party.id !== itself))
        })
        // If no answer arrives, no warning is shown yet; the registration itself checks again.
        .catch(() => undefined)
    }, 400)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [channel, tin, name, country, foreignTaxNo, itself])
  return { lookAlikes, setLookAlikes }
}

function LookAlikes({ lookAlikes, onUse }: { lookAlikes: readonly LookAlike[]; onUse?: (party: PartyRow) => void }) {
  if (lookAlikes.length === 0) return <div role="status" className={css.quiet} />
  return (
    <Notice tone="look" title="Similar customers or suppliers">
      <ul className={css.alike}>
        {lookAlikes.map(({ party, reason }) => (
          <li key={party.id}>
            <span>
              <strong>{party.name}</strong> {tinOrReason(party)}
              <br />
              {reason}
              {party.address && <span className={css.address}>{party.address}</span>}
            </span>
            {onUse && (
              <Button size="compact-sm" variant="default" onClick={() => onUse(party)} aria-label={`Use ${party.name}`}>
                Use this one
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

type ConfirmProps = {
  registers: PartyRole
  fields: PartyFields
  corrects: PartyAnswer | null
  reason: string
  lookAlikes: readonly LookAlike[]
  problem: string | null
  busy: boolean
  onUse?: (party: PartyRow) => void
  onYes: () => void
  onNo: () => void
  onEdit: () => void
}

function Confirm({
  registers: role,
  fields,
  corrects,
  reason,
  lookAlikes,
  problem,
  busy,
  onUse,
  onYes,
  onNo,
  onEdit,
}: ConfirmProps) {
  const careful = lookAlikes.length > 0 || problem !== null
  const yes = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    if (!careful) yes.current?.focus({ preventScroll: true })
  }, [careful])
  useAnswerKeys({ y: onYes, n: onNo, escape: onEdit }, { disabled: busy })

  return (
    <FormFrame
      title={words[role].title}
      note={corrects === null ? 'Check before registering' : 'Check before correcting'}
    >
      <Stack gap="md" className={css.fields}>
        {problem && (
          <Notice tone="look" title="Check these points" urgent>
            {problem}
          </Notice>
        )}
        <LookAlikes lookAlikes={lookAlikes} onUse={onUse} />
        <dl className={css.summary}>
          {(corrects === null ? summary(fields, role) : changes(corrects, fields, reason)).map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {corrects !== null && (
          <Text size="sm" c="dimmed">
            Recorded documents keep the old details. Lists, certificates and returns that are not filed yet use the
            corrected details.
          </Text>
        )}
      </Stack>
      <div className={css.foot}>
        <Text mb="sm">{words[role][corrects === null ? 'register' : 'correct']}</Text>
        <Group gap="sm">
          <Button ref={yes} onClick={onYes} loading={busy} rightSection={<Kbd size="xs">Y</Kbd>}>
            Yes
          </Button>
          <Button variant="default" onClick={onNo} disabled={busy} rightSection={<Kbd size="xs">N</Kbd>}>
            No
          </Button>
          <Button
            variant="subtle"
            color="gray"
            onClick={onEdit}
            disabled={busy}
            rightSection={<Kbd size="xs">Esc</Kbd>}
          >
            Edit
          </Button>
        </Group>
      </div>
    </FormFrame>
  )
}

function Registered({
  channel,
  registers: role,
  party,
  onBack,
  isCorrected,
}: {
  channel: Channel
  registers: PartyRole
  party: PartyRow
  onBack?: (party: PartyRow) => void
  isCorrected: boolean
}) {
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus(), [])
  return (
    <main className={css.done}>
      <StatusBadge tone="good">{isCorrected ? 'Corrected' : 'Registered'}</StatusBadge>
      <Title order={1}>{party.name}</Title>
      <Text className={css.tin}>{party.tin === '' ? tinOrReason(party) : `TIN ${party.tin}`}</Text>
      {party.address && <Text c="dimmed">{party.address}</Text>}
      <Group gap="sm" mt="lg">
        {onBack ? (
          <Button ref={next} onClick={() => onBack(party)} rightSection={<Kbd size="xs">Enter</Kbd>}>
            {channel.context.returnTo?.startsWith('/invoiceform') ? 'Back to your invoice' : 'Back to previous page'}
          </Button>
        ) : isCorrected ? (
          <Button
            ref={next}
            onClick={() => channel.navigate({ to: 'category' })}
            rightSection={<Kbd size="xs">Enter</Kbd>}
          >
            Go to customers and suppliers
          </Button>
        ) : (
          <Button ref={next} onClick={() => channel.say({ type: 'restart' })} rightSection={<Kbd size="xs">Enter</Kbd>}>
            Register another {words[role].someone}
          </Button>
        )}
        {!onBack && !isCorrected && role === 'customer' && (
          <Button variant="default" onClick={() => channel.navigate({ to: 'invoice', party: party.id })}>
            Record invoice for this customer
          </Button>
        )}
      </Group>
    </main>
  )
}

/** Returns to the previous form with its draft, and with the party chosen there. */
function goBack(channel: Channel, party: PartyRow): void {
  channel.say({ type: 'unsaved', unsaved: false })
  const draft = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(channel.context.returnTo ?? '')?.[0]
  channel.navigate({ to: 'back', party: party.id, ...(draft === undefined ? {} : { id: draft }) })
}

/** The old and the new details, and the reason. */
function changes(corrects: PartyAnswer, fields: PartyFields, reason: string): { label: string; value: string }[] {
  const none = 'nothing'
  return [
    { label: 'Registered as', value: corrects.name },
    ...partyChanges(corrects.fields, fields).map(({ label, before, after }) => ({
      label,
      value: `${before || none} → ${after || none}`,
    })),
    { label: 'Reason for correction', value: reason },
  ]
}

function summary(fields: PartyFields, role: PartyRole): { label: string; value: string }[] {
  const flags = [
    fields.government ? 'Government office' : '',
    fields.withholdingAgent ? 'Withholding agent' : '',
    fields.registeredEnterprise ? 'Registered business enterprise' : '',
  ].filter((word) => word !== '')
  return [
    { label: 'Registered as', value: words[role].someone },
    { label: 'Name', value: displayName(fields) },
    { label: 'TIN', value: tinOrReason(fields) },
    { label: 'Foreign tax number', value: fields.foreignTaxNo },
    { label: 'Trade name', value: fields.tradeName },
    { label: 'Address', value: addressLine(fields) },
    { label: 'VAT status', value: fields.noTin === '' ? vatStatusWords[fields.vatStatus] : '' },
    { label: 'RDO code', value: fields.rdoCode },
    { label: 'E-mail', value: fields.email },
    { label: 'Phone', value: fields.phone },
    { label: 'Line of business', value: fields.lineOfBusiness },
    { label: 'Withholding exemption', value: fields.withholdingExempt },
    { label: 'VAT zero-rating certificate', value: fields.zeroRatingCertificate },
    { label: 'Also', value: flags.join(', ') },
  ].filter(({ value }) => value !== '')
}
