// A moment as a notice tells it: day and time of the Philippines.
const manila = new Intl.DateTimeFormat('en-PH', { timeZone: 'Asia/Manila', dateStyle: 'long', timeStyle: 'short' })

export const momentInManila = (ms: number): string => manila.format(ms).replace(/\s+/g, ' ')
