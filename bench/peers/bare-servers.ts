import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { type Server, startServer } from '../lib/child.ts'

/** Starts a program of this folder, `NAME.program.ts`, whose first argument is the port. */
const startProgram = (folder: string, program: string, name: string, args: string[] = []): Promise<Server> =>
  startServer((port) => ({
    name,
    command: process.execPath,
    args: [join(import.meta.dirname, `${program}.program.ts`), String(port), ...args],
    env: { NODE_ENV: 'production' },
    logFile: join(folder, `${program}.log`),
  }))

/** Starts a bare `node:http` server that sends these bytes, and 304 to clients that have them. */
export function startBareHttp(folder: string, body: Uint8Array, etag: string): Promise<Server> {
  const file = join(folder, 'body.json')
  writeFileSync(file, body)
  return startProgram(folder, 'bare-http', 'bare node:http', [file, etag])
}

/** Starts a Fastify server whose one route asks PostgreSQL `select 1` through a pool of pg's default size. */
export const startFastifySelect = (folder: string, databaseUrl: string): Promise<Server> =>
  startProgram(folder, 'fastify-select', 'Fastify + pg, select 1', [databaseUrl])

/** Starts a server of the library `ws` alone that relays the messages of each client. */
export const startBareWs = (folder: string): Promise<Server> => startProgram(folder, 'bare-ws', 'bare ws')

/** Connects one client of it; `onMessage` gets every message as its text. */
export const openBareConnection = (origin: string, onMessage: (text: string) => void): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(origin.replace(/^http/, 'ws'), { perMessageDeflate: false })
    socket.on('error', reject)
    socket.on('message', (data) => onMessage(data.toString()))
    socket.on('open', () => resolve(socket))
  })
