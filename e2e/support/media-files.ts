import { randomFillSync } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/** A real H.264 video of more than 20 MB: one of the demo's, with a box of free space behind it as encoders leave it. */
export function largeVideo(): string {
  const video = readFileSync(firstOf('.mp4'))
  const padding = Buffer.alloc(21 * 1024 * 1024)
  randomFillSync(padding.subarray(8))
  padding.writeUInt32BE(padding.length, 0)
  padding.write('free', 4, 'latin1')
  return keep('lecture.mp4', Buffer.concat([video, padding]))
}

export const smallVideo = (): string => firstOf('.mp4')
export const webm = (): string => firstOf('.webm')
export const htmlNamedMp4 = (): string =>
  keep('page.mp4', Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(200)))
export const svgImage = (): string =>
  keep('drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))
export const svgNamedPng = (): string =>
  keep('drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))
export const image = (): string => firstOf('.webp')
