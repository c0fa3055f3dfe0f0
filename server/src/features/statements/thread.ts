// The reading thread: files of strangers are read here, away from the people's requests, and it may be ended at any time.
import { parentPort } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import { UnreadableStatement } from '@talaan/ledger/banking/formats/unreadable.ts'
import { readFile } from './read-file.ts'
import type { FileRead, ToRead } from './read-file.ts'

export type ToReader = ToRead & { id: number }
export type FromReader = { id: number } & ({ read: FileRead } | { unreadable: string } | { broken: string })

const port = parentPort as MessagePort
if (!port) throw new Error('thread.ts runs as a worker thread only.')

port.on('message', ({ id, ...asked }: ToReader) => {
  readFile(asked).then(
    (read) => port.postMessage({ id, read } satisfies FromReader),
    (error: unknown) => {
      const told: FromReader =
        error instanceof UnreadableStatement
          ? { id, unreadable: error.message }
          : { id, broken: error instanceof Error ? (error.stack ?? error.message) : String(error) }
      port.postMessage(told)
    },
  )
})
