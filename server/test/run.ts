// Runs one of the small programs in test/processes as a separate process.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export type Run = {
  child: ChildProcess
  output(): string
  errors(): string
  /** Waits for matching output of the process. */
  says(what: RegExp): Promise<void>
  /** Waits for its end and returns its exit code, or the signal that ended it. */
  end(): Promise<number | NodeJS.Signals>
}

export type RunOptions = { arguments?: string[]; preload?: string; environment?: Record<string, string> }

export function run(program: string, options: RunOptions = {}): Run {
  const preload = options.preload ? ['--import', pathOf(options.preload)] : []
  const child = spawn(process.execPath, [...preload, pathOf(program), ...(options.arguments ?? [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.environment },
  })
  let output = ''
  let errors = ''
  const listening = new Set<() => void>()
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
    for (const look of listening) look()
  })
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text))
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    child,
    output: () => output,
    errors: () => errors,
    says: (what) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!what.test(output)) return
          listening.delete(look)
          resolve()
        }
        listening.add(look)
        look()
        void ended.then(() => reject(new Error(`${program} ended: ${output}${errors}`)))
      }),
    async end() {
      await ended
      return child.signalCode ?? child.exitCode ?? -1
    },
  }
}

/** A directory that is removed after the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'talaan-test-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }))
  return directory
}

const pathOf = (name: string) => fileURLToPath(new URL(`./processes/${name}.ts`, import.meta.url))
