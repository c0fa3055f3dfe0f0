// Whether this portal is for practice; the server says so in the head of the page.
/** Printed on documents; undefined if the portal is not for practice. */
export const practiceMark = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="talaan-practice"]')?.content

export const isPractice = (): boolean => practiceMark() !== undefined

export const practiceWords = 'Practice portal. Nothing here is in your company’s books, and no e-mails are sent.'
