// Manages the session: refreshes it, watches for inactivity by the system clock, shares it among all tabs, and ends it.
import {
  firstPingSeconds,
  goOnline,
  idleLogoutSeconds,
  idleWarningSeconds,
  ping,
  pingSeconds,
  sessionRefreshSeconds,
} from '@talaan/contract/session.ts'
import { storageKeys } from '@talaan/contract/sign-in.ts'
import { roles, type Role } from '@talaan/contract/roles.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { call, onSessionRefused } from '../api.ts'
import { currentConnection, onConnection } from '../connection.ts'
import { toast } from '../../ui/toast.ts'
import { activeAt, idleSeconds } from './activity.ts'
import { onBack } from './back.ts'
import { here, leaveTo } from './leave.ts'
import { type Session, SessionContext, type SessionUser, userOf } from './session.ts'
import { browserKeys } from './settings.ts'
import { beacon, refreshSession, signOut } from './signIn.ts'
import { clearStored, store, stored, tokenExpired } from './stored.ts'
import { joinTabs, type Tabs } from './tabs.ts'
import { isUnsaved } from './unsaved.ts'

/** Other tabs are notified of activity at most this often. */
const reportEveryMs = 2000

/** After a failed Dashboard call, the next one follows sooner than after the usual 15 minutes. */
const retryMs = 30_000

