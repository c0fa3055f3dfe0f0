// The watch thread of the reading process: kills the process when a file exceeds the limit for memory or processor time. The
// main thread is busy parsing and could not react.
import { workerData } from 'node:worker_threads'
import { limitMegabytes } from './limits.ts'

/** [time limit of the current file in milliseconds, or 0; peak memory above the start in kilobytes] */
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
