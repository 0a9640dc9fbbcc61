import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export type RawAnswer = { status: number; headers: Record<string, string>; body: string }

/** Listens on a free port of this machine; the application's `close` ends it. */
export async function listen(server: FastifyInstance): Promise<number> {
  await server.listen({ port: 0, host: '127.0.0.1' })
  return (server.server.address() as AddressInfo).port // listening on TCP
}

/** A connection that sends exactly the given bytes. */
export type RawConnection = { socket: Socket; received(): string; closed: Promise<void> }

export async function openConnection(port: number, text = ''): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1' })
  let received = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    received += chunk
  })
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  if (text !== '') socket.write(text)
  return { socket, received: () => received, closed }
}

/** Returns the first response in the received bytes. */
export function parseAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = Object.fromEntries(
    fields.map((field) => {
      const [name = '', ...value] = field.split(':')
      return [name.toLowerCase(), value.join(':').trim()]
    }),
  )
  return { status: Number(line.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}

/** Sends bytes and returns the response when the server has closed the connection. Send `Connection: close`. */
export async function sendRaw(port: number, text: string): Promise<RawAnswer> {
  const connection = await openConnection(port, text)
  await connection.closed
  return parseAnswer(connection.received())
}
