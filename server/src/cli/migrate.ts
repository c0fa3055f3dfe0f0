// Brings the schema up to date as the owner of the database, for a portal that runs with fewer rights.
import { grantRights } from '../platform/db/rights.ts'
import { CommandMistake } from './command.ts'
import type { Command } from './command.ts'

export const migrateSchema: Command = {
  name: 'migrate',
  takes: '[role]',
  does: 'Brings the schema up to date. With a role of the PostgreSQL server, also gives that role only the rights that the portal needs.',
  async run({ args: [role], env, open, say }) {
    const { pool } = await open()
    say('The schema is up to date.')
    if (role === undefined) return
    if (env.databaseUrl === null) throw new CommandMistake('Only a PostgreSQL server has roles. Set DATABASE_URL.')
    const { rows } = await pool.query<{ powerful: boolean }>(
      'select rolsuper or rolname = current_user as powerful from pg_roles where rolname = $1',
      [role],
    )
    if (rows[0] === undefined)
      throw new CommandMistake(`There is no role '${role}'. Create it in PostgreSQL: create role ${role} login`)
    if (rows[0].powerful)
      throw new CommandMistake(`'${role}' is a superuser or owns the tables. Choose a separate role for the portal.`)
    await grantRights(pool, role)
    say(`The role ${role} has the rights that the portal needs, and no others.`)
  },
}
