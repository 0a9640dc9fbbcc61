import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Storage } from '#ports/storage.ts'

export type StorageUnderTest = { storage: Storage; close(): Promise<void> }

/** Conformance tests of the port `Storage`, run by the tests of its adapters with an empty store. */
export function storageConformance(name: string, open: () => Promise<StorageUnderTest>): void {
  describe(`${name}: the storage port`, () => {
    let tested: StorageUnderTest
    let storage: Storage
    let folder: string

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'storage-conformance-'))
      tested = await open()
      storage = tested.storage
    })
    afterAll(async () => {
      await tested.close()
      await rm(folder, { recursive: true, force: true })
    })

    const fileOf = async (bytes: Uint8Array): Promise<string> => {
      const path = join(folder, randomBytes(6).toString('hex'))
      await writeFile(path, bytes)
      return path
    }
    const stored = async (key: string): Promise<Buffer | null> => {
      const stream = await storage.read(key)
      return stream && buffer(stream)
    }

    it('is ready', () => expect(storage.check()).resolves.toBeUndefined())

    it('keeps bytes under a key', async () => {
      const bytes = randomBytes(70_000)
      await storage.putBytes('images/a/640.webp', bytes, 'image/webp')
      expect(await stored('images/a/640.webp')).toEqual(bytes)
      expect((await storage.locate('images/a/640.webp'))?.bytes).toBe(70_000)
    })

    it('moves a file to its key', async () => {
      const bytes = randomBytes(300_000)
      const path = await fileOf(bytes)
      await storage.putFile('videos/take-over', path, 'video/mp4')
      expect(await stored('videos/take-over')).toEqual(bytes)
      await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' })
    })

    it('locates the bytes', async () => {
      const bytes = randomBytes(1000)
      await storage.putBytes('videos/located', bytes, 'video/mp4')
      const found = await storage.locate('videos/located')
      if (!found) throw new Error('nothing was located')
      const read =
        found.kind === 'file' ? await readFile(found.path) : Buffer.from(await (await fetch(found.url)).arrayBuffer())
      expect(read.equals(bytes)).toBe(true)
    })

    it('replaces an existing object of the same key', async () => {
      await storage.putBytes('videos/twice', Buffer.from('first'), 'video/mp4')
      await storage.putFile('videos/twice', await fileOf(Buffer.from('second')), 'video/mp4')
      expect((await stored('videos/twice'))?.toString()).toBe('second')
    })

    it('finds nothing under an unknown key, a prefix, or an invalid key', async () => {
      await storage.putBytes('images/b/320.webp', Buffer.from('x'), 'image/webp')
      for (const key of [
        'videos/unknown',
        'images/b',
        'images/b/',
        'images/b/320.webp/more',
        '',
        '../b',
        '/etc/passwd',
      ]) {
        expect(await storage.locate(key), key).toBeNull()
        expect(await storage.read(key), key).toBeNull()
      }
    })

    it('stores nothing under invalid keys', async () => {
      for (const key of [
        '',
        '../escape',
        'a/../../escape',
        '/absolute',
        'a//b',
        '.hidden',
        'a/.hidden',
        'a\\b',
        'a\0b',
        'a/',
      ]) {
        await expect(storage.putBytes(key, Buffer.from('x'), 'image/webp'), key).rejects.toThrow()
      }
    })

    it('stores nothing when the file does not exist', async () => {
      await expect(storage.putFile('videos/absent', join(folder, 'absent'), 'video/mp4')).rejects.toThrow()
      expect(await storage.locate('videos/absent')).toBeNull()
    })

    it('removes one object, but not others with the same prefix', async () => {
      await storage.putBytes('videos/one', Buffer.from('1'), 'video/mp4')
      await storage.putBytes('videos/one-more', Buffer.from('2'), 'video/mp4')
      await storage.remove('videos/one')
      expect(await storage.locate('videos/one')).toBeNull()
      expect((await stored('videos/one-more'))?.toString()).toBe('2')
    })

    it('removes everything under a prefix and nothing else', async () => {
      for (const key of ['images/c/320.webp', 'images/c/640.avif', 'images/cc/320.webp'])
        await storage.putBytes(key, Buffer.from(key), 'image/webp')
      await storage.remove('images/c/')
      expect(await storage.locate('images/c/320.webp')).toBeNull()
      expect(await storage.locate('images/c/640.avif')).toBeNull()
      expect((await stored('images/cc/320.webp'))?.toString()).toBe('images/cc/320.webp')
    })

    it('lists the objects under a prefix, page by page, ordered by key', async () => {
      const keys = ['listed/a-b', 'listed/a.b', 'listed/a/1.webp', 'listed/a/2.webp', 'listed/a0', 'listed/B']
      for (const key of keys) await storage.putBytes(key, Buffer.from(key), 'image/webp')
      await storage.putBytes('listed-not', Buffer.from('x'), 'image/webp')
      const all = await storage.list('listed/', { limit: 100 })
      expect(all.map(({ key, bytes }) => [key, bytes])).toEqual(keys.sort().map((key) => [key, key.length]))
      for (const { storedAt } of all) expect(Math.abs(Date.now() - storedAt.getTime())).toBeLessThan(60_000)
      const paged: string[] = []
      for (let after: string | undefined; ; after = paged.at(-1)) {
        const page = await storage.list('listed/', { limit: 2, ...(after !== undefined && { after }) })
        expect(page.length).toBeLessThanOrEqual(2)
        paged.push(...page.map(({ key }) => key))
        if (page.length < 2) break
      }
      expect(paged).toEqual(keys)
      expect((await storage.list('listed/a/', { limit: 5 })).map(({ key }) => key)).toEqual([
        'listed/a/1.webp',
        'listed/a/2.webp',
      ])
      expect(await storage.list('listed/none/', { limit: 5 })).toEqual([])
      for (const prefix of ['', 'listed', '/', '../', 'listed/../'])
        await expect(storage.list(prefix, { limit: 5 }), prefix).rejects.toThrow()
    })

    it('ignores the removal of a missing object', async () => {
      await storage.remove('videos/never')
      await storage.remove('images/never/')
    })

    it('stays consistent with many concurrent writers', async () => {
      const keys = Array.from({ length: 20 }, (_, index) => `images/many-${index % 5}/${index}.webp`)
      await Promise.all(keys.map((key) => storage.putBytes(key, Buffer.from(key), 'image/webp')))
      expect(await Promise.all(keys.map(async (key) => (await stored(key))?.toString()))).toEqual(keys)
    })
  })
}
