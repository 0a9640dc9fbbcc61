import { readFile } from 'node:fs/promises'
import { attachmentTypes, type ImageFormat, imageFormats, imageWidths } from '@virtual-courses/contract'
import { demo, demoMedia as folder } from '@virtual-courses/demo/index'
import sharp from 'sharp'
import type { AppDeps } from '#app/create-deps.ts'
import { storeConvertedImage, storeFile, storeVideo } from '#features/media/index.ts'
import type { ConvertedImage } from '#ports/images.ts'

type DemoCaptions = { language: string; label: string; vtt: string }

export type DemoMedia = {
  /** user key -> image id */
  photos: Map<string, string>
  /** course key -> image id */
  thumbnails: Map<string, string>
  /** video -> video id; lectures may share a video */
  videos: Map<string, string>
  /** video -> id of its poster image */
  posters: Map<string, string>
  /** video -> its captions, as WebVTT */
  captions: Map<string, DemoCaptions[]>
  /** file that a lecture offers -> file id */
  files: Map<string, string>
}

const captionFiles = [
  { language: 'en', label: 'English', ending: '.vtt' },
  { language: 'hi', label: 'हिन्दी', ending: '.hi.vtt' },
] as const

const readCaptions = (video: string): Promise<DemoCaptions[]> =>
  Promise.all(
    captionFiles.map(async ({ ending, ...track }) => ({
      ...track,
      vtt: await readFile(new URL(video.replace(/\.\w+$/, ending), folder), 'utf8'),
    })),
  )

const typeOf = (file: string): string => {
  const type = Object.entries(attachmentTypes).find(([extension]) => file.endsWith(`.${extension}`))?.[1]
  if (!type) throw new Error(`The demo offers "${file}", whose type lectures do not accept`)
  return type
}

/** Reads the encoded sizes of an image from the repository, because encoding them at a start would take half a minute. */
async function readySizes(file: string, place: 'sizes' | 'posters' = 'sizes'): Promise<ConvertedImage> {
  const base = new URL(`${place}/${file.replace(/\.\w+$/, '')}/`, folder)
  const read = async (width: number, format: ImageFormat) => ({
    width,
    format,
    bytes: await readFile(new URL(`${width}.${format}`, base)),
  })
  const files = await Promise.all(imageWidths.flatMap((width) => imageFormats.map((format) => read(width, format))))
  const largest = files.find((file) => file.width === imageWidths.at(-1) && file.format === 'webp')
  const { width = 0, height = 0 } = largest ? await sharp(largest.bytes).metadata() : {}
  return { width, height, files }
}

/** Stores the images, videos and files of the demo as uploads of its users. */
export async function demoMedia(deps: AppDeps, ids: ReadonlyMap<string, string>): Promise<DemoMedia> {
  const media: DemoMedia = {
    photos: new Map(),
    thumbnails: new Map(),
    videos: new Map(),
    posters: new Map(),
    captions: new Map(),
    files: new Map(),
  }
  const owner = (key: string): string => ids.get(key) ?? ''
  for (const { key, photo } of demo.users) {
    if (photo) media.photos.set(key, await storeConvertedImage(deps, owner(key), await readySizes(photo)))
  }
  for (const { key, educator, thumbnail, lectures } of demo.courses) {
    media.thumbnails.set(key, await storeConvertedImage(deps, owner(educator), await readySizes(thumbnail)))
    for (const file of lectures.flatMap(({ files = [] }) => files)) {
      const data = await readFile(new URL(`files/${file}`, folder))
      media.files.set(file, await storeFile(deps, { ownerId: owner(educator), contentType: typeOf(file), data }))
    }
    for (const { video, seconds } of lectures) {
      if (video === undefined || media.videos.has(video)) continue
      const contentType = video.endsWith('.webm') ? 'video/webm' : 'video/mp4'
      const data = await readFile(new URL(video, folder))
      media.videos.set(
        video,
        await storeVideo(deps, {
          ownerId: owner(educator),
          contentType,
          data,
          ...(seconds && { durationSeconds: seconds }),
        }),
      )
      const sizes = await readySizes(video, 'posters')
      media.posters.set(video, await storeConvertedImage(deps, owner(educator), sizes))
      media.captions.set(video, await readCaptions(video))
    }
  }
  return media
}
