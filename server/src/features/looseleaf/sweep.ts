// Bytes beside the heap weigh nothing to the garbage collector, and it lets a hundred megabytes of them lie before it
// comes. Whoever writes files of many megabytes calls it where much of it is over.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (how: { type: 'minor' | 'major' }) => void

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as Collect

/** As much may lie about before it is taken away. */
const mayLie = 16 * 1024 * 1024

const inUse = (): number => {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

let clean = inUse()

/**
 * Takes away what nobody holds any more, once much of it lies about: what was dropped just now, in a millisecond or two, and
 * where that is not enough all of it, which stops the thread for some hundredths of a second.
 */
export function sweep(): void {
  if (inUse() - clean < mayLie) return
  collect({ type: 'minor' })
  if (inUse() - clean >= mayLie / 2) collect({ type: 'major' })
  clean = inUse()
}

/** Takes away all of it, before much is made or after a large piece of work. */
export function sweepAll(): void {
  collect({ type: 'major' })
  clean = inUse()
}
