import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { ffmpegThumbnailer } from './ffmpeg.ts'

const folder = mkdtempSync(join(tmpdir(), 'frames-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const small = new URL('../../../test/fixtures/small.mp4', import.meta.url).pathname
const thumbnailer = ffmpegThumbnailer()
const grab = (path: string, contentType = 'video/mp4', atSeconds = 0) =>
  thumbnailer?.grab({ path, contentType, atSeconds }) ?? expect.fail('ffmpeg is missing: apt-get install ffmpeg')
const make = (name: string, ...args: string[]): string => {
  const path = join(folder, name)
  const made = spawnSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', ...args, '-y', path])
  if (made.status !== 0) throw new Error(`ffmpeg: ${made.stderr} (install it: apt-get install ffmpeg)`)
  return path
}
const write = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('a picture of a video', () => {
  test('is a PNG of its size', async () => {
    const png = await grab(small)
    expect((await sharp(png ?? new Uint8Array()).metadata()).format).toBe('png')
  })

  test('is at most 1280 pixels wide and high, upright as it is', async () => {
    const wide = make('wide.mp4', '-i', 'color=blue:s=2560x1440:d=1', '-c:v', 'libx264', '-preset', 'ultrafast')
    const high = make('high.webm', '-i', 'color=red:s=720x1600:d=1', '-c:v', 'libvpx', '-deadline', 'realtime')
    const size = async (path: string, type: string) => {
      const { width, height } = await sharp((await grab(path, type)) ?? new Uint8Array()).metadata()
      return [width, height]
    }
    expect(await size(wide, 'video/mp4')).toEqual([1280, 720])
    expect(await size(high, 'video/webm')).toEqual([576, 1280])
  })

  test('is none behind the end', async () => {
    expect(await grab(small, 'video/mp4', 5000)).toBeNull()
  })

  test.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['a playlist', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'],
    ['a list of files to join', "ffconcat version 1.0\nfile '/etc/passwd'\n"],
    ['the beginning of a video', readFileSync(small).subarray(0, 600)],
  ])('is none of %s', async (_name, content) => {
    const path = write('odd.bin', content)
    expect(await grab(path)).toBeNull()
    expect(await grab(path, 'video/webm')).toBeNull()
  })

  test('is none where the kind is unknown, the file is gone, or its name looks like an option', async () => {
    expect(await grab(small, 'application/vnd.apple.mpegurl')).toBeNull()
    expect(await grab(join(folder, 'gone.mp4'))).toBeNull()
    expect(await grab('-version')).toBeNull()
  })

  test('there is none without the program', () => {
    expect(ffmpegThumbnailer(join(folder, 'no-such-program'))).toBeNull()
  })
})
