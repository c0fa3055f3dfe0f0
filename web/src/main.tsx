// The portal's entry point. It shows the light sign-in screen, or the pages, which are loaded separately.
import './ui/no-webrtc.ts'
import { layers, notificationLimits } from '@talaan/contract/screen.ts'
import { startTransition, Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { goingTo, here } from './app/session/leave.ts'
import { LoginPage } from './app/session/LoginPage.tsx'
import { stored } from './app/session/stored.ts'
import { colorSchemeKey } from './app/session/colorScheme.ts'
import { drawDensity, browserKeys } from './app/session/settings.ts'
import { Boundary } from './ui/Boundary.tsx'
import './app/early.css'
import { later } from './ui/later.tsx'
import { dismissAll, limitToasts } from './ui/toast.ts'
import { Toasts } from './ui/Toasts.tsx'

const loginPath = '/'
/** For people without an account who answer a question. */
const answerPath = '/answer'
const openPaths = [loginPath, '/unauthorizedacess', answerPath]

/** The pages, with the requested page loaded first. */
const Portal = later(async () => {
  const { Portal: pages, fetchPage } = await import('./routes.tsx')
  await fetchPage(location.pathname, stored('userRole'))
  return pages
})

const Answer = later(async () => (await import('./features/questions/AnswerPage.tsx')).AnswerPage)

function App() {
  const [signingIn, setSigningIn] = useState(location.pathname === loginPath)

  const enter = () => {
    const wanted = goingTo() ?? '/dashboard'
    // The sign-in page stays in the history; a Back that would show it is intercepted.
    history.pushState(null, '', wanted)
    dismissAll()
    setSigningIn(false)
  }

  return (
    <>
      {signingIn ? (
        <LoginPage keep={browserKeys} preload={() => void Portal.fetch()} onSignedIn={enter} />
      ) : (
        <Boundary broken={<PortalMissing />}>
          <Suspense fallback={null}>
            <Portal />
          </Suspense>
        </Boundary>
      )}
      <Toasts autoCloseMs={notificationLimits.autoCloseMs} width={notificationLimits.width} zIndex={layers.max} />
    </>
  )
}

function PortalMissing() {
  return (
    <main role="alert">
      <p>Talaan could not be loaded. Check your connection and reload the page.</p>
      <button type="button" onClick={() => location.reload()}>
        Reload page
      </button>
    </main>
  )
}

/**
 * If storage contains no role, there is no session: the sign-in page is shown, and the user returns here after signing
 * in.
 */
function guard(): void {
  if (openPaths.includes(location.pathname.toLowerCase())) return
  if ((stored('userRole') ?? '') === '') history.replaceState({ goingTo: here() }, '', loginPath)
}

document.documentElement.dataset.mantineColorScheme = localStorage.getItem(colorSchemeKey) === 'dark' ? 'dark' : 'light'
limitToasts(notificationLimits)
drawDensity()
guard()
const root = document.getElementById('root')
// Rendered in chunks, so that input is handled in between.
const show = () => startTransition(() => void (root && createRoot(root).render(<App />)))
// The loading screen stays until there is content to show.
if (location.pathname === loginPath) show()
else if (location.pathname === answerPath)
  void Answer.fetch().then(() => startTransition(() => void (root && createRoot(root).render(<Answer />))))
else void Portal.fetch().then(show)
