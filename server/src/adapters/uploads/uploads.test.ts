import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, symlink, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DomainError } from '#core/domain-error.ts'
import type { Storage } from '#ports/storage.ts'
import type { KeptUpload, Uploads } from '#ports/uploads.ts'
import { inAll } from '#test/support/in-all.ts'
import { openFailingProxy } from '#test/support/services/failing-proxy.ts'
import { startSwift } from '#test/support/services/swift-server.ts'
import { metadataOf } from '#test/support/video/send-upload.ts'
import { diskStorage } from '../storage/disk.ts'
import { s3Storage } from '../storage/s3.ts'
import { diskUploads } from './disk.ts'
import { upToGap } from './ordered-s3-store/ordered-s3-store.ts'
import { s3Uploads } from './s3.ts'

type UnderTest = {
  /** opens the uploads as a new process */
  open: () => Uploads
  storage: Storage
  /** names of files or objects of unfinished uploads */
  kept: () => Promise<string[]>
  /** Makes the record of an upload unreadable, or readable again. */
  breakRecord: (id: string) => Promise<() => Promise<void>>
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
    async breakRecord(id) {
      const path = join(uploads, `${id}.json`)
      await rename(path, `${path}.kept`)
      // EISDIR, as EIO or EMFILE would be: not ENOENT
      await mkdir(path)
      return async () => {
        await rmdir(path)
        await rename(`${path}.kept`, path)
      }
    },
    close: () => rm(folder, { recursive: true }),
  }
}

/** One service for both groups of tests, because its start takes seconds. Each test leaves its bucket empty. */
let bucket: ReturnType<typeof openBucket> | undefined
const inBucket = () => (bucket ??= openBucket())
afterAll(async () => (await bucket)?.closeService())

