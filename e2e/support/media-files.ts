import { spawnSync } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const media = resolve(import.meta.dirname, '../../demo/media')
const folder = join(tmpdir(), `vc-e2e-videos-${process.pid}`)

const firstOf = (ending: string): string => {
  const name = readdirSync(media).find((file) => file.endsWith(ending))
  if (!name) throw new Error(`the demo has no ${ending}`)
  return join(media, name)
}

const keep = (name: string, bytes: Uint8Array): string => {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

/**
 * One of the demo's videos with few pixels, made once in each worker: the server makes a stream of every video that it gets, and pixels are
 * what that costs. Without ffmpeg, which makes them too, it is the demo's.
 */
function fewPixels(ending: '.mp4' | '.webm', ...codec: string[]): string {
  const path = join(folder, `small${ending}`)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const from = firstOf(ending)
  const { status } = spawnSync('ffmpeg', [
    '-v',
    'error',
    '-i',
    from,
    '-vf',
    'scale=96:54',
    ...codec,
    '-c:a',
    'copy',
    path,
  ])
  return status === 0 ? path : from
}

/** A real H.264 video of more than 20 MB: a small one, with a box of free space behind it as encoders leave it. */
export function largeVideo(): string {
  const video = readFileSync(smallVideo())
  const padding = Buffer.alloc(21 * 1024 * 1024)
  randomFillSync(padding.subarray(8))
  padding.writeUInt32BE(padding.length, 0)
  padding.write('free', 4, 'latin1')
  return keep('lecture.mp4', Buffer.concat([video, padding]))
}

/** As large as an educator's would be, for what is chosen by size. */
export const demoVideo = (): string => firstOf('.mp4')
export const smallVideo = (): string =>
  fewPixels('.mp4', '-c:v', 'libx264', '-preset', 'ultrafast', '-movflags', '+faststart')
export const webm = (): string => fewPixels('.webm', '-c:v', 'libvpx', '-deadline', 'realtime')
export const htmlNamedMp4 = (): string =>
  keep('page.mp4', Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(200)))
export const svgImage = (): string =>
  keep('drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))
export const svgNamedPng = (): string =>
  keep('drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))
export const image = (): string => firstOf('.webp')
