// @ts-check
import { spawn } from 'node:child_process'
import { LIFELINE } from './lifeline.mjs'

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ending */

/** @type {NodeJS.Signals[]} */
const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** @type {NodeJS.Signals | null} */
let lastSignal = null

/** The signal that asked this process to stop while it followed a child, or null. Who starts several children in a row stops then. */
export function stopSignal() {
  return lastSignal
}

/**
 * Runs a program to its end with our terminal. Signals are passed on to it and the answer is how it ended. A Node program
 * that imports `lifeline.mjs` also ends when this process is killed.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeout?: number, signal?: AbortSignal, onText?: (text: string) => void, onErrorText?: (text: string) => void }} [options]
 *   `env` is added to ours; `timeout` in milliseconds ends the program with SIGTERM, `signal` with SIGINT, as Ctrl+C does, and 10 s later with SIGKILL;
 *   with `onErrorText` the error stream goes there instead of to the terminal, with `onText` both streams.
 * @returns {Promise<Ending>} rejects when the program cannot be started
 */
export function follow(command, args, options = {}) {
  const { onText, onErrorText = onText } = options
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, [LIFELINE]: '3', ...options.env },
    stdio: ['inherit', onText ? 'pipe' : 'inherit', onErrorText ? 'pipe' : 'inherit', 'pipe'],
  })
  // Reading it tells us nothing; an unhandled reset when the child dies would end us.
  child.stdio[3]?.on('error', () => {})
  if (onText) child.stdout?.setEncoding('utf8').on('data', onText)
  if (onErrorText) child.stderr?.setEncoding('utf8').on('data', onErrorText)

  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    lastSignal = signal
    child.kill(signal)
  }
  for (const signal of PASSED_ON) process.on(signal, passOn)
  /** @type {NodeJS.Timeout[]} */
  const timers = []
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    child.kill(signal)
    timers.push(setTimeout(() => child.kill('SIGKILL'), 10_000))
  }
  if (options.timeout) timers.push(setTimeout(end, options.timeout, 'SIGTERM'))
  const interrupt = () => end('SIGINT')
  options.signal?.addEventListener('abort', interrupt)

  /** @type {Promise<Ending>} */
  const ending = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once(onErrorText ? 'close' : 'exit', (code, signal) => resolve({ code, signal }))
  })
  return ending.finally(() => {
    for (const timer of timers) clearTimeout(timer)
    options.signal?.removeEventListener('abort', interrupt)
    for (const signal of PASSED_ON) process.off(signal, passOn)
    child.stdio[3]?.destroy()
  })
}

/**
 * Ends this process the way the followed one ended, so that anyone who waits for us sees the same exit code or signal.
 * @param {Ending} ending
 * @returns {Promise<never>}
 */
export async function endLike({ code, signal }) {
  if (signal === null) process.exit(code ?? 1)
  process.kill(process.pid, signal)
  // The signal ends us within this time, except where it is ignored or, on Windows, unknown.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  process.exit(1)
}
