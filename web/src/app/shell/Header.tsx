// The header of every page: logo, page title, notifications, and user menu.
import { Burger, Skeleton, useMantineColorScheme } from '@mantine/core'
import { globalKeys, keyWords } from '@talaan/contract/keys.ts'
import { adminsAndAccountants } from '@talaan/contract/roles.ts'
import { memo } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { pressPortalKeys } from '../session/portalKeys.ts'
import { useSession } from '../session/session.ts'
import { setCompact, useCompact } from '../session/settings.ts'
import { unlessUnsaved } from '../session/unsaved.ts'
import { type MenuAction, ActionMenu } from '../../ui/ActionMenu.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { NotificationBell } from './NotificationBell.tsx'
import classes from './Shell.module.css'

type Props = { title: string; navigationOpen: boolean; onBurger: () => void }

export const Header = memo(function Header({ title, navigationOpen, onBurger }: Props) {
  return (
    <header className={classes.header}>
      <div className={classes.burger}>
        <Burger
          size="sm"
          opened={navigationOpen}
          onClick={onBurger}
          aria-label={navigationOpen ? 'Close navigation' : 'Open navigation'}
          aria-expanded={navigationOpen}
          aria-controls="navigation"
        />
      </div>
      <Link to={paths.dashboard} className={classes.logo} aria-label="Talaan: go to dashboard">
        <Mark size={26} />
        <span>Talaan</span>
      </Link>
      <div className={classes.place}>{title}</div>
      <FindButton />
      <NotificationBell className={classes.bell} />
      <UserMenu />
    </header>
  )
})

/** For users without a keyboard, or who don't know the shortcut yet. */
function FindButton() {
  return (
    <button
      type="button"
      className={classes.find}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K"
      onClick={() => pressPortalKeys(globalKeys.palette)}
    >
      <Icon name="search" size={16} />
      <span className={classes.findWords}>{keyWords.palette}</span>
      <KeyCaps keys={globalKeys.palette} />
    </button>
  )
}

function UserMenu() {
  const { user, role, logOut } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const go = useNavigate()
  const compact = useCompact()
  const dark = colorScheme === 'dark'
  const actions: MenuAction[] = [
    ...(adminsAndAccountants.includes(role)
      ? [
          { label: 'User Management', onSelect: () => void go(paths.userManagement) },
          { label: 'Company Settings', onSelect: () => void go(paths.settings()) },
          { label: 'Audit Trail', onSelect: () => void go(paths.auditTrail()) },
          { label: 'Trust', onSelect: () => void go(paths.trust) },
        ]
      : []),
    { label: 'Contact Us', onSelect: () => void go(paths.contact) },
    {
      label: dark ? 'Light mode' : 'Dark mode',
      icon: <Icon name={dark ? 'sun' : 'moon'} size={16} />,
      onSelect: () => setColorScheme(dark ? 'light' : 'dark'),
    },
    { label: compact ? 'Comfortable tables' : 'Compact tables', onSelect: () => setCompact(!compact) },
    { label: 'Keyboard shortcuts', onSelect: () => void pressPortalKeys(globalKeys.help) },
    { label: 'Log out', apart: true, onSelect: () => unlessUnsaved(logOut) },
  ]
  return (
    <ActionMenu
      label="User menu"
      className={classes.person}
      actions={actions}
      heading={
        user && (
          <div className={classes.whoSmall}>
            {user.id}, {user.company}
          </div>
        )
      }
    >
      <Icon name="user" />
      <span className={classes.who}>
        {user ? (
          <>
            <span>{user.id}</span>
            <span>{user.company}</span>
          </>
        ) : (
          <>
            <Skeleton component="span" display="block" h={12} my={2} w={72} />
            <Skeleton component="span" display="block" h={10} my={2} w={96} />
          </>
        )}
      </span>
    </ActionMenu>
  )
}
