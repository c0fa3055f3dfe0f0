// One PostgreSQL for all tests of a run, if none is configured. Each test file clones a database from its template.
import { startPostgres } from './postgres-server.ts'

export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TALAAN_TEST_DATABASE_URL) return undefined
  const { url, stop } = await startPostgres()
  process.env.TALAAN_TEST_DATABASE_URL = url
  return stop
}
