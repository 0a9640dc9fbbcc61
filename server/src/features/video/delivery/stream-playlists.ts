import { z } from 'zod'

/** Column `videos.renditions`: the renditions of a stream, the lowest first. */
export const Renditions = z.array(
  z.object({
    height: z.number().int(),
    width: z.number().int(),
    /** size of the picture in pixels, if it differs from the nominal one: portrait, wide or small videos */
    resolution: z
      .string()
      .regex(/^\d+x\d+$/)
      .optional(),
    /** peak and average bits per second */
    bandwidth: z.number().int(),
    average: z.number().int(),
    codecs: z.string().regex(/^[\w.,]+$/),
    frameRate: z.number(),
    bytes: z.number().int(),
  }),
)
export type Renditions = z.output<typeof Renditions>

/** Column `videos.storyboard`: one thumbnail every `seconds`, in sheets of `columns` by `rows`. */
export const Storyboard = z.object({
  columns: z.number().int().min(1),
  rows: z.number().int().min(1),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  seconds: z.number().positive(),
  count: z.number().int().min(0).max(100_000),
})
export type Storyboard = z.output<typeof Storyboard>

/** Returns the main playlist. Players start with the first rendition, so the lowest comes first and starts fast on any connection. */
export function mainPlaylist(renditions: Renditions): string {
  const lines = renditions.flatMap(({ height, width, resolution, bandwidth, average, codecs, frameRate }) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},AVERAGE-BANDWIDTH=${average},RESOLUTION=${resolution ?? `${width}x${height}`},FRAME-RATE=${frameRate.toFixed(3)},CODECS="${codecs}"`,
    `${height}p.m3u8`,
  ])
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n')
}

/**
 * Splits the generated playlist of a rendition at each name of its file, so that joining the parts with a URL gives the playlist for one
 * viewer. All segments are ranges of that one file, whatever name the playlist has.
 */
export function splitPlaylist(text: string): string[] {
  const parts = ['']
  const add = (more: string): void => {
    parts[parts.length - 1] += more
  }
  for (const line of text.split(/\r?\n/)) {
    if (line === '') continue
    if (!line.startsWith('#')) parts.push('\n')
    else if (line.startsWith('#EXT-X-MAP:')) {
      const [before = '', after] = line.split(/(?<=URI=")[^"]*(?=")/)
      add(before)
      if (after !== undefined) parts.push(after)
      add('\n')
    } else add(`${line}\n`)
  }
  return parts
}

const clock = (seconds: number): string => {
  const ms = Math.round(seconds * 1000)
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
}

/** Returns the thumbnails of the seek bar as WebVTT; `addressOf` returns the URL of a sheet. */
export function storyboardTrack(storyboard: Storyboard, addressOf: (sheet: number) => string): string {
  const { columns, rows, width, height, seconds, count } = storyboard
  const cues = Array.from({ length: count }, (_, index) => {
    const place = index % (columns * rows)
    const x = (place % columns) * width
    const y = Math.floor(place / columns) * height
    const sheet = addressOf(Math.floor(index / (columns * rows)))
    return `${clock(index * seconds)} --> ${clock((index + 1) * seconds)}\n${sheet}#xywh=${x},${y},${width},${height}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}
