// Where Mantine keeps the colour scheme, and so where the sign-in page, which has no Mantine, reads it.
export const colorSchemeKey = 'mantine-color-scheme-value'
