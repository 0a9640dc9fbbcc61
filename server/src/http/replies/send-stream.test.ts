import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendEvents, sendStream } from './send-stream.ts'

test('a client that keeps the connection but reads nothing is disconnected, and the events end', async () => {
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

test('a text is generated while it is sent, is aborted by an error, and ends when the client disconnects', async () => {
  const server = Fastify()
  let made = 0
  let ended = false
  async function* pieces(most: number, fails = false): AsyncGenerator<string> {
    try {
      for (let count = 0; count < most; count++) {
        made++
        yield `${'x'.repeat(10_000)}\n`
      }
      if (fails) throw new Error('the database is gone')
    } finally {
      ended = true
    }
  }
  const stream = (most: number, fails = false) => ({
    kind: 'pieces' as const,
    pieces: pieces(most, fails),
    contentType: 'text/csv; charset=utf-8',
    headers: { 'cache-control': 'no-store' },
  })
  server.get('/whole', (request, reply) => sendStream(request, reply, stream(3)))
  server.get('/broken', (request, reply) => sendStream(request, reply, stream(3, true)))
  server.get('/endless', (request, reply) => sendStream(request, reply, stream(1_000_000)))
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  const whole = await fetch(`${address}/whole`)
  expect([whole.headers.get('content-type'), (await whole.text()).length]).toEqual(['text/csv; charset=utf-8', 30_003])
  await expect(fetch(`${address}/broken`).then((answer) => answer.text())).rejects.toThrow()
  made = 0
  ended = false
  const leaving = new AbortController()
  const endless = await fetch(`${address}/endless`, { signal: leaving.signal })
  await endless.body?.getReader().read()
  leaving.abort()
  await expect.poll(() => ended, { timeout: 15_000 }).toBe(true)
  expect(made).toBeLessThan(10_000)
  await server.close()
})
