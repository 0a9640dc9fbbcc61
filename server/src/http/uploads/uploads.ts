import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { msg } from '@lingui/core/runtime-macro'
import { type FileRule, isolate, maxImageBytes } from '@virtual-courses/contract'
import type { FastifyRequest } from 'fastify'
import type { ReceivedFile, Room } from '#core/call.ts'
import { DomainError } from '#core/domain-error.ts'
import { createTypeReader, tooLarge } from '#core/files/file-types.ts'
import type { Sentence } from '#core/languages/language.ts'
import { clientKey } from '#core/limits/client-key.ts'
import { createUploadQuota, isForm } from './upload-space.ts'

export type Received = { fields: Record<string, string>; files: Record<string, ReceivedFile>; discard(): Promise<void> }

/** Shared by all uploads of this process. */
export const quota = createUploadQuota()
const maxFieldBytes = 256 * 1024
/** Maximum bytes of all text fields and the multipart framing. */
const maxTextBytes = 4 * maxFieldBytes
const maxFields = 50

/** Minimum pace of a body, in milliseconds and bytes; slower uploads are ended. A 2G phone sends twice as fast. */
export type UploadPace = { idleMs: number; windowMs: number; minBytesInWindow: number; checkMs: number }
export const defaultPace: UploadPace = { idleMs: 30_000, windowMs: 60_000, minBytesInWindow: 120_000, checkMs: 5000 }

/** Returns the user and the client whose limits an upload counts towards. */
export const senderOf = ({ viewer, ip }: Pick<FastifyRequest, 'viewer' | 'ip'>): { user: string; client: string } => {
  const client = clientKey(ip)
  return { user: viewer?.id ?? client, client }
}

/** Returns the maximum size of the whole body, and the error for a larger one. */
function bodyLimit(rules: Readonly<Record<string, FileRule>>): {
  allowed: number
  problem: DomainError
  pictures: boolean
} {
  const largest = Object.values(rules).reduce((a, b) => (a.maxBytes > b.maxBytes ? a : b))
  const allowed = Object.values(rules).reduce((sum, rule) => sum + rule.maxBytes, maxTextBytes)
  return { allowed, problem: tooLarge(largest), pictures: largest.maxBytes <= maxImageBytes }
}

/** Passes a file through and detects its type; a wrong type is refused as soon as the first bytes show it. */
function checkType(rule: FileRule, name: string, found: (contentType: string) => void): Transform {
  const type = createTypeReader(rule.kind, name)
  let isEmpty = true
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      isEmpty = false
      type.add(chunk).then(() => done(null, chunk), done)
    },
    flush(done) {
      if (isEmpty) return done()
      type.end().then((contentType) => {
        found(contentType)
        done()
      }, done)
    },
  })
}

async function receiveFile(
  stream: BusboyFileStream,
  rule: FileRule,
  { path, field, name }: { path: string; field: string; name: string },
): Promise<ReceivedFile | null> {
  let contentType = ''
  let bytes = 0
  const hash = createHash('sha256')
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(bytes > rule.maxBytes ? tooLarge(rule) : null, chunk)
    },
  })
  await pipeline(
    stream,
    count,
    checkType(rule, name, (type) => {
      contentType = type
    }),
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
  // Browsers send an empty part without a name when no file was chosen.
  if (bytes === 0 && name)
    throw new DomainError('invalid_input', {
      message: msg`The file "${{ file: isolate(name.slice(0, 100)) }}" is empty. Please choose another one.`,
      fields: [{ path: field, message: msg`This file is empty` }],
    })
  return bytes === 0 ? null : { path, bytes, contentType, name, sha256: hash.digest('hex') }
}

/** Calls `fail` when the body is idle or too slow; returns a function that stops watching. */
export function watchPace(arrived: () => number, pace: UploadPace, fail: (error: DomainError) => void): () => void {
  const tooSlow = () =>
    new DomainError(
      'request_timeout',
      msg`The upload came to a halt, or was slower than 2 kB a second, and was ended. Please try again over a better connection.`,
    )
  const start = performance.now()
  let last = { at: start, bytes: 0 }
  let window = { at: start, bytes: 0 }
  const timer = setInterval(() => {
    const now = { at: performance.now(), bytes: arrived() }
    if (now.bytes > last.bytes) last = now
    else if (now.at - last.at >= pace.idleMs) return fail(tooSlow())
    if (now.at - window.at < pace.windowMs) return
    if (now.bytes - window.bytes < pace.minBytesInWindow) return fail(tooSlow())
    window = now
  }, pace.checkMs)
  return () => clearInterval(timer)
}

type Body = { request: FastifyRequest; rules: Readonly<Record<string, FileRule>>; folder: string }

/**
 * Receives a multipart body. Files are streamed to `folder`, and their types detected from their bytes. Disk space is reserved ahead of the
 * bytes, and space in the media store by `reserve`, except for forms. On an error all received files are deleted. Throws too_large,
 * wrong_media, invalid_input, broken_upload, request_timeout, disk_full, storage_full, rate_limited, unavailable (too many uploads).
 */
