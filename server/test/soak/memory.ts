// Preloaded, this prints the memory in use after a garbage collection, each time the process gets SIGUSR2.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
let times = 0
process.on('SIGUSR2', () => {
  collect()
  times += 1
  const { heapUsed, external, rss } = process.memoryUsage()
  process.stdout.write(`memory ${times}: ${heapUsed + external} ${rss}\n`)
})
