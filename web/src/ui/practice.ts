// Whether this portal is for practice; the server says so in the head of the page.
export const isPractice = (): boolean => document.querySelector('meta[name="talaan-practice"]') !== null

export const practiceWords = 'Practice portal. Nothing here is in your company’s books, and no e-mails are sent.'
