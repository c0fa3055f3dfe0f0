// User Management: the accounts, their status, and the actions that the current user may take.
import { Button, Text } from '@mantine/core'
import { roleWords } from '@talaan/contract/roles.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import { clientIdPrefix } from '@talaan/contract/session.ts'
import {
  type ListedUser,
  listOverviewViewers,
  listUsers,
  maximumActiveAccounts,
  type Person,
  reactivateUser,
  refusal,
  showOverview,
  userWords,
} from '@talaan/contract/users.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call, keyOf, sentenceOf, useCall } from '../../app/api.ts'
import { paths, withQuery } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { type MenuAction, ActionMenu } from '../../ui/ActionMenu.tsx'
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import { AddUserDialog } from './AddUserDialog.tsx'
import { type End, EndDialog } from './EndDialog.tsx'
import { Explained } from '../../ui/Explained.tsx'
import { useStoredUsers } from './storedUsers.ts'
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx'
import classes from './users.module.css'

type Dialog = { asks: 'add' } | { asks: 'reset'; user: ListedUser } | { asks: End; user: ListedUser }

const nobody: readonly ListedUser[] = []

export function UsersPage() {
  const { clientId, role } = useSession()
  const viewer: Person = { clientId, role }
  const [dialog, setDialog] = useState<Dialog>()
  const list = useRef<HTMLElement>(null)
  const opener = useRef<HTMLElement>(null)
  const queries = useQueryClient()
  const accounts = useAccounts()
  useStoredUsers(accounts.data?.users)

  const users = accounts.data?.users ?? nobody
  const activeAccounts = users.filter((user) => user.Active).length
  const noSeat = refusal.seat(activeAccounts)?.sentence

  const changed = () => void queries.invalidateQueries({ queryKey: keyOf(listUsers) })
  const open = (next: Dialog) => {
    opener.current = document.activeElement as HTMLElement | null
    setDialog(next)
  }
  const close = () => setDialog(undefined)
  useEffect(() => {
    // The dialogs are unmounted together with their input, so the page returns the focus.
    if (dialog === undefined) opener.current?.focus()
  }, [dialog])
  useEffect(() => {
    // If the account was deleted, the button that opened the dialog is gone.
    if (opener.current?.isConnected === false && document.activeElement === document.body) list.current?.focus()
  }, [accounts.data])
  const closing = { onChanged: changed, onClose: close }

  const activate = useMutation({
    mutationFn: (user: ListedUser) =>
      call(reactivateUser, { params: { clientId: `${clientIdPrefix}${user.ClientId}` } }),
    onSuccess: (_, { ClientId }) =>
      toast({ title: userWords.activated, message: `${ClientId} can log in again.`, tone: 'good' }),
    onError: (error) => toast({ title: userWords.reactivationFailed, message: sentenceOf(error), tone: 'bad' }),
    onSettled: changed,
  })

  const overview = useCall(listOverviewViewers, {}, { enabled: role === 'admin' && accounts.data !== undefined })
  const seesOverview = ({ ClientId }: ListedUser) => overview.data?.clientIds.includes(ClientId) === true
  const changeOverview = useMutation({
    mutationFn: ({ clientId: target, sees }: { clientId: string; sees: boolean }) =>
      call(showOverview, { params: { clientId: `${clientIdPrefix}${target}` }, body: { sees } }),
    onSuccess: (_, { clientId: target, sees }) =>
      toast({
        title: sees ? 'Company overview shown' : 'Company overview hidden',
        message: sees
          ? `${target} sees cash, debts and profit on the dashboard.`
          : `${target} no longer sees cash, debts and profit on the dashboard.`,
        tone: 'good',
      }),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
    onSettled: () => void queries.invalidateQueries({ queryKey: keyOf(listOverviewViewers) }),
  })

  const columns: DataColumn<ListedUser>[] = [
    {
      key: 'clientId',
      title: 'Client ID',
      card: 'heading',
      cell: ({ ClientId }) => (
        <>
          <b>{ClientId}</b>
          {isSame(ClientId, viewer) && <span className={classes.quiet}> (you)</span>}
        </>
      ),
    },
    {
      key: 'role',
      title: 'Role',
      card: 'amount',
      cell: (user) => (
        <span className={classes.role} data-role={user.Role}>
          {roleWords[user.Role]}
        </span>
      ),
    },
    {
      key: 'status',
      title: 'Status',
      card: 'bare',
      cell: ({ Active, isOnline }) => (
        <span className={classes.status}>
          <StatusBadge tone={Active ? 'good' : 'look'}>{Active ? 'Activated' : 'Deactivated'}</StatusBadge>
          <StatusBadge tone={isOnline ? 'good' : 'plain'}>{isOnline ? 'Online' : 'Offline'}</StatusBadge>
        </span>
      ),
    },
    {
      key: 'actions',
      title: 'Actions',
      card: 'action',
      cell: (user) => {
        const target = { clientId: user.ClientId, role: user.Role }
        return (
          <span className={classes.actions}>
            <Explained reason={refusal.resetPassword(viewer, target)?.sentence}>
              {(refused) => (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Reset Password of ${user.ClientId}`}
                  onClick={() => open({ asks: 'reset', user })}
                  {...refused}
                >
                  Reset Password
                </Button>
              )}
            </Explained>
            <Explained reason={refusal.deactivate(viewer, target)?.sentence}>
              {(refused) =>
                refused['aria-disabled'] ? (
                  <button
                    type="button"
                    className={classes.settings}
                    aria-label={`Account settings of ${user.ClientId}`}
                    {...refused}
                  >
                    Settings <Icon name="chevron" size={14} />
                  </button>
                ) : (
                  <ActionMenu
                    label={`Account settings of ${user.ClientId}`}
                    className={classes.settings}
                    actions={settings(user)}
                  >
                    <span className={classes.face} aria-hidden="true">
                      Settings <Icon name="chevron" size={14} />
                    </span>
                  </ActionMenu>
                )
              }
            </Explained>
          </span>
        )
      },
    },
  ]

  const settings = (user: ListedUser): MenuAction[] => [
    user.Active
      ? { label: 'Deactivate', onSelect: () => open({ asks: 'deactivate', user }) }
      : { label: 'Activate', refused: noSeat, onSelect: () => activate.mutate(user) },
    {
      label: seesOverview(user) ? 'Hide company overview' : 'Show company overview',
      refused: refusal.overview(viewer, { clientId: user.ClientId, role: user.Role })?.sentence,
      onSelect: () => changeOverview.mutate({ clientId: user.ClientId, sees: !seesOverview(user) }),
    },
    { label: 'Delete Account', apart: true, onSelect: () => open({ asks: 'delete', user }) },
  ]

  return (
    <>
      <PageTitle
        action={
          <Explained reason={noSeat} below>
            {(refused) => (
              <Button disabled={accounts.data === undefined} onClick={() => open({ asks: 'add' })} {...refused}>
                Add User
              </Button>
            )}
          </Explained>
        }
      >
        User Management
      </PageTitle>
      <section className={classes.list} aria-label="Accounts" tabIndex={-1} ref={list}>
        <Answered query={accounts} panel={classes.loading} loading={<SkeletonRows rows={4} />}>
          {() => (
            <>
              <DataTable label="Accounts" columns={columns} rows={users} rowKey={(user) => user.ClientId} />
              <Text size="sm" className={classes.seats}>
                {activeAccounts} of {maximumActiveAccounts} active accounts, admin included.
              </Text>
              <Text size="sm" px={12} pb={12}>
                <Link to={withQuery(paths.auditTrail(), { kind: 'users' })}>Account history</Link>
              </Text>
            </>
          )}
        </Answered>
      </section>
      {dialog?.asks === 'add' && <AddUserDialog viewer={viewer} company={users[0]?.Company ?? ''} {...closing} />}
      {dialog?.asks === 'reset' && <ResetPasswordDialog viewer={viewer} user={dialog.user} {...closing} />}
      {(dialog?.asks === 'deactivate' || dialog?.asks === 'delete') && (
        <EndDialog end={dialog.asks} clientId={dialog.user.ClientId} {...closing} />
      )}
    </>
  )
}

/** The accounts of this company, reloaded when the window gets the focus. */
function useAccounts() {
  const { user, passwordDue } = useSession()
  const accounts = useQuery({
    queryKey: keyOf(listUsers),
    queryFn: async ({ signal }) => {
      // After a reload, this page may render before the Dashboard call has returned the company.
      const company = user?.company ?? (await call(portalFacts, { signal })).company
      return call(listUsers, { query: { company }, signal })
    },
    enabled: !passwordDue,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const { refetch } = accounts
  useEffect(() => {
    // A window behind another window still counts as visible, so it gets only the focus event.
    const onFocus = () => void (!passwordDue && refetch({ cancelRefetch: false }))
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [refetch, passwordDue])
  return accounts
}

const isSame = (clientId: string, viewer: Person) => clientId.toLowerCase() === viewer.clientId.toLowerCase()
