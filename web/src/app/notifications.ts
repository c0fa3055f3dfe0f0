// The address that a notification opens.
import { documentPlaces } from '@talaan/contract/cards.ts'
import type { Notification } from '@talaan/contract/notifications.ts'
import { accountants, type Role } from '@talaan/contract/roles.ts'
import { paths } from './paths.ts'

export function recordOf({ kind, document, ref }: Notification, role: Role): string {
  const [period = '', ...form] = ref.split(' ')
  switch (kind) {
    case 'backupFailed':
      return paths.settings('backups')
    case 'mailFailed':
      return document === null ? paths.settings('jobs') : paths.document(document, ref)
    case 'returnDue':
      // The company's own deadlines are listed together with the tax returns.
      return /^\d{4}-\d\d-\d\d$/.test(period) && !/^[0-9a-f-]{36}$/.test(form.join(' '))
        ? paths.filing(form.join(' '), period)
        : paths.taxCompliance
    case 'monthClosed':
    case 'monthReopened':
      return accountants.includes(role) ? paths.monthClose : paths.notifications
    case 'draftPrepared':
      return document === null ? paths.notifications : paths.form(documentPlaces[document].frame, { draft: ref })
    case 'recurringMade':
      return document === null ? paths.recurring() : paths.document(document, ref)
    case 'reportFailed':
      return ref
  }
}
