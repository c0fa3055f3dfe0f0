// The portal as it runs for a company: a process of its own that is told everything by its environment and can be killed.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type PortalProcess = {
  /** http://127.0.0.1:… */
  url: string
  pid: number
  said(): string
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
  const ready = / is ready at (\S+)$/m
  while (!ready.test(portal.said())) {
    if (portal.hasEnded()) throw new Error(`The portal ended at its start:\n${portal.said()}`)
    await pause(5)
  }
  return { ...portal, url: ready.exec(portal.said())?.[1] ?? '' }
}

/** Starts a portal of which nobody expects that it will serve. */
export function launch(environment: Record<string, string>, { preload, program = main }: Options = {}) {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [...(preload ? ['--import', preload.href] : []), fileURLToPath(program)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Nothing of the developer's own configuration may come in.
    env: { PATH, PORT: '0', HOST: '127.0.0.1', NODE_COMPILE_CACHE: compiled, ...environment },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const closed = once(child, 'close')
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
    kill,
    hasEnded: () => hasEnded(child),
    async end() {
      await closed
      return child.signalCode ?? child.exitCode ?? -1
    },
    [Symbol.asyncDispose]: dispose,
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
