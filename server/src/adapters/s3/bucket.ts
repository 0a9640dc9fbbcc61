import type { S3ClientConfig } from '@aws-sdk/client-s3'

/** A bucket of an S3-compatible service, and the key to it. */
export type S3Options = {
  /** by default Amazon's endpoint of the region */
  endpoint?: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** Settings of a client for the service of a bucket. */
export const clientSettings = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Options) =>
  ({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Other stores have no subdomain for each bucket, and not all support the newer checksums.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }) satisfies S3ClientConfig

/** Whether an error of the SDK says that there is no such object or upload. A bucket that is not there is another problem. */
export const isAbsent = (error: unknown): boolean => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } } // errors of the SDK
  return isNamedAbsent(error) || name === 'NotFound' || ($metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket')
}

/** As `isAbsent`, where the service says so by name: a status of 404 alone may be that of something in between. */
export const isNamedAbsent = (error: unknown): boolean =>
  ['NoSuchKey', 'NoSuchUpload'].includes((error as { name?: string }).name ?? '') // errors of the SDK
