// Opens the books after a power cut, checks them, and posts one more entry.
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { parentPort, workerData } from 'node:worker_threads'
import { removeOwnerFile } from '../../src/platform/db/durable-files.ts'
import { inspect, post } from './books.ts'

const { directory, confirmed, engine } = workerData as {
  directory: string
  confirmed: number
  engine: PGliteOptions['pgliteWasmModule']
}

try {
  removeOwnerFile(directory)
  const lite = await PGlite.create(directory, { pgliteWasmModule: engine })
  const damage = await inspect(lite, confirmed)
  await post(lite, 1_000_000)
  const { rows } = await lite.query('select from line where entry = 1000000')
  if (rows.length !== 2) throw new Error('The entry posted after the cut is not there.')
  parentPort?.postMessage({ state: 'opened', damage })
} catch (error) {
  parentPort?.postMessage({ state: 'closed', why: String(error) })
}
