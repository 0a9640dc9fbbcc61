import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3'
import type { MetadataValue } from '@tus/s3-store'
import { LRUCache } from 'lru-cache'
import type { KeptUpload, Uploads } from '#ports/uploads.ts'
import { clientSettings, isAbsent, openClient, type S3Options } from '../s3/bucket.ts'
import { OrderedS3Store } from './ordered-s3-store/ordered-s3-store.ts'
import { tusProtocol } from './tus.ts'

/**
 * Size in bytes of a part, which is kept in a temporary file until it is sent. A shorter remainder is stored as an object until more
 * follows.
 */
const partBytes = 8 * 1024 ** 2
/** Maximum number of parts of one request on the disk: one arrives while one is sent. */
const partsOnDisk = 2
/** Number of uploads whose records in the bucket are cached. */
const remembered = 500
const prefix = 'uploads/'

/** Caches records of uploads, which never change, with the interface that the library needs. */
function recordCache() {
  const records = new LRUCache<string, MetadataValue>({ max: remembered })
  return {
    get: async (key: string): Promise<MetadataValue | undefined> => records.get(key),
    set: async (key: string, value: MetadataValue): Promise<void> => void records.set(key, value),
    delete: async (key: string): Promise<void> => void records.delete(key),
  }
}

/**
 * Keeps unfinished uploads as multipart uploads of a bucket, under `uploads/`; parts are kept in `folder` until they are sent. A complete
 * one is copied within the bucket, so that its bytes do not return to this server.
 */
export function s3Uploads(options: S3Options, folder: string): Uploads {
  const { bucket: Bucket } = options
  const client = openClient(options)
  const cache = recordCache()
  const store = new OrderedS3Store({
    folder,
    partSize: partBytes,
    useTags: false,
    cache,
    s3ClientConfig: { ...clientSettings(options), bucket: Bucket },
  })
  const keyOf = (id: string): string => prefix + id
  /** Returns the id of the multipart upload in a record of the library. */
  const multipartId = async (Key: string): Promise<string | undefined> => {
    try {
      return (await client.send(new HeadObjectCommand({ Bucket, Key }))).Metadata?.['upload-id']
    } catch (error) {
      if (isAbsent(error)) return undefined
      throw error
    }
  }
  const readObject = async (Key: string): Promise<Readable | null> => {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
      return (Body as Readable | undefined) ?? null // in Node the SDK returns a Readable
    } catch (error) {
      if (isAbsent(error)) return null
      throw error
    }
  }
  return {
    handle: tusProtocol(store, keyOf),
    bufferBytes: partsOnDisk * partBytes,
    freeBytes: async () => null,
    async read(id) {
      const found = await readObject(keyOf(id))
      // completing the upload at the service may have failed before
      return found ?? ((await store.complete(keyOf(id))) ? readObject(keyOf(id)) : null)
    },
    async moveTo(id, Key, ContentType) {
      // up to 5 GB are copied with one call; videos have at most 4 GiB
      const CopySource = `${Bucket}/${keyOf(id)}`
      await client.send(
        new CopyObjectCommand({ Bucket, Key, CopySource, ContentType, MetadataDirective: 'REPLACE', Metadata: {} }),
      )
    },
    async remove(id) {
      const Key = keyOf(id)
      // the parts of an incomplete upload take up space until it is aborted
      const UploadId = await multipartId(`${Key}.info`)
      if (UploadId !== undefined)
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch((error: unknown) => {
          if (!isAbsent(error)) throw error
        })
      await cache.delete(Key)
      for (const end of ['', '.part', '.info']) await client.send(new DeleteObjectCommand({ Bucket, Key: Key + end }))
    },
    async *list() {
      let ContinuationToken: string | undefined
      let last: KeptUpload | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: prefix, ...(ContinuationToken && { ContinuationToken }) }),
        )
        for (const { Key = '', LastModified = new Date() } of page.Contents ?? []) {
          const id = Key.slice(prefix.length).replace(/\..*$/, '')
          // the objects of one upload are listed consecutively
          if (last && last.id !== id) yield last
          last = { id, storedAt: last?.id === id && last.storedAt > LastModified ? last.storedAt : LastModified }
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (ContinuationToken)
      if (last) yield last
    },
  }
}
