import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWhole } from '#test/support/in-all.ts'
import { handleProblems } from '../problems.ts'
import { sendFile } from './send-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'vc-send-file-'))
const bytes = randomBytes(3_000_000)
const server = Fastify()
let port = 0
beforeAll(async () => {
  writeFileSync(join(folder, 'video'), bytes)
  handleProblems(server)
  server.get('/:name', (request, reply) =>
    sendFile(request, reply, {
      kind: 'file',
      path: join(folder, (request.params as { name: string }).name),
      bytes: bytes.length,
      contentType: 'video/mp4',
      etag: '"a"',
      cacheControl: 'private',
    }),
  )
  await server.listen({ port: 0, host: '127.0.0.1' })
  port = (server.server.address() as AddressInfo).port // listening on TCP
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Reads a range. The reader disconnects after `leaveAfter` bytes, and pauses for `pauseMs`. */
const part = (start: number, end: number, { leaveAfter = Infinity, pauseMs = 0 } = {}): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const sent = get(
      { port, path: '/video', agent: false, headers: { range: `bytes=${start}-${end}` } },
      (response) => {
        const parts: Buffer[] = []
        let read = 0
        response.pause()
        setTimeout(() => response.resume(), pauseMs)
        response.on('data', (chunk: Buffer) => {
          parts.push(chunk)
          read += chunk.length
          if (read < leaveAfter) return
          sent.destroy()
          resolve(Buffer.concat(parts))
        })
        response.on('error', reject)
        response.on('end', () => resolve(Buffer.concat(parts)))
      },
    )
    sent.on('error', (error) => (leaveAfter === Infinity ? reject(error) : undefined))
  })

test('many readers, some slow and some disconnecting, all get the correct bytes', async () => {
  const readers = Array.from({ length: isWhole ? 120 : 30 }, (_, at) => {
    const start = (at * 7919) % 1_000_000
    const end = start + (at % 3 === 0 ? 40_000 : 1_900_000)
    const how = at % 5 === 0 ? { leaveAfter: 100_000 } : at % 4 === 0 ? { pauseMs: 20 + at } : {}
    return { start, end, how }
  })
  const results = await Promise.all(readers.map(({ start, end, how }) => part(start, end, how)))
  for (const [at, { start, end, how }] of readers.entries()) {
    const result = results[at] ?? Buffer.alloc(0)
    if (!('leaveAfter' in how)) expect(result.length, String(at)).toBe(end - start + 1)
    expect(result.equals(bytes.subarray(start, start + result.length)), String(at)).toBe(true)
  }
})

test('a missing file is not found, and the reply for a file that was truncated is aborted', async () => {
  expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404)
  writeFileSync(join(folder, 'short'), bytes.subarray(0, 1_000_000))
  await expect(fetch(`http://127.0.0.1:${port}/short`).then((answer) => answer.arrayBuffer())).rejects.toThrow()
  writeFileSync(join(folder, 'other'), bytes)
  const found = await fetch(`http://127.0.0.1:${port}/other`)
  expect(Buffer.from(await found.arrayBuffer()).equals(bytes)).toBe(true)
})
