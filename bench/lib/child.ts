import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Child = {
  name: string
  pid: number
  /** Asks the process to end and waits; after 20 s it is killed. */
  stop: () => Promise<void>
  /** True once the process has ended. */
  ended: () => boolean
  /** The last lines that it printed. */
  tail: () => string
}

export type ChildOptions = {
  name: string
  command: string
  args: string[]
  /** the whole environment but PATH, HOME and TMPDIR: nothing else leaks in from the shell */
  env?: Record<string, string>
  cwd?: string
  uid?: number
  gid?: number
  /** standard output and error go here */
  logFile: string
  /** called four times a second until it returns true */
  ready: () => Promise<boolean>
  readyWithinMs?: number
  stopSignal?: NodeJS.Signals
}

/** Things that were started, and have to be stopped again. */
export type Started = {
  /** Waits until a thing has started and returns it; it is stopped with the others. */
  keep: <T extends { stop: () => unknown }>(starting: T | Promise<T>) => Promise<T>
  /** Stops everything, what was started last first. */
  stop: () => Promise<void>
}

export function keepStarted(): Started {
  const started: { stop: () => unknown }[] = []
  return {
    async keep(starting) {
      const thing = await starting
      started.push(thing)
      return thing
    },
    async stop() {
      for (let thing = started.pop(); thing; thing = started.pop()) await thing.stop()
    },
  }
}

const living = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})

/** A TCP port of the loopback interface that was free a moment ago. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** The variables that every child gets, and no others. */
export const bareEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'LANG'].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** True when a GET gets a status below 500. */
const responds = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) })
    await response.arrayBuffer()
    return response.status < 500
  } catch {
    return false
  }
}

/** Starts a server and waits until it is ready. Throws with the last lines of its log when it ends early or takes too long. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const log = openSync(options.logFile, 'a')
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: { ...bareEnvironment(), ...options.env },
    stdio: ['ignore', log, log],
    ...(options.uid === undefined ? {} : { uid: options.uid }),
    ...(options.gid === undefined ? {} : { gid: options.gid }),
  })
  closeSync(log)
  living.add(child)
  const ended = () => child.exitCode !== null || child.signalCode !== null
  const gone = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  }).then(() => {
    living.delete(child)
  })
  const tail = () => readFileSync(options.logFile, 'utf8').split('\n').slice(-25).join('\n')
  const stop = async () => {
    if (ended()) return
    child.kill(options.stopSignal ?? 'SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
    await gone
    clearTimeout(timer)
  }
  const deadline = Date.now() + (options.readyWithinMs ?? 60_000)
  while (!(await options.ready())) {
    if (ended() || child.pid === undefined) throw new Error(`${options.name} ended before it was ready:\n${tail()}`)
    if (Date.now() > deadline) {
      await stop()
      throw new Error(`${options.name} was not ready in time:\n${tail()}`)
    }
    await sleep(250)
  }
  return { name: options.name, pid: child.pid ?? 0, stop, ended, tail }
}

/** A running server and its address, like http://127.0.0.1:4000. */
export type Server = Child & { origin: string }

type ServerOptions = Omit<ChildOptions, 'ready'> & {
  /** ready when a GET of this path is answered with a status below 500; by default / */
  readyPath?: string
}

/** Starts a server on a free port of the loopback interface; `optionsFor` gets the port and the address. */
export async function startServer(optionsFor: (port: number, origin: string) => ServerOptions): Promise<Server> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const { readyPath = '/', ...options } = optionsFor(port, origin)
  return { ...(await startChild({ ...options, ready: () => responds(origin + readyPath) })), origin }
}
