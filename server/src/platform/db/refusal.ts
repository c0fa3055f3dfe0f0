// A sentence for the person who starts the server: why the database was not opened, and what helps.
export class DatabaseRefusal extends Error {
  override name = 'DatabaseRefusal'
}
