// The thread beside the reader: ends the whole process when it takes more memory or processor time than a file may. The reader
// itself is busy by then and hears nothing.
import { workerData } from 'node:worker_threads'
import { limitMegabytes } from './limits.ts'

/** [milliseconds that the file may take, or 0 while none is read; the most memory so far in kilobytes over the start] */
export type Watch = Int32Array<SharedArrayBuffer>

const watch = workerData as Watch
const everyMs = 20
const start = process.memoryUsage.rss()

for (;;) {
  Atomics.wait(watch, 0, 0)
  const begun = process.cpuUsage()
  for (let allowed = Atomics.load(watch, 0); allowed > 0; allowed = Atomics.load(watch, 0)) {
    const { user, system } = process.cpuUsage(begun)
    const kilobytes = Math.round((process.memoryUsage.rss() - start) / 1024)
    if (kilobytes > Atomics.load(watch, 1)) Atomics.store(watch, 1, kilobytes)
    if (kilobytes > limitMegabytes * 1024 || user + system > allowed * 1000) process.kill(process.pid, 'SIGKILL')
    Atomics.wait(watch, 0, allowed, everyMs)
  }
}
