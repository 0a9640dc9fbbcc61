import { join } from 'node:path'
import { WebSocket } from 'ws'
import { answers, freePort, startChild } from '../lib/child.ts'
import type { PeerServer } from './peer-server.ts'

/** Starts a server of the library `ws` alone that sends on what each client says. */
export async function startBareWs(folder: string): Promise<PeerServer> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = await startChild({
    name: 'bare ws',
    command: process.execPath,
    args: [join(import.meta.dirname, 'bare-ws.program.ts'), String(port)],
    env: { NODE_ENV: 'production' },
    logFile: join(folder, 'bare-ws.log'),
    ready: () => answers(origin),
  })
  return { ...child, origin }
}

/** Connects one client of it; `received` gets every message as its text. */
export const openBareLine = (origin: string, received: (text: string) => void): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(origin.replace(/^http/, 'ws'), { perMessageDeflate: false })
    socket.on('error', reject)
    socket.on('message', (data) => received(data.toString()))
    socket.on('open', () => resolve(socket))
  })
