// The portal as it runs for a company: a process of its own that is told everything by its environment and can be killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type PortalProcess = {
  /** http://127.0.0.1:… */
  url: string
  pid: number
  said(): string
  /** Waits until it has said this; rejects if it ends before. */
  says(words: RegExp): Promise<RegExpExecArray>
  kill(signal: NodeJS.Signals): void
  /** Waits for the end: the exit code, or the signal that ended it. */
  end(): Promise<number | NodeJS.Signals>
  [Symbol.asyncDispose](): Promise<void>
}

type Options = {
  /** A module that is loaded before the portal, to change the world it runs in. */
  preload?: URL
  /** Another server than the portal, to compare it with. */
  program?: URL
}

const main = new URL('../../src/main.ts', import.meta.url)
const compiled = fileURLToPath(new URL('../../../.cache/compile', import.meta.url))

/** Starts a portal on a free port and waits until it says that it is ready; throws what it said if it ends instead. */
export async function startPortal(environment: Record<string, string>, options: Options = {}): Promise<PortalProcess> {
  const portal = launch(environment, options)
  const [, url = ''] = await portal.says(/ is ready at (\S+)$/m)
  return { ...portal, url }
}

/** Starts a portal of which nobody expects that it will serve. */
export function launch(environment: Record<string, string>, { preload, program = main }: Options = {}) {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [...(preload ? ['--import', preload.href] : []), fileURLToPath(program)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Nothing of the developer's own configuration may come in.
    env: {
      PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      MIN_FREE_DISK_MB: '0',
      CALLS_PER_MINUTE: '0',
      NODE_COMPILE_CACHE: compiled,
      ...environment,
    },
  })
  let said = ''
  const listening = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      for (const look of listening) look()
    })
  const closed = once(child, 'close')
  const says = (words: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = words.exec(said)
        if (found === null) return
        listening.delete(look)
        resolve(found)
      }
      listening.add(look)
      look()
      void closed.then(() => reject(new Error(`The portal ended before it said ${words}:\n${said}`)))
    })
  const kill = (signal: NodeJS.Signals) => void child.kill(signal)
  // Whoever started it may end first.
  const atExit = () => kill('SIGKILL')
  process.once('exit', atExit)
  void closed.then(() => process.off('exit', atExit))
  const dispose = async () => {
    kill('SIGKILL')
    await closed
  }
  return {
    pid: child.pid ?? 0,
    said: () => said,
    says,
    kill,
    async end() {
      await closed
      return child.signalCode ?? child.exitCode ?? -1
    },
    [Symbol.asyncDispose]: dispose,
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
