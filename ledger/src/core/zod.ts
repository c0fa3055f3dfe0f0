// The mini build of zod: functions instead of chains, so that a page only contains what it uses.
import { z } from 'zod/mini'

// It has no built-in messages. Most schemas have their own; these are the defaults.
z.config(z.locales.en())

export { z }
