// Where a user gets each kind of notification: in the portal, by e-mail at once, or in the daily e-mail.
import { Alert, Button, Checkbox, NativeSelect, TextInput, Title } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import {
  mailChoices,
  mailChoiceWords,
  type NotificationSetting,
  notificationSettings,
  notificationWords,
  saveNotificationSettings,
} from '@talaan/contract/notifications.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call, CallFailure, sentenceOf, useCall } from '../../app/api.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useUnsaved } from '../../app/session/unsaved.ts'
import panel from '../../ui/panel.module.css'
import { toast } from '../../ui/toast.ts'
import classes from './notifications.module.css'

export function Settings() {
  const query = useCall(notificationSettings)
  const titleId = useId()
  return (
    <section className={panel.section} aria-labelledby={titleId}>
      <div className={panel.tools}>
        <Title order={2} id={titleId}>
          Settings
        </Title>
      </div>
      <div className={classes.settings}>
        <Answered query={query} loading={<SkeletonRows rows={6} />}>
          {({ address, settings, mailReady }) => (
            <>
              {!mailReady && (
                <Alert color="yellow" mb="md">
                  E-mail isn’t set up yet, so notifications are shown here only. Your system administrator can set
                  SMTP_URL.
                </Alert>
              )}
              <SettingsForm key={JSON.stringify([address, settings])} begun={{ address, settings }} />
            </>
          )}
        </Answered>
      </div>
    </section>
  )
}

type Typed = { address: string; settings: readonly NotificationSetting[] }

function SettingsForm({ begun }: { begun: Typed }) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState(begun)
  const saving = useMutation({
    mutationFn: ({ address, settings }: Typed) =>
      call(saveNotificationSettings, { body: { address: address.trim(), settings: [...settings] } }),
    onSuccess: async () => {
      toast({ title: 'Settings saved', tone: 'good' })
      await queries.invalidateQueries({ queryKey: [notificationSettings.name] })
    },
  })
  const isChanged = JSON.stringify(typed) !== JSON.stringify(begun)
  useUnsaved(isChanged && !saving.isSuccess)
  const change = (to: Partial<Typed>) => {
    saving.reset()
    setTyped({ ...typed, ...to })
  }
  const choose = (kind: NotificationSetting['kind'], to: Partial<NotificationSetting>) =>
    change({ settings: typed.settings.map((one) => (one.kind === kind ? { ...one, ...to } : one)) })
  const mistake =
    saving.error instanceof CallFailure
      ? saving.error.fields?.find(({ path }) => path[0] === 'address')?.message
      : undefined
  return (
    <form
      aria-label="Notification settings"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving.isPending) saving.mutate(typed)
      }}
    >
      <TextInput
        type="email"
        label="Your e-mail address (optional)"
        description="Without an address, notifications are shown in Talaan only."
        maw={420}
        mb="md"
        value={typed.address}
        error={mistake}
        onChange={(event) => change({ address: event.currentTarget.value })}
      />
      <ul className={classes.kinds}>
        {typed.settings.map(({ kind, listed, mail }) => (
          <li key={kind} className={classes.kind}>
            <div>
              <strong>{notificationWords[kind].title}</strong>
              <div className={classes.detail}>{notificationWords[kind].about}</div>
            </div>
            <Checkbox
              label="In Talaan"
              aria-label={`In Talaan: ${notificationWords[kind].title}`}
              checked={listed}
              onChange={(event) => choose(kind, { listed: event.currentTarget.checked })}
            />
            <NativeSelect
              aria-label={`E-mail: ${notificationWords[kind].title}`}
              disabled={typed.address.trim() === ''}
              value={mail}
              onChange={(event) => choose(kind, { mail: event.currentTarget.value as NotificationSetting['mail'] })}
              data={mailChoices.map((value) => ({ value, label: mailChoiceWords[value] }))}
            />
          </li>
        ))}
      </ul>
      {saving.isError && mistake === undefined && (
        <Alert color="red" role="alert" mt="md">
          {sentenceOf(saving.error)}
        </Alert>
      )}
      <Button type="submit" mt="md" disabled={!isChanged} loading={saving.isPending}>
        Save settings
      </Button>
    </form>
  )
}
