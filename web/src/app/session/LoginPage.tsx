// The sign-in screen. It uses plain React and plain dialogs to load fast; everything else loads while the user types.
import { isPractice, practiceWords } from '../../ui/practice.ts'
import { portalFactsPath } from '@talaan/contract/screen.ts'
import { sessionWords, storageKeys } from '@talaan/contract/sign-in.ts'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Mark } from '../../ui/Mark.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './LoginPage.module.css'
import { PlainDialog } from './PlainDialog.tsx'
import { clearStored } from './stored.ts'

type Props = {
  /** The only storage key that remains after a session: the color scheme. */
  keep: readonly string[]
  /** Preloads the dashboard. */
  preload: () => void
  onSignedIn: () => void
}

type Dialog = 'deactivated' | 'alreadyLoggedIn' | 'forgot' | null

const thisYear = new Date().getFullYear()
const signInModule = () => import('./signIn.ts')

export function LoginPage({ keep, preload, onSignedIn }: Props) {
  const [clientId, setClientId] = useState('')
  const [password, setPassword] = useState('')
  const [shown, setShown] = useState(false)
  const [dialog, setDialog] = useState<Dialog>(null)
  const [busy, setBusy] = useState(false)
  const [company, setCompany] = useState('')
  const cleared = useRef<Promise<void> | null>(null)

  useEffect(() => {
    cleared.current ??= forgetSession(keep)
    const request = new AbortController()
    companyName(request.signal).then(setCompany, () => undefined)
    return () => request.abort()
  }, [keep])

  const submit = async (forced: boolean) => {
    if (busy) return
    if (clientId.trim() === '' || password === '') {
      if (!forced) toast({ title: sessionWords.allRequired, tone: 'bad' })
      return
    }
    setBusy(true)
    try {
      await cleared.current
      const { signIn } = await signInModule()
      const result = await signIn({ clientId: clientId.trim(), password }, forced)
      switch (result.outcome) {
        case 'signedIn':
          onSignedIn()
          return
        case 'deactivated':
          setDialog('deactivated')
          break
        case 'alreadyLoggedIn':
          toast({ ...sessionWords.alreadyLoggedIn, tone: 'bad' })
          setDialog('alreadyLoggedIn')
          break
        case 'refused':
          toast({ title: result.title, message: result.message, tone: 'bad' })
          setDialog(null)
          break
        case 'failed':
          toast({ title: result.message, ...(result.more && { message: result.more }), tone: 'bad' })
          break
      }
    } catch {
      toast({ title: sessionWords.noResponse, tone: 'bad' })
    }
    setBusy(false)
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit(false)
  }

  return (
    <div className={classes.page}>
      <main className={classes.main} inert={dialog !== null}>
        <div className={classes.brand}>
          <Mark size={40} />
          <div>
            <h1 className={classes.name}>Talaan</h1>
            <p className={classes.company}>{company || '\u00a0'}</p>
          </div>
        </div>
        <p className={classes.tagline}>{sessionWords.tagline}</p>
        {isPractice() && <p className={classes.practice}>{practiceWords}</p>}
        <form className={classes.sheet} onSubmit={onSubmit} onInput={preload} noValidate>
          <label className={classes.field}>
            <span>Client ID</span>
            <input
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={256}
              value={clientId}
              onChange={(event) => setClientId(event.target.value)}
            />
          </label>
          <div className={classes.field}>
            <label htmlFor="password">Password</label>
            <span className={classes.password}>
              <input
                id="password"
                name="password"
                type={shown ? 'text' : 'password'}
                autoComplete="current-password"
                maxLength={1024}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
              <button type="button" className={classes.reveal} aria-pressed={shown} onClick={() => setShown(!shown)}>
                {shown ? 'Hide' : 'Show'}
              </button>
            </span>
          </div>
          <button type="submit" className={classes.primary} aria-busy={busy}>
            {busy ? 'Logging in…' : 'Log In'}
          </button>
          <button type="button" className={classes.link} onClick={() => setDialog('forgot')}>
            Forgot password?
          </button>
        </form>
      </main>
      <footer className={classes.footer} inert={dialog !== null}>
        © {thisYear} {company || 'Talaan'} · All rights reserved
      </footer>

      <PlainDialog opened={dialog === 'forgot'} title={sessionWords.forgotDialog.title} onClose={() => setDialog(null)}>
        <p>{sessionWords.forgotDialog.message}</p>
        <div className={classes.buttons}>
          <button type="button" className={classes.primary} onClick={() => setDialog(null)}>
            {sessionWords.forgotDialog.close}
          </button>
        </div>
      </PlainDialog>

      <PlainDialog
        opened={dialog === 'deactivated'}
        title={sessionWords.deactivatedDialog.title}
        onClose={() => setDialog(null)}
      >
        <p>{sessionWords.deactivatedDialog.message}</p>
        <div className={classes.buttons}>
          <button type="button" className={classes.primary} onClick={() => setDialog(null)}>
            {sessionWords.deactivatedDialog.close}
          </button>
        </div>
      </PlainDialog>

      <PlainDialog
        opened={dialog === 'alreadyLoggedIn'}
        title={sessionWords.alreadyLoggedInDialog.title}
        onClose={() => setDialog(null)}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void submit(true)
          }}
        >
          <p>{sessionWords.alreadyLoggedInDialog.message(clientId.trim())}</p>
          <label className={classes.field}>
            <span>Password</span>
            <input
              type="password"
              autoComplete="current-password"
              maxLength={1024}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </label>
          <div className={classes.buttons}>
            <button type="button" className={classes.plain} onClick={() => setDialog(null)}>
              {sessionWords.alreadyLoggedInDialog.cancel}
            </button>
            <button type="submit" className={classes.primary} aria-busy={busy}>
              {sessionWords.alreadyLoggedInDialog.confirm}
            </button>
          </div>
        </form>
      </PlainDialog>
    </div>
  )
}

/** Opening this screen signs the user out: immediately in the browser, and on the server before the next login. */
async function forgetSession(keep: readonly string[]): Promise<void> {
  const ended = localStorage.getItem(storageKeys.token) === null ? undefined : (await signInModule()).signOut()
  clearStored(keep)
  await ended
}

async function companyName(signal: AbortSignal): Promise<string> {
  const answer = (await (await fetch(portalFactsPath, { signal })).json()) as { company?: unknown }
  return typeof answer.company === 'string' ? answer.company : ''
}
