// Every npm script starts here, on the machine's own Node: install, build, then continue on the pinned Node.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build.mjs'
import { installPackages, pinnedNode, root } from './install.mjs'

const programs = {
  server: 'server/src/main.ts',
  command: 'server/src/cli/main.ts',
  bench: 'bench/main.ts',
  suite: 'scripts/suite.ts',
  soak: 'scripts/soak.ts',
  generate: 'scripts/generate.ts',
  sbom: 'scripts/sbom.ts',
}

/** The commands of `node scripts/run.mjs`; the npm scripts have the same names. */
const tasks = {
  start: async (node, args) => {
    await buildWeb(node)
    return runProgram(node, programs.server, args)
  },
  demo: async (node, args) => {
    await buildWeb(node)
    const made = await runProgram(node, programs.command, ['demo', ...args])
    return made === 0 ? runProgram(node, programs.server, []) : made
  },
  talaan: (node, args) => runProgram(node, programs.command, args),
  bench: async (node, args) => {
    await buildWeb(node)
    return runProgram(node, programs.bench, args)
  },
  test: (node, args) => runProgram(node, programs.suite, args),
  soak: (node, args) => runProgram(node, programs.soak, args),
  generate: (node, args) => runProgram(node, programs.generate, args),
  sbom: (node, args) => runProgram(node, programs.sbom, args),
  check: (node, args) => runProgram(node, programs.suite, ['--only=check', ...args]),
}

try {
  const [task = '', ...args] = process.argv.slice(2)
  if (!Object.hasOwn(tasks, task)) throw new Error(`Use one of: ${Object.keys(tasks).join(', ')}.`)
  installPackages()
  process.exitCode = await tasks[task](pinnedNode(), args)
} catch (failure) {
  console.error(failure.message)
  process.exitCode = 1
}

/**
 * Runs one of our programs and ends as it ended. Signals are passed on. By the ipc channel the program notices that
 * we were killed: it gets a 'disconnect' event.
 */
function runProgram(node, program, args) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const child = spawn(node, [join(root, program), ...args], {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'compile') },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const stop = stopOnce(child)
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP']
  for (const signal of signals) process.on(signal, stop)
  const watch = whenStarterEnds(stop)

  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearInterval(watch)
      for (const name of signals) process.off(name, stop)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

/** Windows has no SIGTERM that a program could handle; there closing the channel asks it to stop. */
function stopOnce(child) {
  let isStopping = false
  return () => {
    if (isStopping) return
    isStopping = true
    if (process.platform === 'win32') child.disconnect()
    else child.kill('SIGTERM')
    // A program that has not stopped after this long is stuck, and the books are safe against a kill.
    setTimeout(() => child.kill('SIGKILL'), 30_000).unref()
  }
}

/** A signal to npm ends npm or its shell without reaching us, so we look whether the process that started us still lives. */
function whenStarterEnds(stop) {
  const parent = process.ppid
  const npm = npmAbove(parent)
  return setInterval(() => {
    if (process.ppid !== parent || (npm && !isAlive(npm))) stop()
  }, 300)
}

/** npm starts scripts through a shell, and that shell outlives an npm that was killed. */
function npmAbove(shell) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return undefined
  const npm = parentOf(shell)
  return npm && /\bnpm\b/.test(commandOf(npm)) ? npm : undefined
}

// Small Linux images have no `ps`, and macOS has no /proc.
function parentOf(pid) {
  if (process.platform !== 'linux') return Number(ps('ppid', pid))
  return Number(readOr(`/proc/${pid}/stat`, '').split(') ').pop().split(' ')[1])
}

function commandOf(pid) {
  if (process.platform !== 'linux') return ps('args', pid)
  return readOr(`/proc/${pid}/cmdline`, '').replaceAll('\0', ' ')
}

function ps(column, pid) {
  return spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
}

function readOr(path, otherwise) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return otherwise
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
