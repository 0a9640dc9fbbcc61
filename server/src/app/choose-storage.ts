import { join } from 'node:path'
import { diskStorage } from '#adapters/storage/disk.ts'
import { s3Storage } from '#adapters/storage/s3.ts'
import type { Storage } from '#ports/storage.ts'
import type { Config } from './config.ts'

/** The media store that the configuration names. */
export function chooseStorage(config: Config, dataDir: string): Storage {
  const {
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = config
  if (config.STORAGE === 's3' && region && bucket && accessKeyId && secretAccessKey) {
    const endpoint = config.S3_ENDPOINT
    return s3Storage({ region, bucket, accessKeyId, secretAccessKey, ...(endpoint && { endpoint }) })
  }
  return diskStorage(join(dataDir, 'media'))
}
