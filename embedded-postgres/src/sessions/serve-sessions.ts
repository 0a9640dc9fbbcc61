import { createServer, type Server, type Socket } from 'node:net'
import { PGLiteSocketHandler, type PGLiteSocketHandlerOptions } from '@electric-sql/pglite-socket'
import type { SessionQueue } from './session-queue.ts'

export type ListenAt = { path: string } | { host: string; port: number }

export type SessionServer = {
  /** the port of a loopback server; 0 for a socket */
  port: number
  /** Starts serving the sessions, which waited until now. */
  open(queue: SessionQueue): void
  /** Ends the sessions and accepts no new ones. */
  close(): Promise<void>
}

/**
 * Listens, and serves one session at a time. Others wait instead of being refused, because a pool opens its next connection before the
 * last one has closed. For the same reason it listens before PostgreSQL is open.
 */
export async function serveSessions(at: ListenAt): Promise<SessionServer> {
  const waiting = new Set<Socket>()
  let queue: SessionQueue | undefined
  let current: PGLiteSocketHandler | undefined

  const next = () => {
    const [socket] = waiting
    if (!queue || current || !socket) return
    waiting.delete(socket)
    // The handler's queue is a class of the package with private fields; only these three methods are used.
    const queryQueue = queue as unknown as PGLiteSocketHandlerOptions['queryQueue']
    const handler = new PGLiteSocketHandler({ queryQueue, closeOnDetach: true })
    current = handler
    const left = () => {
      if (current !== handler) return
      current = undefined
      next()
    }
    handler.addEventListener('close', left)
    handler.addEventListener('error', left)
    void handler.attach(socket)
    socket.resume()
  }

  const server = createServer({ pauseOnConnect: true }, (socket) => {
    waiting.add(socket)
    socket.on('error', () => waiting.delete(socket))
    next()
  })
  await listen(server, at)
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    open: (opened) => {
      queue = opened
      next()
    },
    close: async () => {
      queue = undefined
      server.close()
      for (const socket of waiting) socket.destroy()
      await current?.detach(true)
    },
  }
}

const listen = (server: Server, at: ListenAt): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(at, () => {
      server.off('error', reject)
      resolve()
    })
  })
