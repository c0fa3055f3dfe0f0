// The page's policy forbids eval, and zod is told before the first schema is made, so that it does not even try.
import { config } from 'zod'

config({ jitless: true })
