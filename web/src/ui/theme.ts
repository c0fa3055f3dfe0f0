// Colors, sizes and default props in one place. The portal and the form frames use the same theme.
import { createTheme, type CSSVariablesResolver } from '@mantine/core'
import { layers } from '@talaan/contract/screen.ts'

/** The green of action buttons: white text on it has a contrast of 5.1:1. */
export const brandGreen = '#1a7f37'

/** The menu button appears below 760 px, which is 47.5em. */
export const mobileBreakpoint = '47.5em'

export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: 8,
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif',
  defaultRadius: 8,
  cursorType: 'pointer',
  colors: {
    brand: [
      '#ebf7ee',
      '#d6edda',
      '#aedbb7',
      '#82c892',
      '#5eb873',
      '#44ad5e',
      '#2e9a4a',
      '#22893f',
      brandGreen,
      '#156a2d',
    ],
  },
  breakpoints: { xs: '36em', sm: mobileBreakpoint, md: '62em', lg: '75em', xl: '88em' },
  headings: {
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  // Plain objects instead of Button.extend(…), so that an app carries only the components it uses.
  components: {
    Button: { defaultProps: { color: 'brand' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    Alert: { defaultProps: { variant: 'outline' } },
    Loader: { defaultProps: { color: 'brand' } },
    NavLink: { defaultProps: { variant: 'filled' } },
    Modal: {
      defaultProps: {
        centered: true,
        zIndex: layers.modal,
        transitionProps: { duration: 120 },
        // Mantine renders a dialog's header as <header>, which would be a second banner on the page.
        attributes: { header: { role: 'presentation' } },
        styles: { title: { fontSize: '1.125rem', fontWeight: 600, lineHeight: 1.35 } },
        closeButtonProps: { 'aria-label': 'Close dialog' },
      },
    },
  },
})

/** Dark enough to read in both schemes, unlike Mantine's own dimmed gray. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--talaan-brand': brandGreen },
  light: {
    '--talaan-quiet': 'var(--mantine-color-gray-7)',
    '--talaan-line': 'var(--mantine-color-gray-3)',
    '--talaan-field': 'var(--mantine-color-gray-6)',
    '--talaan-desk': 'var(--mantine-color-gray-0)',
    '--talaan-sheet': 'var(--mantine-color-white)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': '#69727a',
    '--mantine-color-error': '#b02525',
    '--mantine-color-red-outline': '#b02525',
    '--mantine-color-yellow-outline': '#8a4600',
    '--mantine-color-green-outline': '#136229',
    // With Mantine's shade for hovering, the text of a light button has a contrast below 4.5:1.
    '--mantine-color-brand-light-hover': 'var(--mantine-color-brand-light)',
  },
  dark: {
    '--talaan-quiet': 'var(--mantine-color-dark-1)',
    '--talaan-line': 'var(--mantine-color-dark-4)',
    '--talaan-field': 'var(--mantine-color-dark-2)',
    '--talaan-desk': 'var(--mantine-color-dark-8)',
    '--talaan-sheet': 'var(--mantine-color-dark-7)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': '#9a9a9a',
    // In the dark scheme, Mantine's quiet buttons are nearly white, so a destructive one would look like any other.
    '--mantine-color-red-light-color': '#ffa8a8',
    '--mantine-color-brand-light-color': 'var(--mantine-color-brand-3)',
    '--mantine-color-error': '#ffa8a8',
    '--mantine-color-red-outline': '#ffa8a8',
    '--mantine-color-yellow-outline': '#ffd43b',
    '--mantine-color-green-outline': '#69db7c',
  },
})

/**
 * Mantine writes <style> elements; the page's policy allows them with the nonce that the server wrote into the page.
 */
export function styleNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
  // The scroll lock behind Mantine's dialogs writes another <style> element, and looks for the nonce under this name.
  Object.assign(globalThis, { __webpack_nonce__: nonce })
  return nonce
}
