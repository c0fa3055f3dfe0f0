// Common to all floors: a bare Fastify, and the database that the portal would have.
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { openDatabase } from '../../server/src/platform/db/db.ts'

export const app: FastifyInstance = Fastify()

/** PostgreSQL by DATABASE_URL through node-postgres alone; otherwise the embedded database with its real syncs. */
export async function openPool(): Promise<pg.Pool> {
  const { DATABASE_URL: connectionString, DATA_DIR: dataDir = '' } = process.env
  if (connectionString !== undefined) return new pg.Pool({ connectionString, max: 16 })
  return (await openDatabase({ dataDir })).pool
}

export async function listen(): Promise<void> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  console.log(`The floor is ready at http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
}
