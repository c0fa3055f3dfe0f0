// A form frame: it says hello to the portal around it, hears which form is wanted, and shows that sheet.
import '../ui/withoutEval.ts'
// Styles of the components come before those of the sheets that use them.
import './mantine.css'
import './frame.css'
import { MantineProvider } from '@mantine/core'
import type { CSSVariablesResolver, MantineColorSchemeManager } from '@mantine/core'
import { StrictMode, useEffect, useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { cssVariables, styleNonce, theme } from '../theme.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { connect, type Channel } from './channel.ts'
import { InvoiceForm } from './InvoiceForm.tsx'
import { NotBuilt } from './NotBuilt.tsx'
import { PartyForm } from './PartyForm.tsx'
import { Trouble } from './Trouble.tsx'

const forms: Record<string, (given: { channel: Channel }) => ReactNode> = {
  invoice: InvoiceForm,
  customertin: ({ channel }) => <PartyForm channel={channel} registers="customer" />,
  vendortin: ({ channel }) => <PartyForm channel={channel} registers="supplier" />,
}

function Frame({ channel }: { channel: Channel }) {
  const [scheme, setScheme] = useState(channel.context.scheme)
  useEffect(() => channel.onScheme(setScheme), [channel])
  const Form = forms[channel.context.form] ?? NotBuilt
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      getStyleNonce={styleNonce}
      forceColorScheme={scheme}
      colorSchemeManager={withoutMemory}
      // Written once by the provider instead of sent as a style sheet of all the colours there are.
      deduplicateCssVariables={false}
    >
      <Boundary broken={<Broken company={channel.context.company} />}>
        <Form channel={channel} />
      </Boundary>
    </MantineProvider>
  )
}

function Broken({ company }: { company: string }) {
  const sentence = 'Something is wrong with this form. What was saved as a draft is kept; load the form again to go on.'
  return <Trouble title="Form" company={company} sentence={sentence} onRetry={() => location.reload()} />
}

/** Mantine's red is too pale to read beside a field. */
const variables: CSSVariablesResolver = (using) => {
  const ours = cssVariables(using)
  return {
    variables: ours.variables,
    light: { ...ours.light, '--mantine-color-error': '#b02525' },
    dark: { ...ours.dark, '--mantine-color-error': '#ffa8a8' },
  }
}

/** The frame has no storage; the portal remembers the scheme and says it. */
const withoutMemory: MantineColorSchemeManager = {
  get: (otherwise) => otherwise,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}

const channel = await connect()
const root = document.getElementById('root')
if (root && channel) {
  createRoot(root).render(
    <StrictMode>
      <Frame channel={channel} />
    </StrictMode>,
  )
} else if (root) {
  root.textContent = 'This page is a form of the portal. Open it there.'
}
