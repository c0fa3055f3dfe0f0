// The process that tests a backup: <file> <folder for its database>. It prints the errors of the books as JSON and exits with 0,
// or prints the reason as its last line and exits with 1.
import { prove } from './prove.ts'
import { RestoreRefusal } from '../../platform/backup/restore.ts'

const [path = '', folder = ''] = process.argv.slice(2)
try {
  const { problems } = await prove(path, { identity: null, folder })
  console.log(JSON.stringify(problems))
} catch (error) {
  console.error(error instanceof RestoreRefusal ? error.message : error)
  process.exitCode = 1
}
