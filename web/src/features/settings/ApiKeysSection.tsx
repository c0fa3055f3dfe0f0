// The API keys of other programs: creating a key, which is shown once, revoking it, and allowing it to record documents
// without a person.
import { Alert, Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import {
  allowRecording,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  scopes,
  scopeWords,
  type ApiKey,
  type Scope,
} from '@talaan/contract/api-keys.ts'
import { recordersOf } from '@talaan/contract/documents.ts'
import { listUsers } from '@talaan/contract/users.ts'
import { addDays, formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import { formatMoney, parseTypedAmount } from '@talaan/ledger/core/money.ts'
import { documentWords } from '@talaan/ledger/documents/words.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, CallFailure, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { DayInput } from '../../ui/DayInput.tsx'
import { moment } from '../../ui/moment.ts'
import { MoneyInput } from '../../ui/MoneyInput.tsx'
import { newId } from '../../ui/newId.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import { Head } from './Head.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import './mantine.ts'
import classes from './settings.module.css'
import { useToday } from './useSaving.ts'

const stateWords = { active: 'Active', expired: 'Expired', revoked: 'Revoked' } as const
const tones = { active: 'good', expired: 'look', revoked: 'plain' } as const

type Shown = 'create' | { revoke: ApiKey } | { allow: ApiKey } | { secret: string; name: string }

export function ApiKeysSection() {
  const query = useCall(listApiKeys)
  const { role } = useSession()
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  return (
    <>
      <Head section="api" action={role === 'admin' && <Button onClick={() => setShown('create')}>Create key</Button>}>
        With an API key, other programs can read the books and prepare drafts. The{' '}
        <Link to={paths.settings('reference')}>API reference</Link> lists the calls. A key can never do more than its
        account. Only an accountant can let a key record documents.
      </Head>
      <Answered query={query} panel={classes.body} loading={<SkeletonRows rows={4} />}>
        {({ keys }) =>
          keys.length === 0 ? (
            <Text className={classes.why}>No keys yet.</Text>
          ) : (
            <div className={classes.table}>
              <DataTable
                label="API keys"
                rows={keys}
                rowKey={({ id }) => id}
                faded={({ state }) => state !== 'active'}
                columns={[
                  {
                    key: 'name',
                    title: 'Program',
                    card: 'heading',
                    cell: ({ name, start, owner }) => (
                      <>
                        <strong>{name}</strong>
                        <Text span display="block" size="xs" c="dimmed" fw={400}>
                          <code>{start}…</code> for {owner}
                        </Text>
                      </>
                    ),
                  },
                  {
                    key: 'state',
                    title: 'Status',
                    card: 'amount',
                    nowrap: true,
                    cell: ({ state }) => <StatusBadge tone={tones[state]}>{stateWords[state]}</StatusBadge>,
                  },
                  { key: 'may', title: 'Permissions', cell: (key) => <Permissions {...key} /> },
                  { key: 'used', title: 'Last used', cell: (key) => <Use {...key} /> },
                  {
                    key: 'act',
                    title: 'Change',
                    card: 'action',
                    cell: (key) =>
                      key.state === 'active' && (
                        <Group gap="xs">
                          {role === 'accountant' && (
                            <Button variant="default" size="compact-sm" onClick={() => setShown({ allow: key })}>
                              Allow recording
                            </Button>
                          )}
                          <Button
                            variant="default"
                            size="compact-sm"
                            aria-label={`Revoke ${key.name}`}
                            onClick={() => setShown({ revoke: key })}
                          >
                            Revoke
                          </Button>
                        </Group>
                      ),
                  },
                ]}
              />
            </div>
          )
        }
      </Answered>
      {shown === 'create' && <CreateDialog onClose={close} onCreated={(created) => setShown(created)} />}
      {typeof shown === 'object' && 'revoke' in shown && <RevokeDialog apiKey={shown.revoke} onClose={close} />}
      {typeof shown === 'object' && 'allow' in shown && <RecordingDialog apiKey={shown.allow} onClose={close} />}
      {typeof shown === 'object' && 'secret' in shown && (
        <SecretDialog
          title={`Key for ${shown.name}`}
          label="API key"
          secret={shown.secret}
          copyLabel="Copy key"
          onClose={close}
        >
          Copy the key now. It is shown only once.
        </SecretDialog>
      )}
    </>
  )
}

function Permissions({ scopes: allowed, networks, recording }: ApiKey) {
  return (
    <Text component="div" size="sm">
      {allowed.length === scopes.length ? 'All permissions' : allowed.map((scope) => scopeWords[scope]).join(' · ')}
      {recording.map(({ kind, upTo, by }) => (
        <Text key={kind} size="xs" c="dimmed">
          Records {documentWords[kind].words.plural.toLowerCase()} up to {formatMoney(upTo)}, allowed by {by}
        </Text>
      ))}
      {networks.length > 0 && (
        <Text size="xs" c="dimmed">
          Only from {networks.join(', ')}
        </Text>
      )}
    </Text>
  )
}

const Use = ({ lastUsedAt, lastUsedFrom, expiresOn, state }: ApiKey) => (
  <Text component="div" size="sm">
    {lastUsedAt === null ? 'Never' : `${moment(lastUsedAt)} from ${lastUsedFrom ?? ''}`}
    <Text size="xs" c="dimmed">
      {state === 'expired' ? 'Expired' : 'Expires'} on {formatDay(expiresOn)}
    </Text>
  </Text>
)

function CreateDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (created: Shown) => void }) {
  const queries = useQueryClient()
  const today = useToday()
  const { user } = useSession()
  const users = useCall(listUsers, { query: { company: user?.company } })
  const [keyId] = useState(newId)
  const [begun] = useState({ name: '', owner: '', networks: '', expiresOn: formatDay(addDays(today, 365)) })
  const [typed, setTyped] = useState(begun)
  const [chosen, setChosen] = useState<readonly Scope[]>(['company:read', 'parties:read', 'drafts:write'])
  const [mistakes, setMistakes] = useState<Record<string, string>>({})
  const [alert, setAlert] = useState<string>()
  const accounts = (users.data?.users ?? []).filter(({ Active }) => Active).map(({ ClientId }) => ClientId)
  const owner = typed.owner === '' ? (accounts[0] ?? '') : typed.owner
  const create = useMutation({
    mutationFn: () => {
      const expiresOn = parseTypedDay(typed.expiresOn, today)
      if (!expiresOn.ok) throw new Mistyped({ expiresOn: expiresOn.message })
      if (typed.name.trim() === '') throw new Mistyped({ name: 'Enter the name of the program.' })
      if (chosen.length === 0) throw new Mistyped({ scopes: 'Choose at least one permission.' })
      const networks = typed.networks.split(/[\s,]+/).filter((network) => network !== '')
      const body = { name: typed.name, owner, networks, expiresOn: expiresOn.day, scopes: [...chosen] }
      return call(createApiKey, { params: { keyId }, body })
    },
    onSuccess: ({ key, secret }) => {
      void queries.invalidateQueries({ queryKey: [listApiKeys.name] })
      onCreated({ secret, name: key.name })
    },
    onError: (error) => {
      const found =
        error instanceof Mistyped
          ? error.mistakes
          : error instanceof CallFailure
            ? Object.fromEntries(error.fields.map(({ path, message }) => [String(path[0]), message]))
            : {}
      setMistakes(found)
      setAlert(Object.keys(found).length === 0 ? sentenceOf(error) : undefined)
    },
  })
  const field = (name: keyof typeof begun) => ({
    value: typed[name],
    error: mistakes[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((old) => ({ ...old, [name]: value })),
  })
  return (
    <TypingDialog
      title="Create API key"
      submit="Create key"
      unsaved={
        !create.isSuccess &&
        Object.keys(begun).some((name) => typed[name as keyof typeof begun] !== begun[name as keyof typeof begun])
      }
      busy={create.isPending}
      alert={alert}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <TextInput
        label="Program"
        description="Shown in the audit trail, for example n8n."
        maxLength={60}
        data-autofocus
        {...field('name')}
      />
      <SearchSelect
        label="Account"
        description="Drafts that the key prepares belong to this account. The key can never do more than the account."
        data={accounts.map((name) => ({ value: name, label: name }))}
        value={owner}
        error={mistakes['owner']}
        onChange={(value) => setTyped((old) => ({ ...old, owner: value }))}
      />
      <Checkbox.Group
        label="Permissions"
        value={[...chosen]}
        error={mistakes['scopes']}
        onChange={(values) => setChosen(scopes.filter((scope) => values.includes(scope)))}
      >
        <Stack gap={6} mt={6}>
          {scopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={scopeWords[scope]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <DayInput
        label="Expires on"
        today={today}
        value={typed.expiresOn}
        error={mistakes['expiresOn']}
        onChange={(text) => setTyped((old) => ({ ...old, expiresOn: text }))}
      />
      <Textarea
        label="Networks (optional)"
        description="IP addresses or networks that may use the key, for example 192.168.1.0/24."
        autosize
        {...field('networks')}
      />
    </TypingDialog>
  )
}

class Mistyped extends Error {
  readonly mistakes: Record<string, string>
  constructor(mistakes: Record<string, string>) {
    super('Correct the marked fields.')
    this.mistakes = mistakes
  }
}

function RevokeDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => call(revokeApiKey, { params: { keyId: id } }),
    onSuccess: () => {
      toast({ title: 'Key revoked', message: `${name} can no longer use this key.`, tone: 'good' })
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [listApiKeys.name] }),
  })
  return (
    <ConfirmDialog
      opened
      title={`Revoke the key for ${name}?`}
      cancel="Keep key"
      confirm="Revoke key"
      destroys
      busy={revoke.isPending}
      onCancel={onClose}
      onConfirm={() => revoke.mutate()}
    >
      The next call with this key is refused. A revoked key cannot be used again.
      {revoke.isError && (
        <Alert color="red" variant="outline" role="alert" mt="md">
          {sentenceOf(revoke.error)}
        </Alert>
      )}
    </ConfirmDialog>
  )
}

