import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { io, type Socket } from 'socket.io-client'
import { expect } from 'vitest'

export type TestSocket = {
  socket: Socket
  /** everything that came, in order */
  received: [event: string, ...args: unknown[]][]
  /** reasons of disconnections so far */
  lost: string[]
}

type Options = { cookie?: string; origin?: string; transport?: 'websocket' | 'polling' }

/** Makes the application listen on a free port; returns its address. */
export async function listen(server: FastifyInstance): Promise<string> {
  await server.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}` // listening on TCP
}

function open(address: string, { cookie, origin, transport = 'websocket' }: Options): TestSocket {
  const socket = io(address, {
    transports: [transport],
    forceNew: true,
    extraHeaders: { ...(cookie !== undefined && { cookie }), ...(origin !== undefined && { origin }) },
  })
  const opened: TestSocket = { socket, received: [], lost: [] }
  socket.onAny((event: string, ...args: unknown[]) => opened.received.push([event, ...args]))
  socket.on('disconnect', (reason) => opened.lost.push(reason))
  return opened
}

/** Connects as a browser does; rejects with the connect_error. Close the socket in the end. */
export function connectSocket(address: string, options: Options = {}): Promise<TestSocket> {
  const opened = open(address, options)
  return new Promise((resolve, reject) => {
    opened.socket.once('connect', () => resolve(opened))
    opened.socket.once('connect_error', (error) => {
      opened.socket.disconnect()
      reject(error)
    })
  })
}

/** The connect_error of a connection that must not come about. */
export const refusedSocket = (address: string, options: Options = {}): Promise<Error & { data?: unknown }> =>
  connectSocket(address, options).then(
    ({ socket }) => {
      socket.disconnect()
      throw new Error('the socket was let in')
    },
    (error: Error) => error,
  )

/** Waits until something has come true, for at most 10 seconds. */
export async function until(done: () => boolean): Promise<void> {
  await expect.poll(done, { timeout: 10_000, interval: 10 }).toBe(true)
}
