import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Storage } from '#ports/storage.ts'
import { isStorageKey } from './storage-key.ts'

export type S3Options = {
  /** by default Amazon's endpoint of the region */
  endpoint?: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** Lifetime of a presigned URL in seconds, long enough for watching a whole video. */
const addressSeconds = 6 * 3600
/** Bytes of one part of a large upload; with at most 10,000 parts, videos of up to 160 GB. */
const partBytes = 16 * 1024 ** 2
/** Maximum number of objects in one delete call. */
const deleteLimit = 1000

const isAbsent = (error: unknown): boolean => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } } // errors of the SDK
  return name === 'NotFound' || name === 'NoSuchKey' || $metadata?.httpStatusCode === 404
}

/** The media store in a bucket of an S3-compatible service; browsers read with presigned URLs. */
export function s3Storage(options: S3Options): Storage {
  const { bucket: Bucket, accessKeyId, secretAccessKey } = options
  const client = new S3Client({
    region: options.region,
    credentials: { accessKeyId, secretAccessKey },
    // Other stores have no subdomain for each bucket, and not all support the newer checksums.
    ...(options.endpoint && { endpoint: options.endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

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

  const keysUnder = async (prefix: string): Promise<string[]> => {
    const keys: string[] = []
    let ContinuationToken: string | undefined
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix: prefix, ...(ContinuationToken && { ContinuationToken }) }),
      )
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) keys.push(Key)
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (ContinuationToken)
    return keys
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
    async locate(key, { disposition } = {}) {
      if (!isStorageKey(key)) return null
      try {
        const { ContentLength = 0 } = await client.send(new HeadObjectCommand({ Bucket, Key: key }))
        const get = new GetObjectCommand({
          Bucket,
          Key: key,
          ...(disposition !== undefined && { ResponseContentDisposition: disposition }),
        })
        const url = await getSignedUrl(client, get, { expiresIn: addressSeconds })
        return { kind: 'url', url, bytes: ContentLength }
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
      const keys = prefix ? await keysUnder(key) : [key]
      for (let at = 0; at < keys.length; at += deleteLimit) {
        const Objects = keys.slice(at, at + deleteLimit).map((Key) => ({ Key }))
        const { Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
        if (Errors?.length) throw new Error(`the media store did not remove ${Errors[0]?.Key}: ${Errors[0]?.Message}`)
      }
    },
    async check() {
      // One object for all processes, written again each time: its removal would race with the checks of the others.
      await put('checks/ready', Buffer.from('ready'), 'text/plain')
    },
  }
}
