import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import type { Uploads } from '#ports/uploads.ts'
import { tusProtocol } from './tus.ts'

export type S3Options = {
  /** by default Amazon's endpoint of the region */
  endpoint?: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** Bytes of a part; each waits in a temporary file until it is sent. Parts of one request are kept in full when it breaks off. */
const partBytes = 8 * 1024 ** 2
/** Parts that this process sends at once. */
const partsAtOnce = 8
/** Number of uploads whose records in the bucket are remembered. */
const remembered = 500

const isAbsent = (error: unknown): boolean => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } } // errors of the SDK
  return name === 'NoSuchKey' || name === 'NoSuchUpload' || $metadata?.httpStatusCode === 404
}

/** A bounded memory of what never changes. */
function recent<T>() {
  const kept = new Map<string, T>()
  return {
    get: async (key: string): Promise<T | undefined> => kept.get(key),
    async set(key: string, value: T): Promise<void> {
      kept.delete(key)
      kept.set(key, value)
      for (const oldest of kept.keys()) {
        if (kept.size <= remembered) break
        kept.delete(oldest)
      }
    },
    async delete(key: string): Promise<void> {
      kept.delete(key)
    },
  }
}

/**
 * Unfinished uploads as multipart uploads of a bucket, under `uploads/`. A complete one is copied inside of the bucket, so that its bytes
 * do not come back to this server.
 */
export function s3Uploads(options: S3Options): Uploads {
  const { bucket: Bucket, accessKeyId, secretAccessKey } = options
  const settings = {
    region: options.region,
    credentials: { accessKeyId, secretAccessKey },
    // Other stores have no subdomain for each bucket, and not all support the newer checksums.
    ...(options.endpoint && { endpoint: options.endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED' as const,
    responseChecksumValidation: 'WHEN_REQUIRED' as const,
  }
  const client = new S3Client(settings)
  const store = new S3Store({
    partSize: partBytes,
    useTags: false,
    maxConcurrentPartUploads: partsAtOnce,
    cache: recent(),
    s3ClientConfig: { ...settings, bucket: Bucket },
  })
  const keyOf = (id: string): string => `uploads/${id}`
  /** Returns the id of the multipart upload that a record of the library names. */
  const multipartId = async (Key: string): Promise<string | undefined> => {
    try {
      return (await client.send(new HeadObjectCommand({ Bucket, Key }))).Metadata?.['upload-id']
    } catch (error) {
      if (isAbsent(error)) return undefined
      throw error
    }
  }
  return {
    handle: tusProtocol(store, keyOf),
    freeBytes: async () => null,
    async read(id) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(id) }))
        return (Body as Readable | undefined) ?? null // in Node the SDK returns a Readable
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },
    async moveTo(id, Key, ContentType) {
      // a copy of up to 5 GB is one call; videos have at most 4 GiB
      const CopySource = `${Bucket}/${keyOf(id)}`
      await client.send(
        new CopyObjectCommand({ Bucket, Key, CopySource, ContentType, MetadataDirective: 'REPLACE', Metadata: {} }),
      )
    },
    async remove(id) {
      const Key = keyOf(id)
      // the parts of one that is not complete take up space until it is aborted
      const UploadId = await multipartId(`${Key}.info`)
      if (UploadId !== undefined)
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch((error: unknown) => {
          if (!isAbsent(error)) throw error
        })
      for (const end of ['', '.part', '.info']) await client.send(new DeleteObjectCommand({ Bucket, Key: Key + end }))
    },
  }
}
