import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'

export type RedisServer = {
  url: string
  /** Kills the server; with nothing on disk it comes back empty. */
  stop(): Promise<void>
  /** Starts it again on the same port. */
  start(): Promise<void>
  /** Stops it for ever. */
  close(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('listening on TCP')
  return address.port
}

const answers = async (url: string): Promise<boolean> => {
  const client = createClient({ url, socket: { reconnectStrategy: false } }).on('error', () => {})
  const answer = await client.connect().then(
    () => client.ping(),
    () => null,
  )
  if (client.isOpen) client.destroy()
  return answer === 'PONG'
}

/** Starts a real Redis server (`redis-server` on the PATH) that keeps nothing on disk and wants a password. Call `close` in the end. */
export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'vc-redis-'))
  const port = await freePort()
  const url = `redis://:a-password@127.0.0.1:${port}/3`
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no']
  let child: ChildProcess | undefined
  // a run that is cut off leaves no server behind
  const kill = () => child?.kill('SIGKILL')
  process.once('exit', kill)
  const server: RedisServer = {
    url,
    async start() {
      child = spawn('redis-server', [...settings, '--requirepass', 'a-password'], { stdio: 'ignore' })
      let problem: Error | undefined
      child.once('error', (error) => {
        problem = new Error(`redis-server does not start: install the package "redis-server" (${error.message})`)
      })
      for (let attempt = 0; !(await answers(url)); attempt++) {
        if (problem || attempt > 400) throw problem ?? new Error('redis-server was started and does not answer')
        await sleep(50)
      }
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    async close() {
      await server.stop()
      process.off('exit', kill)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}
