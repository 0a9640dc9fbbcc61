import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { FileRule } from '@virtual-courses/contract'
import type { FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import { Refusal } from './refusal.ts'

/** A file of a multipart call, complete on this machine's disk; removed after the handler unless it was moved. */
export type ReceivedFile = { path: string; bytes: number; contentType: string; name: string }
export type Received = { fields: Record<string, string>; files: Record<string, ReceivedFile>; discard(): Promise<void> }

/** Bytes that must stay free on the disk after an upload. */
const reserveBytes = 256 * 1024 ** 2
/** Enough for every signature that we look for. */
const signatureBytes = 4100
const maxFieldBytes = 256 * 1024

const accepted: Record<FileRule['kind'], { types: Record<string, string>; sentence: string }> = {
  video: {
    types: {
      'video/mp4': 'video/mp4',
      'video/x-m4v': 'video/mp4',
      // Browsers play QuickTime files with the same codecs, but refuse the type.
      'video/quicktime': 'video/mp4',
      'video/webm': 'video/webm',
    },
    sentence: 'This file is not a video that browsers can play. Please choose an MP4, MOV or WebM file.',
  },
  image: {
    types: {
      'image/jpeg': 'image/jpeg',
      'image/png': 'image/png',
      'image/webp': 'image/webp',
      'image/avif': 'image/avif',
      'image/gif': 'image/gif',
    },
    sentence: 'This file is not a picture that we can use. Please choose a JPEG, PNG, WebP or AVIF file.',
  },
}

const sizeText = (bytes: number): string =>
  bytes >= 1024 ** 3 ? `${Math.floor(bytes / 1024 ** 3)} GB` : `${Math.floor(bytes / 1024 ** 2)} MB`

const tooLarge = (rule: FileRule): Refusal =>
  new Refusal(
    'too_large',
    `This file is too large: at most ${sizeText(rule.maxBytes)} ${rule.kind === 'video' ? 'for a video' : 'for a picture'}`,
  )

/** Refuses what the announced length already rules out, before a byte is read. */
async function refuseEarly(
  request: FastifyRequest,
  rules: Readonly<Record<string, FileRule>>,
  folder: string,
): Promise<void> {
  const announced = Number(request.headers['content-length'] ?? 0)
  const largest = Object.values(rules).reduce((a, b) => (a.maxBytes > b.maxBytes ? a : b))
  const allowed = Object.values(rules).reduce((sum, rule) => sum + rule.maxBytes, 4 * maxFieldBytes)
  if (announced > allowed) throw tooLarge(largest)
  const disk = await statfs(folder)
  if (announced + reserveBytes > disk.bavail * disk.bsize) throw new Refusal('disk_full')
}

/** Checks the first bytes of a file against what its field takes, then lets everything pass. */
function checkType(rule: FileRule, found: (contentType: string) => void): Transform {
  let head: Buffer[] | null = []
  let length = 0
  const decide = async (chunks: Buffer[]): Promise<Buffer> => {
    const bytes = Buffer.concat(chunks)
    const type = await fileTypeFromBuffer(bytes.subarray(0, signatureBytes)).catch(() => undefined)
    const contentType = type && accepted[rule.kind].types[type.mime]
    if (!contentType) throw new Refusal('wrong_media', accepted[rule.kind].sentence)
    found(contentType)
    return bytes
  }
  const settle = (stream: Transform, done: (error?: Error | null) => void): void => {
    const chunks = head ?? []
    head = null
    decide(chunks).then(
      (bytes) => {
        stream.push(bytes)
        done()
      },
      (error: Error) => done(error),
    )
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!head) return done(null, chunk)
      head.push(chunk)
      length += chunk.length
      if (length < signatureBytes) return done()
      settle(this, done)
    },
    flush(done) {
      if (head && length > 0) settle(this, done)
      else done()
    },
  })
}

async function receiveFile(
  stream: BusboyFileStream,
  rule: FileRule,
  path: string,
  name: string,
): Promise<ReceivedFile | null> {
  let contentType = ''
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > rule.maxBytes ? tooLarge(rule) : null, chunk)
    },
  })
  await pipeline(
    stream,
    count,
    checkType(rule, (type) => {
      contentType = type
    }),
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
  // Browsers send an empty part for a file that was not picked.
  return bytes === 0 ? null : { path, bytes, contentType, name }
}

/**
 * Receives a multipart body: files go to `folder` as they come, never into memory; types are decided by their bytes, not by
 * their names. On any error everything received is gone. Throws too_large, wrong_media, broken_upload, disk_full.
 */
export async function receiveUpload(
  request: FastifyRequest,
  rules: Readonly<Record<string, FileRule>>,
  folder: string,
): Promise<Received> {
  await mkdir(folder, { recursive: true })
  await refuseEarly(request, rules, folder)
  const fields: Record<string, string> = {}
  const files: Record<string, ReceivedFile> = {}
  const paths: string[] = []
  const discard = async (): Promise<void> => {
    await Promise.all(paths.map((path) => rm(path, { force: true })))
  }
  const pending: Promise<unknown>[] = []
  const arriving: BusboyFileStream[] = []
  const body = request.body
  if (!(body instanceof Readable)) throw new Refusal('invalid_input', 'Please send this form as multipart/form-data')
  const contentType = request.headers['content-type'] ?? ''
  let fail: (error: Error) => void = () => {}
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  failed.catch(() => {})
  try {
    const busboy = Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      limits: { fieldSize: maxFieldBytes, fields: 50, files: Object.keys(rules).length, parts: 60 },
    })
    busboy.on('field', (name: string, value: string, _nameCut: boolean, valueCut: boolean) => {
      if (valueCut) return fail(new Refusal('invalid_input', `The field "${name}" is too long`))
      if (!(name in rules)) fields[name] = value
    })
    busboy.on('file', (name: string, stream: BusboyFileStream, filename: string) => {
      const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
      if (!rule || files[name]) {
        stream.resume()
        return
      }
      const path = join(folder, `${randomBytes(12).toString('hex')}.part`)
      paths.push(path)
      arriving.push(stream)
      const receiving = receiveFile(stream, rule, path, filename).then((file) => {
        if (file) files[name] = file
      })
      receiving.catch(fail)
      pending.push(receiving)
    })
    await Promise.race([pipeline(body, busboy), failed])
    await Promise.all(pending)
  } catch (error) {
    // When the body breaks off, the parser leaves the parts open that had not ended: they would be waited for without end.
    for (const stream of arriving) stream.destroy(error as Error) // whatever was thrown, only passed on
    await Promise.allSettled(pending)
    await discard()
    if (error instanceof Refusal) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new Refusal('disk_full') // errno of the file system
    request.log.info({ reason: (error as Error).message }, 'an upload broke off')
    throw new Refusal('broken_upload')
  }
  return { fields, files, discard }
}
