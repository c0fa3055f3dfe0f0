// Formats a time for notices, in Philippine time.
const manila = new Intl.DateTimeFormat('en-PH', { timeZone: 'Asia/Manila', dateStyle: 'long', timeStyle: 'short' })

export const momentInManila = (ms: number): string => manila.format(ms).replace(/\s+/g, ' ')
