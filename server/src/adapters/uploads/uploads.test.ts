import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DomainError } from '#core/domain-error.ts'
import type { Storage } from '#ports/storage.ts'
import type { Uploads } from '#ports/uploads.ts'
import { metadataOf } from '#test/support/send-upload.ts'
import { startSwift } from '#test/support/swift-server.ts'
import { diskStorage } from '../storage/disk.ts'
import { s3Storage } from '../storage/s3.ts'
import { diskUploads } from './disk.ts'
import { s3Uploads } from './s3.ts'

type UnderTest = {
  /** a process of its own each time */
  open: () => Uploads
  storage: Storage
  /** names of what is kept of unfinished uploads */
  kept: () => Promise<string[]>
  close: () => Promise<void>
}

async function onDisk(): Promise<UnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-test-'))
  const storage = diskStorage(join(folder, 'media'))
  const uploads = join(folder, 'uploads')
  return {
    open: () => diskUploads(uploads, storage),
    storage,
    kept: async () => (existsSync(uploads) ? readdir(uploads) : []),
    close: () => rm(folder, { recursive: true }),
  }
}

async function inBucket(): Promise<UnderTest> {
  const { options, close } = await startSwift()
  const client = new S3Client({
    region: options.region,
    endpoint: options.endpoint,
    forcePathStyle: true,
    credentials: options,
  })
  return {
    open: () => s3Uploads(options),
    storage: s3Storage(options),
    async kept() {
      const Bucket = options.bucket
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'uploads/' }))
      const { Uploads: parts = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
      return [...Contents.map(({ Key }) => String(Key)), ...parts.map(({ Key }) => `parts of ${Key}`)]
    },
    close,
  }
}

const common = { 'tus-resumable': '1.0.0' }
const create = (uploads: Uploads, id: string, bytes: number, accept = async (): Promise<void> => {}) =>
  uploads.handle({
    method: 'POST',
    id,
    headers: { ...common, 'upload-length': String(bytes), 'upload-metadata': metadataOf({ filename: 'ü.mp4' }) },
    accept,
  })
const offsetOf = async (uploads: Uploads, id: string) =>
  (await uploads.handle({ method: 'HEAD', id, headers: common })).offset
const append = (uploads: Uploads, id: string, offset: number, bytes: Buffer, announced = bytes.length) =>
  uploads.handle({
    method: 'PATCH',
    id,
    headers: {
      ...common,
      'content-type': 'application/offset+octet-stream',
      'content-length': String(announced),
      'upload-offset': String(offset),
    },
    body: Readable.from([bytes.subarray(0, 70_000), bytes.subarray(70_000)].filter(({ length }) => length > 0)),
  })

describe.each([
  ['disk', onDisk],
  ['a bucket of OpenStack Swift', inBucket],
])('uploads that arrive in parts: %s', (_name, start) => {
  let tested: UnderTest
  beforeAll(async () => {
    tested = await start()
  })
  afterAll(() => tested.close())

  test('keep what has arrived, also over another process, and become an object of the media store', async () => {
    const bytes = randomBytes(18 * 1024 ** 2 + 11)
    const first = tested.open()
    expect((await create(first, 'whole', bytes.length)).headers.location).toBe('/api/uploads/whole')
    // a part that ends early: the connection broke
    const cut = 9 * 1024 ** 2 + 5
    expect((await append(first, 'whole', 0, bytes.subarray(0, cut), bytes.length)).offset).toBe(cut)
    const second = tested.open()
    expect(await offsetOf(second, 'whole')).toBe(cut)
    expect((await append(second, 'whole', cut, bytes.subarray(cut))).offset).toBe(bytes.length)
    expect(await offsetOf(first, 'whole')).toBe(bytes.length)
    const read = await first.read('whole')
    expect(read && (await buffer(read)).equals(bytes)).toBe(true)
    await first.moveTo('whole', 'videos/whole', 'video/webm')
    await first.remove('whole')
    expect(await tested.kept()).toEqual([])
    expect(await first.read('whole')).toBeNull()
    const stored = await tested.storage.read('videos/whole')
    expect(stored && (await buffer(stored)).equals(bytes)).toBe(true)
    const located = await tested.storage.locate('videos/whole')
    if (located?.kind === 'url')
      expect((await fetch(located.url, { headers: { range: 'bytes=0-9' } })).headers.get('content-type')).toBe(
        'video/webm',
      )
  })

  test('are removed with all that has arrived; a missing one is no error', async () => {
    const uploads = tested.open()
    await create(uploads, 'given-up', 20 * 1024 ** 2)
    await append(uploads, 'given-up', 0, randomBytes(9 * 1024 ** 2))
    expect((await tested.kept()).length).toBeGreaterThan(0)
    await uploads.remove('given-up')
    expect(await tested.kept()).toEqual([])
    await uploads.remove('given-up')
    await expect(offsetOf(tested.open(), 'given-up')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('refuse what the caller refuses, before anything is stored, and what breaks the protocol', async () => {
    const uploads = tested.open()
    const refuse = async () => {
      throw new DomainError('too_large', 'no')
    }
    await expect(create(uploads, 'refused', 100, refuse)).rejects.toMatchObject({ code: 'too_large', message: 'no' })
    expect(await tested.kept()).toEqual([])
    await create(uploads, 'strict', 100)
    await expect(append(uploads, 'strict', 50, Buffer.alloc(10))).rejects.toMatchObject({ code: 'upload_conflict' })
    await expect(append(uploads, 'strict', 0, Buffer.alloc(101))).rejects.toMatchObject({ code: 'too_large' })
    expect(await offsetOf(uploads, 'strict')).toBe(0)
    await uploads.remove('strict')
  })
})
