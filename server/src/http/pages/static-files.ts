import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { byteRange } from '#core/byte-range.ts'
import { chooseEncoding, type Encoding, namesTag } from '../request-headers.ts'

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Maximum size in bytes of files that are kept in memory; larger ones are read from disk at each request. */
const keepUpTo = 512 * 1024

type Variant = { file: string; bytes?: Promise<Buffer> }
type StaticFile = {
  type: string
  size: number
  etag: string
  cacheControl: string
  plain: Variant
  encoded: Partial<Record<Encoding, Variant>>
}
/** Files by path, such as "/assets/home-Dk3.js". Only listed files are served, so no path can leave the folder. */
export type StaticFiles = ReadonlyMap<string, StaticFile>

/** Lists the files of a folder with their compressed copies. Hidden files and the copies themselves have no path. */
export async function listStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = new Set(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)))
  const files = new Map<string, StaticFile>()
  for (const file of paths) {
    const address = `/${relative(folder, file).split(sep).join('/')}`
    if (address.startsWith('/.') || /\.(br|gz)$/.test(address)) continue
    const { size, mtimeMs } = await stat(file)
    files.set(address, {
      type: types[extname(file)] ?? 'application/octet-stream',
      size,
      etag: `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`,
      // names in /assets/ contain a hash of the content
      cacheControl: address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      plain: { file },
      encoded: {
        ...(paths.has(`${file}.br`) && { br: { file: `${file}.br` } }),
        ...(paths.has(`${file}.gz`) && { gzip: { file: `${file}.gz` } }),
      },
    })
  }
  return files
}

function bytesOf(variant: Variant): Promise<Buffer> {
  variant.bytes ??= readFile(variant.file).catch((error: unknown) => {
    delete variant.bytes
    throw error
  })
  return variant.bytes
}

/** Sends a file: its compressed copy if there is one, 304 if the client has it, or the requested range. */
export async function sendStaticFile(file: StaticFile, request: FastifyRequest, reply: FastifyReply) {
  const { headers } = request
  reply.headers({
    'content-type': file.type,
    'cache-control': file.cacheControl,
    'x-content-type-options': 'nosniff',
    etag: file.etag,
  })
  if (namesTag(headers['if-none-match'], file.etag)) return reply.code(304).send()
  if (file.size > keepUpTo || /^(video|audio)\//.test(file.type)) return sendPart(file, request, reply)
  const offered: Encoding[] = ['br', 'gzip']
  const encoding = chooseEncoding(
    headers['accept-encoding'],
    offered.filter((one) => file.encoded[one]),
  )
  if (Object.keys(file.encoded).length > 0) reply.header('vary', 'accept-encoding')
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(await bytesOf((encoding && file.encoded[encoding]) ?? file.plain))
}

function sendPart(file: StaticFile, request: FastifyRequest, reply: FastifyReply) {
  reply.header('accept-ranges', 'bytes')
  const condition = request.headers['if-range']
  const range =
    condition === undefined || condition === file.etag ? byteRange(request.headers.range, file.size) : 'whole'
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  const { start, end } = range === 'whole' ? { start: 0, end: file.size - 1 } : range
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`)
  reply.header('content-length', end - start + 1)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(createReadStream(file.plain.file, { start, end }))
}
