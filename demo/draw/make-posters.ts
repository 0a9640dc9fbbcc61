import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { imageProcess } from '../../server/src/adapters/images/image-process.ts'
import { ffmpegTranscoder } from '../../server/src/adapters/transcoder/ffmpeg.ts'
import { videoSeconds } from '../src/lessons.ts'

/** Takes a picture of each of the demo's lessons, in every size and format, as an upload would, so that a first start does not have to. */
const media = resolve(import.meta.dirname, '../media')
/** A lesson's drawing is whole by then, and says what it is about. */
const share = 0.42
const images = imageProcess()
const transcoder = ffmpegTranscoder()
rmSync(join(media, 'posters'), { recursive: true, force: true })
for (const video of readdirSync(media).filter((name) => /\.(mp4|webm)$/.test(name))) {
  const folder = join(media, 'posters', video.replace(/\.\w+$/, ''))
  mkdirSync(folder, { recursive: true })
  const seconds = Object.entries(videoSeconds).find(([name]) => name === video)?.[1] ?? 0
  const contentType = video.endsWith('.webm') ? 'video/webm' : 'video/mp4'
  const bytes = await transcoder.grab({ path: join(media, video), contentType }, seconds * share)
  if (!bytes) throw new Error(`${video}: no picture was found`)
  const result = await images.convert({ bytes })
  if (!('image' in result)) throw new Error(`${video}: ${result.fault}`)
  for (const { width, format, bytes } of result.image.files) writeFileSync(join(folder, `${width}.${format}`), bytes)
}
await images.close?.()
