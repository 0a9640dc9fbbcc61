import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'

/** Milliseconds in which a connection is made. */
const connectMs = 10_000
/** Milliseconds without a byte in either direction after which a request ends. Copies of large objects are silent for minutes. */
const silentMs = 300_000

/** A bucket of an S3-compatible service, and its credentials. */
export type S3Options = {
  /** defaults to Amazon's endpoint of the region */
  endpoint?: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** defaults to `silentMs` */
  silentMs?: number
}

/** Returns the client settings for the service of a bucket. */
export const clientSettings = ({ endpoint, region, accessKeyId, secretAccessKey, ...options }: S3Options) =>
  ({
    region,
    // The SDK waits for ever by default, and so would the worker or the lease of an upload that reads.
    requestHandler: { connectionTimeout: connectMs, socketTimeout: options.silentMs ?? silentMs },
    credentials: { accessKeyId, secretAccessKey },
    // Other services have no subdomain for each bucket, and not all support the newer checksums.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }) satisfies S3ClientConfig

/** Whether an error of the SDK means that the service is away or overloaded: no answer in time, or a status of 500 and above. */
const isAway = (error: unknown): boolean => {
  const { name = '', $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } } // errors of the SDK
  return ['TimeoutError', 'AbortError'].includes(name) || ($metadata?.httpStatusCode ?? 0) >= 500
}

/** The service is away or overloaded. Its code is that of a service that does not answer (`isOutage`). */
class BucketAway extends Error {
  override name = 'BucketAway'
  readonly code = 'ETIMEDOUT'
}

/** Returns a client that throws BucketAway, with the error of the SDK as its cause, when that is so. */
export function openClient(options: S3Options): S3Client {
  const client = new S3Client(clientSettings(options))
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args)
      } catch (error) {
        throw isAway(error) ? new BucketAway('The object store does not answer', { cause: error }) : error
      }
    },
    { step: 'initialize', name: 'namesOutages' },
  )
  return client
}

/** Whether an error of the SDK means that the object or upload does not exist. A missing bucket is another problem. */
export const isAbsent = (error: unknown): boolean => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } } // errors of the SDK
  return isNamedAbsent(error) || name === 'NotFound' || ($metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket')
}

/** Like `isAbsent`, but requires the name of the error: a mere status of 404 may come from a proxy in between. */
export const isNamedAbsent = (error: unknown): boolean =>
  ['NoSuchKey', 'NoSuchUpload'].includes((error as { name?: string }).name ?? '') // errors of the SDK
