import { createHash } from 'node:crypto'
import type { TestApp, TestUser } from '../create-test-app.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Returns the header Upload-Metadata. */
export const metadataOf = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${base64(value)}`)
    .join(',')

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Requests of the tus protocol by one user, without a network. */
export function uploader(app: TestApp, user: Pick<TestUser, 'cookie'>) {
  const common = { cookie: user.cookie, 'tus-resumable': '1.0.0' }
  return {
    create: (length: number, metadata: Readonly<Record<string, string>>, headers: Record<string, string> = {}) =>
      app.server.inject({
        method: 'POST',
        url: '/api/uploads',
        headers: {
          ...common,
          'upload-length': String(length),
          'upload-metadata': metadataOf({ filename: 'lesson.mp4', filetype: 'video/mp4', ...metadata }),
          ...headers,
        },
      }),
    head: (url: string, headers: Record<string, string> = {}) =>
      app.server.inject({ method: 'HEAD', url, headers: { ...common, ...headers } }),
    append: (url: string, offset: number | string, bytes: Uint8Array, headers: Record<string, string> = {}) =>
      app.server.inject({
        method: 'PATCH',
        url,
        headers: {
          ...common,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
          ...headers,
        },
        payload: Buffer.from(bytes),
      }),
    cancel: (url: string, headers: Record<string, string> = {}) =>
      app.server.inject({ method: 'DELETE', url, headers: { ...common, ...headers } }),
  }
}
