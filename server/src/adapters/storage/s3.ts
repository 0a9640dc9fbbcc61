import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { DeleteObjectsCommand, GetObjectCommand, HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { type ListedObject, listLimit, type Storage } from '#ports/storage.ts'
import { isAbsent, openClient, type S3Options } from '../s3/bucket.ts'
import { checkedPrefix, isStorageKey } from './storage-key.ts'

/** Default lifetime of a presigned URL in seconds, long enough for watching a whole video. */
const addressSeconds = 6 * 3600
/** Maximum time in milliseconds for which someone waits to hear where an object is. */
const locateMs = 20_000
/** Bytes of one part of a large upload; with at most 10,000 parts, videos of up to 160 GB. */
const partBytes = 16 * 1024 ** 2
/** Maximum number of objects in one delete call. */
const deleteLimit = 1000

/** The media store in a bucket of an S3-compatible service; browsers read with presigned URLs. */
export function s3Storage(options: S3Options): Storage {
  const { bucket: Bucket } = options
  const client = openClient(options)

  // Services without the newer checksums require this one for deleting several objects.
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const request = args.request as { headers: Record<string, string>; body?: unknown } // of the HTTP protocol
      if (context.commandName === 'DeleteObjectsCommand' && typeof request.body === 'string')
        request.headers['content-md5'] = createHash('md5').update(request.body).digest('base64')
      return next(args)
    },
    { step: 'build', name: 'contentMd5' },
  )

  const checked = (key: string): string => {
    if (!isStorageKey(key)) throw new Error(`"${key}" is not a storage key`)
    return key
  }

  const put = async (Key: string, Body: Readable | Uint8Array, ContentType: string): Promise<void> => {
    await new Upload({
      client,
      partSize: partBytes,
      queueSize: 2,
      params: { Bucket, Key: checked(Key), Body, ContentType },
    }).done()
  }

  /** Yields objects under a prefix, ordered by key; a service may return fewer in a page than requested. */
  async function* objectsUnder(Prefix: string, after?: string, MaxKeys = listLimit): AsyncGenerator<ListedObject> {
    let ContinuationToken: string | undefined
    do {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket,
          Prefix,
          MaxKeys,
          ...(ContinuationToken ? { ContinuationToken } : after !== undefined && { StartAfter: after }),
        }),
      )
      for (const { Key, Size = 0, LastModified = new Date() } of page.Contents ?? [])
        if (Key !== undefined) yield { key: Key, bytes: Size, storedAt: LastModified }
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (ContinuationToken)
  }

  return {
    origin: options.endpoint
      ? new URL(options.endpoint).origin
      : `https://${Bucket}.s3.${options.region}.amazonaws.com`,
    async putFile(key, path, contentType) {
      checked(key)
      await stat(path)
      await put(key, createReadStream(path), contentType)
      await rm(path, { force: true })
    },
    putBytes: (key, bytes, contentType) => put(key, bytes, contentType),
    async locate(key, { disposition, seconds = addressSeconds, range } = {}) {
      if (!isStorageKey(key)) return null
      try {
        const abortSignal = AbortSignal.timeout(locateMs)
        const head = new HeadObjectCommand({ Bucket, Key: key })
        const bytes = range?.bytes ?? (await client.send(head, { abortSignal })).ContentLength ?? 0
        const get = new GetObjectCommand({
          Bucket,
          Key: key,
          ...(disposition !== undefined && { ResponseContentDisposition: disposition }),
          // a header that is not moved into the URL is signed with the value that the browser must send
          ...(range && { Range: range.header }),
        })
        const url = await getSignedUrl(client, get, { expiresIn: seconds })
        return { kind: 'url', url, bytes }
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },
    async read(key) {
      if (!isStorageKey(key)) return null
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }))
        return (Body as Readable | undefined) ?? null // in Node the SDK returns a Readable
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },
    async remove(key) {
      const prefix = key.endsWith('/')
      checked(key.replace(/\/$/, ''))
      let keys: string[] = []
      const removeAll = async (): Promise<void> => {
        const Objects = keys.map((Key) => ({ Key }))
        keys = []
        const { Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
        if (Errors?.length) throw new Error(`the media store did not remove ${Errors[0]?.Key}: ${Errors[0]?.Message}`)
      }
      if (!prefix) keys.push(key)
      else
        for await (const object of objectsUnder(key)) {
          keys.push(object.key)
          if (keys.length === deleteLimit) await removeAll()
        }
      if (keys.length > 0) await removeAll()
    },
    async list(prefix, { after, limit }) {
      const found: ListedObject[] = []
      const most = Math.min(limit, listLimit)
      for await (const object of objectsUnder(checkedPrefix(prefix), after, most)) if (found.push(object) >= most) break
      return found
    },
    async check() {
      // All processes overwrite the same object: removing it would race with the checks of the others.
      await put('checks/ready', Buffer.from('ready'), 'text/plain')
    },
  }
}
