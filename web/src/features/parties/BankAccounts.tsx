// The bank accounts of a customer or supplier. Numbers are masked, changes need a reason, and the history is shown.
import { Alert, Button, Checkbox, Group, Skeleton, Text, Textarea, TextInput, Title } from '@mantine/core'
import {
  listPartyAccounts,
  type PartyAccount,
  savePartyAccount,
  showPartyAccount,
} from '@talaan/contract/party-accounts.ts'
import { recordersOf } from '@talaan/contract/documents.ts'
import { adminsAndAccountants } from '@talaan/contract/roles.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallFailure, sentenceOf, useCall } from '../../app/api.ts'
import { Answered } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { moment } from '../../ui/moment.ts'
import { newId } from '../../ui/newId.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import documents from '../documents/documents.module.css'
import classes from './parties.module.css'

type Props = { partyId: string; name: string; mayChange: boolean }

export function BankAccounts({ partyId, name, mayChange }: Props) {
  const { role } = useSession()
  const query = useCall(listPartyAccounts, { params: { partyId } })
  const [editing, setEditing] = useState<PartyAccount | 'new' | null>(null)
  const may = mayChange && adminsAndAccountants.includes(role)
  return (
    <section className={documents.panel} aria-labelledby="bank-accounts">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3" id="bank-accounts">
          Bank accounts
        </Title>
        {may && (
          <Button variant="default" size="sm" onClick={() => setEditing('new')}>
            Add bank account
          </Button>
        )}
      </Group>
      <Answered query={query} loading={<Skeleton h={40} />}>
        {({ accounts }) =>
          accounts.length === 0 ? (
            <Text size="sm" c="dimmed">
              No bank accounts are registered.
              {may && ' Register one so that payments show which account the money goes to.'}
            </Text>
          ) : (
            <ul className={classes.accounts} aria-label="Bank accounts">
              {accounts.map((account) => (
                <Account
                  key={account.id}
                  partyId={partyId}
                  account={account}
                  onEdit={may ? () => setEditing(account) : undefined}
                />
              ))}
            </ul>
          )
        }
      </Answered>
      {editing !== null && (
        <AccountDialog
          partyId={partyId}
          name={name}
          account={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  )
}

type AccountProps = { partyId: string; account: PartyAccount; onEdit: (() => void) | undefined }

function Account({ partyId, account, onEdit }: AccountProps) {
  const { role } = useSession()
  const { id, bank, accountName, masked, currency, active, sameAs, history } = account
  const [number, setNumber] = useState<string | null>(null)
  const show = useMutation({
    mutationFn: () => call(showPartyAccount, { params: { partyId, accountId: id } }),
    onSuccess: (answer) => setNumber(answer.number),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  const titled = `${bank} ${masked}`
  return (
    <li>
      <div className={classes.account}>
        <div className={classes.accountName}>
          <Group gap="4px 8px">
            <strong>
              {bank} <span className={classes.accountNo}>{number ?? masked}</span>
            </strong>
            {currency !== 'PHP' && <StatusBadge tone="plain">{currency}</StatusBadge>}
            {!active && <StatusBadge tone="plain">Inactive</StatusBadge>}
          </Group>
          <span className={documents.quiet}>{accountName}</span>
        </div>
        <Group gap="xs">
          {recordersOf('payment').includes(role) && (
            <Button
              variant="subtle"
              size="compact-sm"
              loading={show.isPending}
              aria-label={`${number === null ? 'Show number' : 'Hide number'} of ${titled}`}
              onClick={() => (number === null ? show.mutate() : setNumber(null))}
            >
              {number === null ? 'Show number' : 'Hide number'}
            </Button>
          )}
          {onEdit && (
            <Button variant="default" size="compact-sm" aria-label={`Change ${titled}`} onClick={onEdit}>
              Change
            </Button>
          )}
        </Group>
      </div>
      {sameAs.length > 0 && (
        <Alert color="yellow" title="This account number is also registered elsewhere" mt="xs">
          {sameAs.join(', ')}. Check whose account it is before you pay into it.
        </Alert>
      )}
      <details className={classes.changes}>
        <summary>History</summary>
        <ol className={documents.history}>
          {history.map(({ by, at, reason, changes }) => (
            <li key={at}>
              {changes.length === 0 ? 'Added' : 'Changed'} by {by}, {moment(at)}
              {reason !== '' && `: ${reason}`}
              {changes.map(({ label, before, after }) => (
                <span key={label} className={documents.quiet}>
                  {label}: <s>{before}</s> {after}
                </span>
              ))}
            </li>
          ))}
        </ol>
      </details>
    </li>
  )
}

type DialogProps = { partyId: string; name: string; account: PartyAccount | null; onClose: () => void }

function AccountDialog({ partyId, name, account, onClose }: DialogProps) {
  const queries = useQueryClient()
  const [ids] = useState(() => ({ accountId: account?.id ?? newId(), changeId: newId() }))
  const before = {
    bank: account?.bank ?? '',
    accountName: account?.accountName ?? name,
    number: '',
    currency: account?.currency ?? 'PHP',
    active: account?.active ?? true,
    reason: '',
  }
  const [typed, setTyped] = useState(before)
  const save = useMutation({
    mutationFn: () =>
      call(savePartyAccount, {
        params: { partyId, accountId: ids.accountId },
        body: {
          ...typed,
          currency: typed.currency.trim().toUpperCase(),
          changeId: ids.changeId,
          after: account?.nth ?? 0,
        },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [listPartyAccounts.name] })
      toast({ title: 'Bank account saved', tone: 'good' })
      onClose()
    },
  })
  const mistakes = save.error instanceof CallFailure ? save.error.fields : []
  const box = (field: 'bank' | 'accountName' | 'number' | 'currency' | 'reason') => ({
    value: typed[field],
    maxLength: field === 'reason' ? 500 : 100,
    error: mistakes.find(({ path }) => path[0] === field)?.message,
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      save.reset()
      setTyped((now) => ({ ...now, [field]: value }))
    },
  })
  return (
    <TypingDialog
      title={account === null ? `Add a bank account for ${name}` : `Change ${account.bank} ${account.masked}`}
      submit="Save bank account"
      unsaved={JSON.stringify(typed) !== JSON.stringify(before) && !save.isSuccess}
      busy={save.isPending}
      alert={save.error && mistakes.length === 0 ? sentenceOf(save.error) : undefined}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextInput label="Bank" data-autofocus autoComplete="off" {...box('bank')} />
      <TextInput label="Account name" autoComplete="off" {...box('accountName')} />
      <Group gap="sm" align="flex-start" grow>
        <TextInput
          label={account === null ? 'Account number' : `New number (now ${account.masked})`}
          description={account === null ? undefined : 'Leave empty to keep the current number.'}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          spellCheck={false}
          {...box('number')}
        />
        <TextInput label="Currency" autoComplete="off" spellCheck={false} {...box('currency')} maxLength={3} />
      </Group>
      {account !== null && (
        <>
          <Checkbox
            label="Active"
            checked={typed.active}
            onChange={(event) => {
              const { checked } = event.currentTarget
              save.reset()
              setTyped((now) => ({ ...now, active: checked }))
            }}
          />
          <Textarea label="Reason" description="Enter at least five characters." rows={2} {...box('reason')} />
        </>
      )}
      <Text size="sm" c="dimmed">
        Confirm a new or changed number with the payee by telephone. For 30 days, payments to it show a warning.
      </Text>
    </TypingDialog>
  )
}
