// A form frame: it loads the form in its address, connects to the portal around it, and shows the form.
import '../ui/no-webrtc.ts'
// Styles of the components come before those of the forms that use them.
import './runtime/mantine.css'
import './runtime/frame.css'
import '../ui/fields.css'
import '../ui/contrast.css'
import { MantineProvider } from '@mantine/core'
import type { CSSVariablesResolver, MantineColorSchemeManager } from '@mantine/core'
import { startTransition, StrictMode, useEffect, useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { frameKeys } from '@talaan/contract/keys.ts'
import { cssVariables, styleNonce, theme } from '../ui/theme.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { setDecimalsImplied } from '../ui/impliedDecimals.ts'
import { usePortalKeys } from '../ui/keys.ts'
import { forms } from './forms.ts'
import { connect, type Channel } from './runtime/channel.ts'
import { Trouble } from './runtime/Trouble.tsx'

type Form = (loaded: { channel: Channel }) => ReactNode

/** Each form is a separate file, which only the frame that shows the form loads. */
const files = import.meta.glob<Record<string, Form>>('./forms/*/*Form.tsx')

async function formOf(name: string): Promise<Form> {
  const [file, form] = forms[name] ?? ['', '']
  return (await files[`./forms/${file}`]?.())?.[form] ?? Missing
}

/** A frame that has not been welcomed by then was loaded ahead. */
const loadFormsAfterMs = 1000

/** A frame that was loaded ahead may show any form, so it loads them all, one after the other. */
async function loadForms(): Promise<void> {
  const loads = [() => import('./runtime/Unfinished.tsx'), ...Object.values(files)]
  for (const load of loads) await load().catch(() => undefined)
}

function Frame({ channel, Form }: { channel: Channel; Form: Form }) {
  const [scheme, setScheme] = useState(channel.context.scheme)
  useEffect(() => channel.onScheme(setScheme), [channel])
  // Outside fields, the keys of the portal work as if the portal had the focus.
  usePortalKeys(
    (keys) => {
      if (frameKeys.includes(keys)) channel.say({ type: 'keys', keys })
      return frameKeys.includes(keys)
    },
    (name) => name === 'g' || name === 'n',
  )
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      getStyleNonce={styleNonce}
      forceColorScheme={scheme}
      colorSchemeManager={sessionColorScheme}
      // The provider writes these colors once, instead of sending a style sheet with all colors.
      deduplicateCssVariables={false}
    >
      <Boundary broken={<Broken />}>
        <Form channel={channel} />
      </Boundary>
    </MantineProvider>
  )
}

const Missing: Form = () => <Broken />

function Broken() {
  const sentence = 'Something went wrong in this form. Your draft is saved. Reload the form to continue.'
  return <Trouble title="Form" sentence={sentence} onRetry={() => location.reload()} />
}

/** Mantine's red is too pale to read next to a field. */
const variables: CSSVariablesResolver = (using) => {
  const ours = cssVariables(using)
  return {
    variables: ours.variables,
    light: { ...ours.light, '--mantine-color-error': '#b02525' },
    dark: { ...ours.dark, '--mantine-color-error': '#ffa8a8' },
  }
}

/** The frame has no storage, so the portal stores the color scheme and sends it. */
const sessionColorScheme: MantineColorSchemeManager = {
  get: (otherwise) => otherwise,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}

void show()

// Not awaited at the top level, because forms depend on files that belong to this module.
async function show(): Promise<void> {
  // The form loads before the hello; until the hello arrives, the portal shows a loading state.
  const named = location.pathname.split('/').at(-1) ?? ''
  await formOf(named).catch(() => undefined)
  const ahead = setTimeout(() => void loadForms(), loadFormsAfterMs)
  const channel = await connect()
  clearTimeout(ahead)
  // A frame that was loaded ahead may show another form than that of its address.
  const Form = channel && (await formOf(channel.context.form).catch(() => Missing))
  setDecimalsImplied(channel?.context.impliedDecimals === true)
  const root = document.getElementById('root')
  if (root && channel && Form) {
    // Rendered in chunks, like the portal.
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <Frame channel={channel} Form={Form} />
        </StrictMode>,
      ),
    )
  } else if (root) {
    root.textContent = 'This form can be opened only from the portal.'
  }
}
