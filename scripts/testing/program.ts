import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { isNewEnough } from '../launch/node-version.mjs'
import { programVersion } from '../prepare/system-programs.ts'

/** A started program with what it printed so far on both streams. */
export type Program = {
  child: ChildProcess
  output: () => string
  /** Resolves when the program has printed a match of the pattern; answers the match. */
  printed: (pattern: RegExp) => Promise<RegExpExecArray>
  ending: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** Starts a program that is killed with the test at the latest. `env` is added to ours. */
export function startProgram(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Program {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part))
  const ending = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  const printed = async (pattern: RegExp) => {
    for (;;) {
      const match = pattern.exec(text)
      if (match) return match
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode} and printed: ${text}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return { child, output: () => text, printed, ending }
}

/** Whether a process is there; resolves to false as soon as it is gone, to true when it still lives after 5 seconds. */
export async function survives(pid: number): Promise<boolean> {
  for (let waited = 0; waited < 5000; waited += 50) {
    try {
      process.kill(pid, 0)
    } catch {
      return false
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return true
}

/** Returns a Node on this machine that is older than we need, or null. */
export function oldNode(): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter).filter(Boolean)) {
    const node = join(folder, 'node')
    const version = programVersion(node)
    if (version && !isNewEnough(version)) return node
  }
  return null
}
