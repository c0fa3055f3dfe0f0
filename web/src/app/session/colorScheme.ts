// The storage key of Mantine's color scheme. The sign-in page has no Mantine, so it reads the key directly.
export const colorSchemeKey = 'mantine-color-scheme-value'
