// The small form of zod, the only one that is used: functions instead of chains, so that a page carries no more of it than it uses.
import { z } from 'zod/mini'

// It brings no sentences of its own. Most schemas say theirs; these are the ones for everything else that can be wrong.
z.config(z.locales.en())

export { z }