/** The types that programs usually record. */
const recordable: readonly DocumentTypeName[] = [
  'invoice',
  'creditmemo',
  'debitmemo',
  'collection',
  'bill',
  'payment',
  'pettycash',
  'deposit',
  'withdrawal',
  'transfer',
]

function RecordingDialog({ apiKey: { id, name, recording }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queries = useQueryClient()
  const [begun] = useState<Record<string, string>>(() =>
    Object.fromEntries(recording.map(({ kind, upTo }) => [kind, formatMoney(upTo)])),
  )
  const [typed, setTyped] = useState(begun)
  const [mistakes, setMistakes] = useState<Record<string, string>>({})
  const [alert, setAlert] = useState<string>()
  const save = useMutation({
    mutationFn: () => {
      const found: Record<string, string> = {}
      const allowed = recordable.flatMap((kind) => {
        const text = (typed[kind] ?? '').trim()
        if (text === '') return []
        const read = parseTypedAmount(text)
        if (!read.ok) found[kind] = read.message
        else if (read.amount <= 0n) found[kind] = 'Enter an amount above zero, or leave this empty.'
        return read.ok ? [{ kind, upTo: read.amount }] : []
      })
      if (Object.keys(found).length > 0) throw new Mistyped(found)
      return call(allowRecording, { params: { keyId: id }, body: { recording: allowed } })
    },
    onSuccess: () => {
      toast({ title: 'Permission saved', message: name, tone: 'good' })
      void queries.invalidateQueries({ queryKey: [listApiKeys.name] })
      onClose()
    },
    onError: (error) => {
      setMistakes(error instanceof Mistyped ? error.mistakes : {})
      setAlert(error instanceof Mistyped ? undefined : sentenceOf(error))
    },
  })
  return (
    <TypingDialog
      title={`Let ${name} record documents`}
      submit="Save"
      unsaved={!save.isSuccess && recordable.some((kind) => (typed[kind] ?? '') !== (begun[kind] ?? ''))}
      busy={save.isPending}
      alert={alert}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        Enter the largest total that the key may record. A person must record larger documents, and documents of the
        types that you leave empty.
      </Text>
      <div className={classes.fields}>
        {recordable
          .filter((kind) => recordersOf(kind).includes('user'))
          .map((kind, at) => (
            <div key={kind}>
              <MoneyInput
                label={documentWords[kind].words.title}
                value={typed[kind] ?? ''}
                error={mistakes[kind]}
                data-autofocus={at === 0 || undefined}
                onChange={(text) => setTyped((old) => ({ ...old, [kind]: text }))}
              />
            </div>
          ))}
      </div>
    </TypingDialog>
  )
}
