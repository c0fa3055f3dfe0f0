// Where Mantine stores the color scheme; the sign-in page, which has no Mantine, reads it there.
export const colorSchemeKey = 'mantine-color-scheme-value'
