// Times of the public API.
import { instant, timestamp } from '../../platform/clock.ts'

/** A time of the database as RFC 3339. */
export const utc = (text: string): string => timestamp(instant(text))
export const utcOrNull = (text: string | null): string | null => (text === null ? null : utc(text))
