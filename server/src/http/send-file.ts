import { type FileHandle, open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileReply } from '#core/call.ts'
import { DomainError } from '#core/domain-error.ts'
import { mediaBytes } from '#core/metrics.ts'
import { type ByteRange, byteRange } from './request-headers.ts'

const largeBuffer = 512 * 1024
const smallBuffer = 64 * 1024
/** With more concurrent replies, each gets the small buffer. */
const manyReaders = 32
let readers = 0

const write = (response: ServerResponse, chunk: Buffer): Promise<boolean> =>
  new Promise((resolve) => {
    const closed = (): void => resolve(false)
    response.once('close', closed)
    // The callback, not "drain": the buffer is reused, so its bytes must have been written.
    response.write(chunk, (error) => {
      response.off('close', closed)
      resolve(!error)
    })
  })

async function pump(file: FileHandle, response: ServerResponse, span: ByteRange): Promise<void> {
  const length = span.end - span.start + 1
  const buffer = Buffer.allocUnsafe(Math.min(length, readers > manyReaders ? smallBuffer : largeBuffer))
  let position = span.start
  while (position <= span.end && !response.destroyed) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, span.end - position + 1), position)
    if (bytesRead === 0) break
    if (!(await write(response, buffer.subarray(0, bytesRead)))) return
    position += bytesRead
    mediaBytes.inc(bytesRead)
  }
  // A file that became shorter meanwhile must not look like a complete reply.
  if (position <= span.end) response.destroy()
  else response.end()
}

/**
 * Sends a file or the requested range by positioned reads through one reused buffer, or leaves it to the reverse proxy. Throws
 * range_not_satisfiable, not_found.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileReply): Promise<FastifyReply> {
  reply.headers({
    ...file.headers,
    etag: file.etag,
    'accept-ranges': 'bytes',
    'cache-control': file.cacheControl,
    'x-content-type-options': 'nosniff',
  })
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  // nginx takes these headers over, and reads Range itself
  if (file.proxyPath !== undefined)
    return reply.headers({ 'content-type': file.contentType, 'x-accel-redirect': file.proxyPath }).send()
  const ifRange = request.headers['if-range']
  const requested = ifRange === undefined || ifRange === file.etag ? request.headers.range : undefined
  const part = byteRange(requested, file.bytes)
  if (part === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.bytes}`)
    throw new DomainError('range_not_satisfiable')
  }
  const whole = part === 'whole'
  const { start, end } = whole ? { start: 0, end: file.bytes - 1 } : part
  reply.code(whole ? 200 : 206).headers({
    'content-type': file.contentType,
    'content-length': end - start + 1,
    ...(!whole && { 'content-range': `bytes ${start}-${end}/${file.bytes}` }),
  })
  if (request.method === 'HEAD') return reply.send()
  const handle = await open(file.path, 'r').catch(() => null)
  if (!handle) {
    reply.removeHeader('content-length').removeHeader('content-range')
    throw new DomainError('not_found')
  }
  reply.hijack()
  readers++
  try {
    reply.raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>) // Fastify keeps them in the shape that Node takes
    await pump(handle, reply.raw, { start, end })
  } catch (error) {
    request.log.warn({ err: error }, 'a file could not be sent to its end')
    reply.raw.destroy()
  } finally {
    readers--
    await handle.close()
  }
  return reply
}
