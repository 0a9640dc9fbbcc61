import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { storageConformance } from './conformance.ts'

const renames = vi.hoisted(() => ({ acrossDevices: '' }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  return {
    ...real,
    rename: async (from: string, to: string) => {
      // A test has no second disk; a rename between two disks fails with EXDEV.
      if (renames.acrossDevices !== '' && from.startsWith(renames.acrossDevices))
        throw Object.assign(new Error('cross-device link not permitted'), { code: 'EXDEV' })
      return real.rename(from, to)
    },
  }
})

// Test files share modules, and another one may have imported the store with the real file system.
vi.resetModules()
const { diskStorage } = await import('./disk.ts')

const folders: string[] = []
const folder = async (): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), 'disk-storage-'))
  folders.push(path)
  return path
}
afterEach(async () => {
  renames.acrossDevices = ''
  for (const path of folders.splice(0)) await rm(path, { recursive: true, force: true })
})

storageConformance('disk', async () => {
  const root = await mkdtemp(join(tmpdir(), 'disk-storage-'))
  return { storage: diskStorage(join(root, 'media')), close: () => rm(root, { recursive: true, force: true }) }
})

describe('the disk store', () => {
  it('copies a file from another disk', async () => {
    const [root, other] = [await folder(), await folder()]
    renames.acrossDevices = other
    await writeFile(join(other, 'video'), 'bytes')
    await diskStorage(root).putFile('videos/a', join(other, 'video'), 'video/mp4')
    expect(await readFile(join(root, 'videos/a'), 'utf8')).toBe('bytes')
    expect(await readdir(other)).toEqual([])
    expect(await readdir(join(root, '.unfinished'))).toEqual([])
  })

  it('deletes unfinished files of a killed process, but not those that others are writing', async () => {
    const root = await folder()
    await mkdir(join(root, '.unfinished'))
    await writeFile(join(root, '.unfinished/old'), 'x')
    await writeFile(join(root, '.unfinished/new'), 'x')
    const yesterday = new Date(Date.now() - 25 * 3600 * 1000)
    await utimes(join(root, '.unfinished/old'), yesterday, yesterday)
    await diskStorage(root).check()
    expect(await readdir(join(root, '.unfinished'))).toEqual(['new'])
  })

  it('is not ready where it cannot write', async () => {
    const root = await folder()
    await writeFile(join(root, 'file'), '')
    await expect(diskStorage(join(root, 'file')).check()).rejects.toThrow()
  })
})