export function SessionProvider({ children }: { children: ReactNode }) {
  const [user, setUser] = useState<SessionUser>()
  const [role, setRole] = useState<Role>(storedRole)
  const [passwordDue, setPasswordDue] = useState(() => stored('firstLogin') === 'true')
  const [idleWarning, setIdleWarning] = useState(false)
  const [backWarning, setBackWarning] = useState(false)
  const queries = useQueryClient()
  const tabs = useRef<Tabs | null>(null)
  const warned = useRef(false)
  const reportedAt = useRef(0)
  const left = useRef(false)
  const ending = useRef(false)

  const warn = useCallback((on: boolean) => {
    warned.current = on
    setIdleWarning(on)
  }, [])

  /** Clears the session silently and shows the sign-in page. */
  const drop = useCallback((back?: string) => {
    if (left.current) return
    left.current = true
    clearStored(browserKeys)
    leaveTo(back)
  }, [])

  const logOutTo = useCallback(
    (back?: string) => {
      if (left.current) return
      void signOut().finally(() => {
        tabs.current?.out()
        drop(back)
      })
    },
    [drop],
  )
  const logOut = useCallback(() => logOutTo(), [logOutTo])
  const endsHere = useCallback((ends: boolean) => void (ending.current = ends), [])

  const active = useCallback(() => {
    // Once the warning is due, only its two buttons count as activity. After a laptop's sleep, a key press may come
    // before the timer that shows the warning.
    if (warned.current || idleSeconds() >= idleWarningSeconds) return
    const now = Date.now()
    const cameBack = idleSeconds() >= pingSeconds
    activeAt(now)
    if (cameBack) reportToServer()
    if (now - reportedAt.current < reportEveryMs) return
    reportedAt.current = now
    tabs.current?.active(now)
  }, [])

  const stayLoggedIn = useCallback(() => {
    const now = Date.now()
    warn(false)
    setBackWarning(false)
    activeAt(now)
    reportToServer()
    tabs.current?.stay(now)
  }, [warn])

  const refresh = useCallback(async () => {
    try {
      const answer = await refreshSession()
      setUser(userOf(answer.user))
      setRole(answer.user.role)
      setPasswordDue(answer.firstLogin)
      store('userRole', answer.user.role)
      store('clientId', answer.user.ClientId)
      for (const notice of answer.notices) toast({ title: notice })
      return true
    } catch {
      // After a 401, the session has already ended. After any other failure, the user is unknown until the next
      // attempt.
      setUser(undefined)
      return false
    }
  }, [])

  const passwordChanged = useCallback(() => {
    localStorage.removeItem(storageKeys.firstLogin)
    setPasswordDue(false)
    void refresh().finally(() => queries.invalidateQueries())
  }, [refresh, queries])

  useEffect(() => {
    onSessionRefused(() => ending.current || drop(here()))
    let pingAt = Date.now() + firstPingSeconds * 1000
    const joined = joinTabs({
      active: (at) => {
        if (!warned.current) activeAt(at)
      },
      stay: (at) => {
        warn(false)
        activeAt(at)
      },
      out: () => drop(),
      // The beacon of a closed tab marks the session as closing; a call from another tab keeps it open. The first ping
      // may arrive before the beacon. A timer is not enough, because timers of hidden tabs may run up to a minute late.
      gone: () => {
        if (left.current) return
        pingAt = Date.now() + firstPingSeconds * 1000
        void call(ping)
          .then(() => call(ping))
          .catch(() => undefined)
      },
    })
    tabs.current = joined

    let refreshAt = 0
    const refreshNow = () => {
      refreshAt = Date.now() + sessionRefreshSeconds * 1000
      void refresh().then((known) => {
        if (!known) refreshAt = Date.now() + retryMs
      })
    }
    refreshNow()
    void call(goOnline).catch(() => undefined)

    const watch = () => {
      if (left.current) return
      const token = stored('token')
      if (token === null || tokenExpired(token, Date.now())) return drop(here())
      const idle = idleSeconds()
      if (idle >= idleLogoutSeconds) return logOutTo(here())
      if (idle >= idleWarningSeconds && !warned.current) warn(true)
      if (Date.now() >= refreshAt && currentConnection().up) refreshNow()
      if (Date.now() >= pingAt) {
        pingAt = Date.now() + pingSeconds * 1000
        void call(ping).catch(() => undefined)
      }
    }
    const watching = setInterval(watch, 1000)
    const stopListening = onConnection(() => {
      if (currentConnection().up) refreshNow()
    })

    const onHidden = () => {
      if (left.current) return
      beacon()
      joined.gone()
    }
    // A page from the browser's back/forward cache may belong to a session that has ended.
    const onShown = (event: PageTransitionEvent) => {
      if (event.persisted) location.reload()
    }
    const onStorage = () => {
      if (stored('token') === null) drop()
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isUnsaved() && !left.current) event.preventDefault()
    }
    const signs = ['mousemove', 'keydown', 'click', 'scroll'] as const
    for (const sign of signs) window.addEventListener(sign, active, { passive: true, capture: true })
    window.addEventListener('pagehide', onHidden)
    window.addEventListener('pageshow', onShown)
    window.addEventListener('storage', onStorage)
    window.addEventListener('beforeunload', onUnload)
    document.addEventListener('visibilitychange', watch)
    const stopBack = onBack(() => setBackWarning(true))
    return () => {
      stopBack()
      stopListening()
      clearInterval(watching)
      for (const sign of signs) window.removeEventListener(sign, active, { capture: true })
      window.removeEventListener('pagehide', onHidden)
      window.removeEventListener('pageshow', onShown)
      window.removeEventListener('storage', onStorage)
      window.removeEventListener('beforeunload', onUnload)
      document.removeEventListener('visibilitychange', watch)
      joined.close()
    }
  }, [active, drop, logOutTo, refresh, warn])

  const session = useMemo<Session>(
    () => ({
      role,
      clientId: user?.id ?? stored('clientId') ?? '',
      user,
      passwordDue,
      passwordChanged,
      refresh,
      logOut,
      endsHere,
      idleWarning,
      backWarning,
      stayLoggedIn,
      cancelBackLogout: stayLoggedIn,
      active,
    }),
    [
      role,
      user,
      passwordDue,
      passwordChanged,
      refresh,
      logOut,
      endsHere,
      idleWarning,
      backWarning,
      stayLoggedIn,
      active,
    ],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

/** The server may end the session before the next ping, so activity after a pause is reported immediately. */
function reportToServer(): void {
  void call(ping).catch(() => undefined)
}

/** If storage contains an unknown role, only pages open to every role can be opened. */
function storedRole(): Role {
  const storedValue = stored('userRole')
  return roles.find((each) => each === storedValue) ?? 'user'
}
