// Bytes beside the heap weigh nothing to the garbage collector, and it lets a hundred megabytes of them lie before it
// comes. Whoever writes files of many megabytes calls it where much of it is over.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (how: { type: 'minor' | 'major' }) => void

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as Collect

/** Takes away what was made and dropped just now; a millisecond or two. */
export const sweepLately = (): void => collect({ type: 'minor' })

/** Takes away all that nobody holds any more. It stops the thread for some hundredths of a second. */
export const sweepAll = (): void => collect({ type: 'major' })
