import { type FileHandle, open, stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CountedFile, FileReply } from '#core/call.ts'
import { DomainError } from '#core/domain-error.ts'
import { type ByteRange, boundedRange, byteRange, settledRange } from '#core/files/byte-range.ts'
import { mediaBytes } from '#core/metrics.ts'
import { namesTag } from '../request-headers.ts'

/** Sizes in bytes of what is read at once; a buffer has room for two of them. */
const largePart = 512 * 1024
const smallPart = 64 * 1024
/** Above this number of concurrent replies, further ones get small parts. */
const manyReaders = 32
/** Pools of unused buffers by the size of their parts. Allocating buffers for every reply would keep the garbage collector busy. */
const free = new Map<number, Buffer[]>([
  [largePart, []],
  [smallPart, []],
])
/** At most 16 MiB and 8 MiB. */
const mostFree = new Map([
  [largePart, 16],
  [smallPart, 64],
])
let readers = 0

const take = (part: number): Buffer => free.get(part)?.pop() ?? Buffer.allocUnsafeSlow(2 * part)

function giveBack(buffer: Buffer): void {
  const part = buffer.length / 2
  const kept = free.get(part)
  if (kept && kept.length < (mostFree.get(part) ?? 0)) kept.push(buffer)
}

/** Resolves to false when the connection has ended; the buffer may still be in use then. */
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

/** Sends a span by the two halves of a buffer: while one is written, the next part is read into the other. */
async function pump(file: FileHandle, response: ServerResponse, span: ByteRange, counted?: CountedFile): Promise<void> {
  const part = span.end - span.start < smallPart || readers > manyReaders ? smallPart : largePart
  const buffer = take(part)
  const readInto = (turn: number, position: number) => {
    const reading = file.read(buffer, turn * part, Math.min(part, span.end - position + 1), position)
    // no one awaits it when the client leaves first
    reading.catch(() => {})
    return reading
  }
  let position = span.start
  let reading = readInto(0, position)
  for (let turn = 0; position <= span.end && !response.destroyed; turn = 1 - turn) {
    const { bytesRead: count } = await reading
    if (count === 0) break
    const next = position + count
    if (next <= span.end) reading = readInto(1 - turn, next)
    await counted?.note({ start: position, end: next - 1 })
    // the buffer is not given back: it may still be in use
    if (!(await write(response, buffer.subarray(turn * part, turn * part + count)))) return
    position = next
    mediaBytes.inc(count)
  }
  // A file that was truncated meanwhile must not look like a complete reply.
  if (position <= span.end) {
    response.destroy()
    return
  }
  giveBack(buffer)
  response.end()
}

/** Returns the ETag that nginx would send for a file, made of its modification time and length. */
async function nginxTag(path: string): Promise<string> {
  const { mtimeMs, size } = await stat(path)
  return `"${Math.floor(mtimeMs / 1000).toString(16)}-${size.toString(16)}"`
}

/**
 * Records what the reverse proxy is about to send of a counted file. Returns false if that cannot be known, and this server must send the
 * file itself: when it depends on how long the viewer stays connected, or nginx would reply to a failed precondition with the whole file.
 */
async function recordForProxy(
  { headers, method }: FastifyRequest,
  file: FileReply,
  counted: CountedFile,
): Promise<boolean> {
  const all = { start: 0, end: file.bytes - 1 }
  const rangeOf = method === 'HEAD' ? boundedRange : settledRange
  const part = counted.by === 'whole' ? all : rangeOf(headers.range, file.bytes)
  const ifRange = headers['if-range']
  if (!part) return false
  if (counted.by === 'parts' && ifRange !== undefined && ifRange !== (await nginxTag(file.path).catch(() => undefined)))
    return false
  await counted.note(part)
  return true
}

const countsHead = ({ headers }: FastifyRequest, { counted, bytes }: FileReply): boolean =>
  counted?.heads === 'all' || (counted?.heads === 'ranges' && boundedRange(headers.range, bytes) !== null)

/**
 * Sends a file or the requested range by positioned reads through a pooled buffer, or leaves it to the reverse proxy. Throws
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
  if (namesTag(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
  const head = request.method === 'HEAD'
  const counted = head && !countsHead(request, file) ? undefined : file.counted
  // nginx adopts these headers, and evaluates Range itself
  if (file.proxyPath !== undefined && (!counted || (await recordForProxy(request, file, counted))))
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
  // a client may abort the download, so only bytes that are really sent count
  const known = head || counted?.by === 'whole' || settledRange(requested, file.bytes) !== null
  if (file.bytes > 0) await counted?.note({ start, end: known ? end : Math.min(end, start + smallPart - 1) })
  reply.code(whole ? 200 : 206).headers({
    'content-type': file.contentType,
    'content-length': end - start + 1,
    ...(!whole && { 'content-range': `bytes ${start}-${end}/${file.bytes}` }),
  })
  if (head) return reply.send()
  const opened = await open(file.path).catch(() => null)
  if (!opened) {
    reply.removeHeader('content-length').removeHeader('content-range')
    throw new DomainError('not_found')
  }
  reply.hijack()
  readers++
  try {
    reply.raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>) // Fastify keeps them in the shape that Node takes
    await pump(opened, reply.raw, { start, end }, known ? undefined : counted)
  } catch (error) {
    request.log.warn({ err: error }, 'a file could not be sent to its end')
    reply.raw.destroy()
  } finally {
    readers--
    await opened.close()
  }
  return reply
}
