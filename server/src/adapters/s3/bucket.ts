import type { S3ClientConfig } from '@aws-sdk/client-s3'

/** A bucket of an S3-compatible service, and its credentials. */
export type S3Options = {
  /** defaults to Amazon's endpoint of the region */
  endpoint?: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** Returns the client settings for the service of a bucket. */
export const clientSettings = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Options) =>
  ({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Other services have no subdomain for each bucket, and not all support the newer checksums.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }) satisfies S3ClientConfig

/** Whether an error of the SDK means that the object or upload does not exist. A missing bucket is another problem. */
export const isAbsent = (error: unknown): boolean => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } } // errors of the SDK
  return isNamedAbsent(error) || name === 'NotFound' || ($metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket')
}

/** Like `isAbsent`, but requires the name of the error: a mere status of 404 may come from a proxy in between. */
export const isNamedAbsent = (error: unknown): boolean =>
  ['NoSuchKey', 'NoSuchUpload'].includes((error as { name?: string }).name ?? '') // errors of the SDK
