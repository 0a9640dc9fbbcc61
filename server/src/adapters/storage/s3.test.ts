import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startS3Server } from '#test/support/s3-server.ts'
import { storageConformance } from './conformance.ts'
import { s3Storage } from './s3.ts'

const account = { region: 'us-east-1', bucket: 'media', accessKeyId: 'key', secretAccessKey: 'secret' }

storageConformance('s3', async () => {
  const server = await startS3Server()
  return { storage: s3Storage({ ...account, endpoint: server.endpoint }), close: server.close }
})

test('a video of many parts arrives whole, and its address is signed and expires', async () => {
  const server = await startS3Server()
  const folder = await mkdtemp(join(tmpdir(), 's3-storage-'))
  const storage = s3Storage({ ...account, endpoint: server.endpoint })
  const video = randomBytes(40 * 1024 ** 2)
  await writeFile(join(folder, 'video'), video)
  await storage.putFile('videos/one', join(folder, 'video'), 'video/mp4')
  expect(server.objects.get('videos/one')?.equals(video)).toBe(true)
  const found = await storage.locate('videos/one')
  expect(found).toMatchObject({ kind: 'url', bytes: video.length })
  expect(found?.kind === 'url' && new URL(found.url).origin).toBe(storage.origin)
  expect(found?.kind === 'url' && found.url).toMatch(/X-Amz-Signature=.*|X-Amz-Expires=21600/)
  await rm(folder, { recursive: true })
  await server.close()
})

test('an address has a file saved under a name where that is wanted', async () => {
  const server = await startS3Server()
  const storage = s3Storage({ ...account, endpoint: server.endpoint })
  await storage.putBytes('files/one', Buffer.from('%PDF-1.7'), 'application/pdf')
  const disposition = `attachment; filename="a.pdf"; filename*=UTF-8''%C3%BC.pdf`
  const found = await storage.locate('files/one', { disposition })
  expect(found?.kind === 'url' && new URL(found.url).searchParams.get('response-content-disposition')).toBe(disposition)
  const plain = await storage.locate('files/one')
  expect(plain?.kind === 'url' && plain.url).not.toContain('disposition')
  await server.close()
})

test('a store that cannot be reached is not ready', async () => {
  const storage = s3Storage({ ...account, endpoint: 'http://127.0.0.1:9' })
  await expect(storage.check()).rejects.toThrow()
}, 30_000)
