import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Part } from '@aws-sdk/client-s3'
import { type MetadataValue, type Options, S3Store } from '@tus/s3-store'
import { ERRORS, Upload } from '@tus/server'
import { isAbsent, isNamedAbsent } from '../../s3/bucket.ts'

/** A part of a request in a temporary file. */
type PartFile = { path: string; size: number }

/** Splits a stream into files of `bytes` in a folder, the last one shorter. The consumer deletes each file. */
async function* partFiles(source: AsyncIterable<Buffer>, folder: string, bytes: number): AsyncGenerator<PartFile> {
  let part: (PartFile & { file: FileHandle }) | null = null
  const begin = async () => {
    const path = join(folder, `${randomBytes(12).toString('hex')}.part`)
    return { path, size: 0, file: await open(path, 'wx', 0o600) }
  }
  try {
    for await (const chunk of source)
      for (let rest = chunk; rest.length > 0; ) {
        part ??= await begin()
        const piece = rest.subarray(0, bytes - part.size)
        await part.file.appendFile(piece)
        part.size += piece.length
        rest = rest.subarray(piece.length)
        if (part.size < bytes) continue
        const { path, size, file } = part
        part = null
        await file.close()
        yield { path, size }
      }
    if (!part) return
    const { path, size, file } = part
    part = null
    await file.close()
    yield { path, size }
  } finally {
    await part?.file.close()
    if (part) await rm(part.path, { force: true })
  }
}

async function* joined(...streams: AsyncIterable<Buffer>[]): AsyncGenerator<Buffer> {
  for (const stream of streams) yield* stream
}

const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { Size = 0 }) => sum + Size, 0)

/** Returns the parts before the first missing one, in order. */
export function upToGap(parts: readonly Part[]): Part[] {
  const sorted = parts.toSorted((a, b) => (a.PartNumber ?? 0) - (b.PartNumber ?? 0))
  const gap = sorted.findIndex(({ PartNumber }, index) => PartNumber !== index + 1)
  return gap < 0 ? sorted : sorted.slice(0, gap)
}

/**
 * The library's store in a bucket, except that bytes after a gap never count: all parts have the same size and are sent in order. A shorter
 * remainder is an object with the number of its part, and counts until that part exists. An upload counts as missing only if the service
 * says so.
 */
export class OrderedS3Store extends S3Store {
  readonly #folder: string

  /** Parts wait in `folder` while they are sent, at most two of a request. */
  constructor({ folder, ...options }: Options & { folder: string; partSize: number }) {
    super({ ...options, minPartSize: options.partSize })
    this.#folder = folder
  }

  protected override async retrieveParts(id: string, marker?: string): Promise<Part[]> {
    const parts = await super.retrieveParts(id, marker)
    return marker === undefined ? upToGap(parts) : parts
  }

  protected override async saveMetadata(upload: Upload, uploadId: string): Promise<void> {
    try {
      await super.saveMetadata(upload, uploadId)
    } catch (error) {
      // without its record it cannot be found any more
      await this.client
        .abortMultipartUpload({ Bucket: this.bucket, Key: upload.id, UploadId: uploadId })
        .catch(() => {})
      throw error
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    const { file } = await this.getMetadata(id).catch((error: unknown) => {
      throw isNamedAbsent(error) ? ERRORS.FILE_NOT_FOUND : error
    })
    const { size = 0, metadata, storage, creation_date } = file
    return Object.assign(new Upload({ id, size, offset: await this.#offsetOf(id, size) }), {
      metadata,
      storage,
      creation_date,
    })
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const metadata = await this.getMetadata(id)
    const { size } = metadata.file
    const parts = await this.#openParts(id)
    if (parts === null) return this.#offsetOf(id, size ?? 0)
    const start = sumOf(parts)
    const begun = await this.#readBegun(id, parts.length + 1)
    if (start + (begun?.size ?? 0) !== offset) throw ERRORS.INVALID_OFFSET
    const whole = Readable.from(joined(...(begun ? [begun.body] : []), source))
    const reached = start + (await this.uploadParts(metadata, whole, parts.length + 1, start))
    if (reached === size) await this.finishMultipartUpload(metadata, await this.retrieveParts(id))
    return reached
  }

  /** Completes an upload that has all its parts, if that failed before. Returns false when bytes are missing. */
  async complete(id: string): Promise<boolean> {
    const metadata = await this.getMetadata(id).catch((error: unknown) => {
      if (isNamedAbsent(error)) return null
      throw error
    })
    const parts = metadata && (await this.#openParts(id))
    if (!metadata || !parts || sumOf(parts) !== metadata.file.size) return false
    await this.finishMultipartUpload(metadata, parts)
    return true
  }

  protected override async uploadParts(
    metadata: MetadataValue,
    source: Readable,
    first: number,
    offset: number,
  ): Promise<number> {
    const { size } = metadata.file
    let stored = 0
    let number = first
    let sending: Promise<void> = Promise.resolve()
    const send = async (part: PartFile): Promise<void> => {
      try {
        const body = createReadStream(part.path)
        const isPart = part.size === this.preferredPartSize || offset + stored + part.size === size
        if (isPart) await this.uploadPart(metadata, body, number)
        else await this.#storeBegun(metadata.file.id, body, number)
        number++
        stored += part.size
      } finally {
        await rm(part.path, { force: true })
      }
    }
    await mkdir(this.#folder, { recursive: true })
    try {
      // the next part arrives while this one is sent
      for await (const part of partFiles(source, this.#folder, this.preferredPartSize)) {
        await sending.catch(async (error: unknown) => {
          await rm(part.path, { force: true })
          throw error
        })
        sending = send(part)
        sending.catch(() => {})
      }
    } finally {
      await sending.catch(() => {})
    }
    await sending
    return stored
  }

  /** Returns the stored parts; null when the upload was completed or aborted. */
  async #openParts(id: string): Promise<Part[] | null> {
    try {
      return await this.retrieveParts(id)
    } catch (error) {
      if (isNamedAbsent(error)) return null
      throw error
    }
  }

  async #offsetOf(id: string, size: number): Promise<number> {
    const parts = await this.#openParts(id)
    if (parts) return sumOf(parts) + (await this.#sizeOfBegun(id, parts.length + 1))
    const object = await this.#head(id)
    if (object?.ContentLength !== size) throw ERRORS.FILE_NOT_FOUND
    return size
  }

  async #head(Key: string) {
    try {
      return await this.client.headObject({ Bucket: this.bucket, Key })
    } catch (error) {
      if (isAbsent(error)) return null
      throw error
    }
  }

  async #sizeOfBegun(id: string, number: number): Promise<number> {
    const found = await this.#head(this.partKey(id, true))
    return found?.Metadata?.['part-number'] === String(number) ? (found.ContentLength ?? 0) : 0
  }

  async #readBegun(id: string, number: number): Promise<{ body: Readable; size: number } | null> {
    const size = await this.#sizeOfBegun(id, number)
    const body = size > 0 ? await this.getIncompletePart(id) : undefined
    return body ? { body, size } : null
  }

  async #storeBegun(id: string, Body: Readable, number: number): Promise<void> {
    const Metadata = { 'part-number': String(number) }
    await this.client.putObject({ Bucket: this.bucket, Key: this.partKey(id, true), Body, Metadata })
  }
}
