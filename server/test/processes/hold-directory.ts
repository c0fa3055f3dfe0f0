// Locks the directory in its argument and holds it; prints 'held', or why not.
import { lockDirectory } from '../../src/platform/db/lock.ts'

try {
  lockDirectory(process.argv[2] ?? '')
  console.log('held')
  setInterval(() => {}, 1_000)
} catch (error) {
  console.log((error as Error).message)
}
