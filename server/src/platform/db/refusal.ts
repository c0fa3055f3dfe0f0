// A message for the operator: why the database was not opened, and what helps.
export class DatabaseRefusal extends Error {
  override name = 'DatabaseRefusal'
}
