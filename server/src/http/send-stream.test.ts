import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendEvents } from './send-stream.ts'

test('a reader who keeps the connection and reads nothing is cut off, and the events end', async () => {
  const server = Fastify()
  let ended = false
  let written = 0
  async function* endless(): AsyncGenerator<object> {
    try {
      for (;;) {
        written++
        yield { reply: 'x'.repeat(10_000) }
      }
    } finally {
      ended = true
    }
  }
  server.get('/', (_request, reply) => sendEvents(reply, endless(), 100))
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo // listening on TCP
  const socket = connect(port, '127.0.0.1')
  let closed = false
  socket.on('close', () => {
    closed = true
  })
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  socket.pause()
  await expect.poll(() => ended, { timeout: 15_000 }).toBe(true)
  expect(written).toBeLessThan(10_000)
  socket.resume()
  await expect.poll(() => closed, { timeout: 15_000 }).toBe(true)
  await server.close()
})