async function openBucket() {
  const swift = await startSwift()
  const proxy = await openFailingProxy(swift.options.endpoint)
  const folder = await mkdtemp(join(tmpdir(), 'uploads-test-'))
  const options = { ...swift.options, endpoint: proxy.endpoint }
  const client = new S3Client({
    region: options.region,
    endpoint: swift.options.endpoint,
    forcePathStyle: true,
    credentials: options,
  })
  return {
    open: () => s3Uploads(options, folder),
    storage: s3Storage(options),
    proxy,
    folder,
    async kept() {
      const Bucket = options.bucket
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'uploads/' }))
      const { Uploads: parts = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
      return [...Contents.map(({ Key }) => String(Key)), ...parts.map(({ Key }) => `parts of ${Key}`)]
    },
    async breakRecord(id: string) {
      proxy.failWhere(({ url }) => url.includes(`${id}.info`))
      return async () => proxy.failWhere(() => false)
    },
    close: async () => {},
    async closeService() {
      await proxy.close()
      await swift.close()
      await rm(folder, { recursive: true })
    },
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
const listOf = async (uploads: Uploads) => {
  const found: KeptUpload[] = []
  for await (const one of uploads.list()) found.push(one)
  return found
}
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

  test('keep received bytes, also across processes, and become an object of the media store', async () => {
    const bytes = randomBytes(18 * 1024 ** 2 + 11)
    const first = tested.open()
    expect((await create(first, 'whole', bytes.length)).headers.location).toBe('/api/uploads/whole')
    // the part ends early because the connection broke
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

  test('are removed with all received bytes; removing a missing one is not an error', async () => {
    const uploads = tested.open()
    await create(uploads, 'given-up', 20 * 1024 ** 2)
    await append(uploads, 'given-up', 0, randomBytes(9 * 1024 ** 2))
    expect((await tested.kept()).length).toBeGreaterThan(0)
    await uploads.remove('given-up')
    expect(await tested.kept()).toEqual([])
    await uploads.remove('given-up')
    await expect(offsetOf(tested.open(), 'given-up')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('refuse requests that the caller refuses, before anything is stored, and violations of the protocol', async () => {
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

  test('are missing only when the store says so; other read errors are reported', async () => {
    const uploads = tested.open()
    await create(uploads, 'steady', 1000)
    await append(uploads, 'steady', 0, Buffer.alloc(400), 1000)
    const mend = await tested.breakRecord('steady')
    const asked = offsetOf(tested.open(), 'steady')
    await expect(asked).rejects.toThrow()
    await expect(asked).rejects.not.toMatchObject({ code: 'not_found' })
    await mend()
    expect(await offsetOf(tested.open(), 'steady')).toBe(400)
    await uploads.remove('steady')
  }, 20_000)

  test('are listed with the time of their last write', async () => {
    const uploads = tested.open()
    for (const id of ['first', 'second']) await create(uploads, id, 1000)
    await append(uploads, 'first', 0, Buffer.alloc(400), 1000)
    const listed = await listOf(uploads)
    expect(listed.map(({ id }) => id).sort()).toEqual(['first', 'second'])
    for (const { storedAt } of listed) expect(Math.abs(storedAt.getTime() - Date.now())).toBeLessThan(20_000)
    for (const id of ['first', 'second']) await uploads.remove(id)
    expect(await listOf(uploads)).toEqual([])
  })
})

describe('uploads in a bucket whose service fails', () => {
  const mb = 1024 ** 2
  let tested: Awaited<ReturnType<typeof inBucket>>
  beforeAll(async () => {
    tested = await inBucket()
  })
  const heal = () => tested.proxy.failWhere(() => false)
  /** Reads a complete upload, and removes it. */
  const take = async (id: string): Promise<Buffer> => {
    const uploads = tested.open()
    const stream = await uploads.read(id)
    if (!stream) throw new Error('nothing is kept')
    const bytes = await buffer(stream)
    await uploads.remove(id)
    return bytes
  }

  test.each(inAll([2], [3]))(
    'continue before part %i, which failed while others were stored, and arrive intact',
    async (part) => {
      const bytes = randomBytes(27 * mb + 7)
      await create(tested.open(), 'gap', bytes.length)
      tested.proxy.failWhere(({ method, url }) => method === 'PUT' && url.includes(`partNumber=${part}&`))
      await expect(append(tested.open(), 'gap', 0, bytes.subarray(0, 26 * mb), bytes.length)).rejects.toThrow()
      heal()
      const offset = await offsetOf(tested.open(), 'gap')
      expect(offset).toBe((part - 1) * 8 * mb)
      await append(tested.open(), 'gap', offset, bytes.subarray(offset))
      expect((await take('gap')).equals(bytes)).toBe(true)
      expect(await tested.kept()).toEqual([])
      expect(await readdir(tested.folder)).toEqual([])
    },
  )

  test('do not count parts after a missing one', () => {
    const parts = [3, 1, 2, 5].map((PartNumber) => ({ PartNumber, Size: 8 }))
    expect(upToGap(parts).map(({ PartNumber }) => PartNumber)).toEqual([1, 2, 3])
    expect(upToGap(parts.slice(0, 1))).toEqual([])
  })

  test('keep an incomplete part until that part is stored', async () => {
    const bytes = randomBytes(9 * mb)
    await create(tested.open(), 'short', bytes.length)
    for (const [from, to] of [
      [0, 1000],
      [1000, 3 * mb],
    ] as const)
      expect((await append(tested.open(), 'short', from, bytes.subarray(from, to))).offset).toBe(to)
    tested.proxy.failWhere(({ method, url }) => method === 'PUT' && url.includes('partNumber=1&'))
    await expect(append(tested.open(), 'short', 3 * mb, bytes.subarray(3 * mb))).rejects.toThrow()
    heal()
    expect(await offsetOf(tested.open(), 'short')).toBe(3 * mb)
    // the part is stored, and its stored beginning still exists, which does not count twice
    expect((await append(tested.open(), 'short', 3 * mb, bytes.subarray(3 * mb, 8 * mb))).offset).toBe(8 * mb)
    expect(await offsetOf(tested.open(), 'short')).toBe(8 * mb)
    await append(tested.open(), 'short', 8 * mb, bytes.subarray(8 * mb))
    expect((await take('short')).equals(bytes)).toBe(true)
  })

  test('are complete when only the reply to their completion was lost', async () => {
    const bytes = randomBytes(9 * mb)
    await create(tested.open(), 'ended', bytes.length)
    tested.proxy.failWhere(({ method, url }) => method === 'POST' && url.includes('uploadId='))
    await expect(append(tested.open(), 'ended', 0, bytes)).rejects.toThrow()
    heal()
    expect(await offsetOf(tested.open(), 'ended')).toBe(bytes.length)
    expect((await take('ended')).equals(bytes)).toBe(true)
  })

  test('leave nothing behind when they could not be begun', async () => {
    tested.proxy.failWhere(({ method, url }) => method === 'PUT' && url.includes('.info'))
    await expect(create(tested.open(), 'unbegun', 100)).rejects.toThrow()
    heal()
    expect(await tested.kept()).toEqual([])
  })
})

test('a full disk is reported as such', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-test-'))
  const uploads = diskUploads(folder, diskStorage(join(folder, 'media')))
  await create(uploads, 'full', 1000)
  await unlink(join(folder, 'full'))
  await symlink('/dev/full', join(folder, 'full'))
  await expect(append(uploads, 'full', 0, Buffer.alloc(1000))).rejects.toMatchObject({ code: 'disk_full' })
  await rm(folder, { recursive: true })
})