export async function receiveUpload(
  { request, rules, folder }: Body,
  { pace = defaultPace, reserve }: { pace?: UploadPace; reserve?: (bytes: number | undefined) => Promise<Room> } = {},
): Promise<Received> {
  const { allowed, problem, pictures } = bodyLimit(rules)
  const length = request.headers['content-length']
  const announced = length === undefined ? undefined : Number(length)
  if (announced !== undefined && announced > allowed) throw problem
  await mkdir(folder, { recursive: true })
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  const slot = await quota.open({
    kind: pictures || isForm(announced) ? 'forms' : 'uploads',
    ...senderOf(request),
    folder,
    announced,
    drop: failed.reject,
  })
  const paths: string[] = []
  let room: Room | undefined
  const discard = async (): Promise<void> => {
    await Promise.all(paths.map((path) => rm(path, { force: true })))
    slot.release()
    await room?.release()
  }
  let arrived = 0
  const stopWatching = watchPace(() => arrived, pace, failed.reject)
  const count = (bytes: number): Promise<void> | undefined => {
    arrived += bytes
    if (arrived > allowed) throw problem
    const enough = slot.arrived(arrived)
    if (enough && (room?.covers(arrived) ?? true)) return undefined
    return makeRoom()
  }
  const makeRoom = async (): Promise<void> => {
    await slot.reserveMore()
    if (room && !room.covers(arrived)) await room.grow(arrived)
  }
  try {
    if (!isForm(announced)) room = await reserve?.(announced)
    const received = await parse({ request, rules, folder }, { paths, count, failed })
    for (const file of Object.values(received.files)) file.reservationId = room?.id
    return { ...received, discard }
  } catch (error) {
    await discard()
    if (error instanceof DomainError) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new DomainError('disk_full') // errno of the file system
    request.log.info({ reason: (error as Error).message }, 'an upload broke off')
    throw new DomainError('broken_upload')
  } finally {
    stopWatching()
  }
}

type Progress = {
  /** paths of all files that were begun, for their deletion */
  paths: string[]
  /** Counts bytes; throws, or returns a promise to wait for before more is read. */
  count: (bytes: number) => Promise<void> | undefined
  /** reject it to end the upload */
  failed: PromiseWithResolvers<never>
}

/** Parses the body until it ends or fails. When it settles, nothing reads the body or writes files any more. */
async function parse(
  { request, rules, folder }: Body,
  { paths, count, failed }: Progress,
): Promise<Omit<Received, 'discard'>> {
  const { body } = request
  if (!(body instanceof Readable))
    throw new DomainError('invalid_input', msg`Please send this form as multipart/form-data`)
  const fields: Record<string, string> = {}
  const files: Record<string, ReceivedFile> = {}
  const pending: Promise<unknown>[] = []
  const arriving = new Map<string, BusboyFileStream>()
  let textBytes = 0
  const refuse = (message: Sentence, field?: string): void =>
    failed.reject(new DomainError('invalid_input', { message, ...(field && { fields: [{ path: field, message }] }) }))
  const busboy = Busboy({
    headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
    // one file more than allowed, so that the error can name it
    limits: {
      fieldSize: maxFieldBytes,
      fields: maxFields,
      files: Object.keys(rules).length + 1,
      parts: maxFields + 10,
    },
  })
  for (const limit of ['fieldsLimit', 'partsLimit', 'filesLimit'] as const)
    busboy.on(limit, () => refuse(msg`This form has too many parts: at most ${{ maxFields }} fields`))
  busboy.on('field', (name: string, value: string, _nameCut: boolean, valueCut: boolean) => {
    textBytes += value.length
    if (valueCut || textBytes > maxTextBytes)
      return refuse(msg`The field "${{ field: isolate(name.slice(0, 100)) }}" is too long`)
    if (!Object.hasOwn(rules, name)) fields[name] = value
  })
  busboy.on('file', (name: string | undefined, stream: BusboyFileStream, filename: string | undefined) => {
    const field = name ?? ''
    const rule = Object.hasOwn(rules, field) ? rules[field] : undefined
    // Errors are handled below; without a listener they would end the process.
    stream.on('error', () => {})
    if (!rule) return refuse(msg`The field "${{ field: field.slice(0, 100) }}" takes no file`, field.slice(0, 100))
    if (arriving.has(field)) return refuse(msg`The field "${{ field }}" takes one file`, field)
    const path = join(folder, `${randomBytes(12).toString('hex')}.part`)
    paths.push(path)
    arriving.set(field, stream)
    const receiving = receiveFile(stream, rule, { path, field, name: filename ?? '' }).then((file) => {
      if (file) files[field] = file
    })
    receiving.catch(failed.reject)
    pending.push(receiving)
  })
  // Not a pipeline, which would destroy the request with the parser, and so the connection for the error reply.
  const whole = new Promise<void>((resolve, reject) => {
    busboy.once('finish', resolve)
    busboy.on('error', reject)
  })
  let ended = false
  const onEnd = (): void => {
    ended = true
    busboy.end()
  }
  const onClose = (): void => {
    if (!ended) failed.reject(new Error('the connection was closed'))
  }
  const onData = (chunk: Buffer): void => {
    try {
      const waiting = [count(chunk.length), busboy.write(chunk) ? undefined : once(busboy, 'drain')]
      if (!waiting.some(Boolean)) return
      body.pause()
      Promise.all(waiting).then(() => body.resume(), failed.reject)
    } catch (error) {
      failed.reject(error)
    }
  }
  body.on('data', onData).once('end', onEnd).once('error', failed.reject).once('close', onClose)
  try {
    await Promise.race([whole, failed.promise])
    await Promise.race([Promise.all(pending), failed.promise])
    return { fields, files }
  } catch (error) {
    // When the body is aborted, the parser does not end the open parts, and `pending` would never settle.
    for (const stream of arriving.values()) stream.destroy(error as Error) // whatever was thrown, only passed on
    await Promise.allSettled(pending)
    throw error
  } finally {
    body.off('data', onData).off('end', onEnd).off('close', onClose)
    whole.catch(() => {})
  }
}
