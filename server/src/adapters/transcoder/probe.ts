import type { MessageDescriptor } from '@lingui/core'
import { z } from 'zod'
import { type VideoFacts, VideoProblem } from '#ports/transcoder.ts'
import { englishOf, videoProblems } from '#ports/video-problems.ts'
import type { TrackScan } from './scan.ts'

/** Limits of a lecture's video. Pictures larger than 8K, or with more than these pixels, need more memory than a worker has. */
export const limits = { hours: 12, side: 8192, minSide: 16, pixels: 36_000_000, streams: 32, channels: 64 }
/** Maximum ratio of the sides of a picture: in longer strips nothing can be seen. */
const longestShape = 16
/** Range of pixel aspect ratios that cameras write; others are mistakes and count as square. */
const pixelShapes = { least: 1 / 5, most: 5 }
/**
 * Maximum work for a video, in pixels times seconds at 30 frames per second: 12 hours of Full HD, or 3 of 4K. More would keep a worker busy
 * for days.
 */
const mostWork = 12 * 3600 * 1920 * 1080
/** Maximum and minimum frames per second of streams; the minimum ensures key frames every few seconds. */
const frameRates = { most: 30, least: 5 }
/** Tolerance in seconds between actual and announced length, and between a stream and its source. */
export const lengthTolerance = 1

const Rate = z
  .string()
  .regex(/^\d+\/\d+$/)
  .transform((text) => {
    const [frames = 0, seconds = 0] = text.split('/').map(Number)
    return seconds > 0 ? frames / seconds : 0
  })
  .catch(0)
const Seconds = z.coerce.number().positive().optional().catch(undefined)
const Start = z.coerce.number().optional().catch(undefined)

/** Value that ffprobe prints for a track without a decoder. */
const unknownCodec = 'unknown'

const Stream = z.object({
  index: z.number().int().optional().catch(undefined),
  codec_type: z.string().catch(''),
  codec_name: z.string().catch(unknownCodec),
  width: z.number().int().catch(0),
  height: z.number().int().catch(0),
  sample_aspect_ratio: z.string().catch('1:1'),
  field_order: z.string().catch('unknown'),
  color_transfer: z.string().catch('unknown'),
  channels: z.number().int().catch(0),
  channel_layout: z.string().catch('unknown'),
  r_frame_rate: Rate,
  avg_frame_rate: Rate,
  start_time: Start,
  duration: Seconds,
  disposition: z
    .object({ attached_pic: z.number().catch(0), timed_thumbnails: z.number().catch(0), default: z.number().catch(1) })
    .catch({ attached_pic: 0, timed_thumbnails: 0, default: 1 }),
  side_data_list: z.array(z.object({ rotation: z.coerce.number().optional().catch(undefined) })).catch([]),
  tags: z.object({ DURATION: z.string().optional().catch(undefined) }).catch({ DURATION: undefined }),
})
type Stream = z.output<typeof Stream>
const Probe = z.object({
  streams: z.array(Stream).catch([]),
  format: z.object({ duration: Seconds, start_time: Start }).catch({ duration: undefined, start_time: undefined }),
})
/** The ffprobe entries that are read. */
export const headerEntries = [
  'format=duration,start_time',
  'stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,field_order,color_transfer,channels,channel_layout,r_frame_rate,avg_frame_rate,start_time,duration',
  'stream_disposition=attached_pic,timed_thumbnails,default',
  'stream_side_data=rotation',
  'stream_tags=DURATION',
].join(':')

/** Facts from the header of a video. */
export type Header = Pick<VideoFacts, 'width' | 'height'> & {
  /** the announced length; undefined if there is none */
  seconds: number | undefined
  /** timestamp at which the file starts */
  startsAt: number
  /** whether the announced length is that of all tracks, including those that are neither picture nor sound */
  isOfAll: boolean
  picture: Stream & { index: number }
  sounds: (Stream & { index: number })[]
  /** indexes of all picture and sound tracks that have a length */
  timed: number[]
}

const refuse = (problem: MessageDescriptor): never => {
  throw new VideoProblem(problem, { refused: true })
}
const count = new Intl.NumberFormat('en-IN')
/** Formats seconds as minutes and seconds, such as 61:05. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

const incomplete = (there: number, announced: number): MessageDescriptor =>
  videoProblems.incomplete(clock(there), clock(announced))

/** Returns the video track that browsers show: the first enabled one, else the first. */
function choosePicture(pictures: (Stream & { index: number })[]): (Stream & { index: number }) | undefined {
  const known = pictures.filter((one) => one.codec_name !== unknownCodec)
  const isOn = (one: Stream): boolean => one.disposition.default === 1 && one.disposition.timed_thumbnails === 0
  return known.find(isOn) ?? known[0] ?? pictures[0]
}

/**
 * Parses ffprobe's output about the header of a video. `measured` is its length if the header has none. Throws VideoProblem with a message.
 */
export function readProbe(text: string, measured?: number | null): Header {
  const probe = Probe.safeParse(parseJson(text))
  const { streams, format } = probe.data ?? { streams: [], format: { duration: undefined, start_time: undefined } }
  if (streams.length > limits.streams)
    refuse(videoProblems.tooManyTracks(count.format(streams.length), String(limits.streams)))
  const tracks = streams.map((one, at) => ({ ...one, index: one.index ?? at }))
  const pictures = tracks.filter((one) => one.codec_type === 'video' && one.disposition.attached_pic === 0)
  const sounds = tracks.filter((one) => one.codec_type === 'audio')
  const picture = choosePicture(pictures)
  if (!picture) return refuse(sounds.length > 0 ? videoProblems.soundOnly() : videoProblems.noPicture())
  const { width, height } = shownSize(picture)
  checkSize(width, height)
  const startsAt = format.start_time ?? 0
  const timed = [...pictures, ...sounds]
  const ends = timed.flatMap((one) => announcedEnd(one) ?? []).map((end) => end - startsAt)
  const isOfAll = ends.length === 0
  const seconds = isOfAll ? (format.duration ?? measured ?? undefined) : Math.max(...ends)
  if (seconds !== undefined) checkLength(seconds, { width, height, picture })
  return { width, height, seconds, startsAt, isOfAll, picture, sounds, timed: timed.map(({ index }) => index) }
}

/** Throws VideoProblem for a size that cannot be processed, or is too narrow to be useful. */
function checkSize(width: number, height: number): void {
  if (width > limits.side || height > limits.side || width * height > limits.pixels)
    refuse(videoProblems.tooLarge(count.format(width), count.format(height)))
  if (width < limits.minSide || height < limits.minSide) refuse(videoProblems.tooSmall(String(width), String(height)))
  if (Math.max(width, height) > longestShape * Math.min(width, height))
    refuse(videoProblems.strip(count.format(width), count.format(height)))
}

/** Throws VideoProblem for a length that would take too long to process. */
function checkLength(seconds: number, { width, height, picture }: Pick<Header, 'width' | 'height' | 'picture'>): void {
  if (seconds > limits.hours * 3600)
    refuse(videoProblems.tooLong(count.format(Math.round(seconds / 3600)), String(limits.hours)))
  if (width * height * seconds * Math.max(1, sourceRate(picture) / frameRates.most) > mostWork)
    refuse(videoProblems.tooMuchWork())
}

/** Returns the end of a track according to its header, as a timestamp of the file; undefined if the header has none. */
function announcedEnd({ start_time, duration, tags }: Stream): number | undefined {
  if (duration !== undefined) return (start_time ?? 0) + duration
  const [hours = Number.NaN, minutes = Number.NaN, seconds = Number.NaN] = (tags.DURATION ?? '').split(':').map(Number)
  const end = hours * 3600 + minutes * 60 + seconds
  return end > 0 ? end : undefined
}

/**
 * Returns the facts of a video from its header and its packets. Its length is that of the longest picture or sound: of the actual content,
 * and of the announced time for which the last picture is held. Throws VideoProblem with a message, also when announced content is missing.
 */
export function toFacts(header: Header, tracks: ReadonlyMap<number, TrackScan>): VideoFacts {
  const { width, height, picture, sounds } = header
  const shown = tracks.get(picture.index)
  if (tracks.size === 0 && header.seconds !== undefined) refuse(incomplete(0, header.seconds))
  if (!shown)
    return refuse(sounds.some(({ index }) => tracks.has(index)) ? videoProblems.soundOnly() : videoProblems.noPicture())
  const endOf = (indexes: Iterable<number>): number =>
    Math.max(0, ...Array.from(indexes, (index) => tracks.get(index)?.ends ?? 0))
  const there = endOf(header.timed)
  // the length of all tracks may be that of subtitles
  const found = header.isOfAll ? endOf(tracks.keys()) : there
  const announced = header.seconds ?? 0
  if (announced > found + Math.max(lengthTolerance, shown.gap)) refuse(incomplete(there, announced))
  const seconds = header.isOfAll && found > there ? there : Math.max(there, announced)
  if (seconds <= 0) refuse(videoProblems.noLength())
  checkLength(seconds, header)

  const readable = sounds.filter((one) => one.codec_name !== unknownCodec && one.channels <= limits.channels)
  const played = readable.find(({ index }) => tracks.has(index))
  const isSilent = !played && sounds.some((one) => tracks.has(one.index) && !readable.includes(one))
  const highRange = highRangeOf(picture)
  return {
    seconds,
    width,
    height,
    frameRate: cappedRate(picture, shown.count),
    pictureTrack: picture.index,
    hasAudio: played !== undefined,
    ...(played && {
      audioTrack: sounds.indexOf(played),
      ...(!hasPlaces(played) && { mixedChannels: played.channels }),
    }),
    ...(highRange && { highRange }),
    ...(isSilent && { warning: englishOf(videoProblems.silent()) }),
    reach: { picture: shown.lastAt, sound: (played && tracks.get(played.index)?.ends) ?? null },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the size with square pixels, after applying the rotation from the camera. */
function shownSize({ width, height, sample_aspect_ratio, side_data_list }: Stream): { width: number; height: number } {
  const [across = 1, down = 1] = sample_aspect_ratio.split(':').map(Number)
  const noted = across > 0 && down > 0 ? across / down : 1
  const aspect = noted >= pixelShapes.least && noted <= pixelShapes.most ? noted : 1
  const wide = Math.round(width * aspect)
  const turn = side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0
  return Math.abs(turn) % 180 === 90 ? { width: height, height: wide } : { width: wide, height }
}

/** Whether a sound track has a channel layout that can be mixed to stereo. */
const hasPlaces = ({ channels, channel_layout }: Stream): boolean =>
  channels <= 2 || /^(quad|hexagonal|octagonal|hexadecagonal|[2-7]\.[01])(\(|$)/.test(channel_layout)

function highRangeOf({ color_transfer }: Stream): VideoFacts['highRange'] {
  return color_transfer === 'smpte2084' || color_transfer === 'arib-std-b67' ? color_transfer : undefined
}

/** Whether the header declares the picture as interlaced. */
export const isSaidInterlaced = ({ field_order }: Stream): boolean => ['tt', 'bb', 'tb', 'bt'].includes(field_order)

/**
 * Returns how a picture is interlaced, or undefined, from the findings of the filter `idet` in frames at one position. A still picture
 * shows nothing, so the header decides. Without such a header nearly all frames must have fields of the same order, since fine patterns and
 * briefly scrolled text look interlaced too.
 */
export function readFields(text: string, isSaid: boolean): VideoFacts['interlaced'] {
  const found = /Single frame detection: TFF:\s*(\d+) BFF:\s*(\d+) Progressive:\s*(\d+) Undetermined:\s*(\d+)/.exec(
    text,
  )
  const [top = 0, bottom = 0, whole = 0, still = 0] = (found ?? []).slice(1).map(Number)
  if (isSaid) return whole >= 10 && whole > 10 * (top + bottom) ? undefined : 'auto'
  const order = top > bottom ? 'tff' : 'bff'
  const [fields, others] = [Math.max(top, bottom), Math.min(top, bottom) + whole]
  return fields >= 10 && fields > 19 * others && fields > still ? order : undefined
}

/** Returns the frames per second of the source. */
const sourceRate = ({ r_frame_rate, avg_frame_rate }: Stream): number =>
  avg_frame_rate || r_frame_rate || frameRates.most

/**
 * Returns the frame rate of the source, or its largest integer fraction within the limit: 60 becomes 30, and 50 becomes 25. A few pictures
 * that last for hours are not repeated more often than necessary.
 */
function cappedRate({ r_frame_rate, avg_frame_rate }: Stream, pictures: number): number {
  if (pictures <= 1) return frameRates.least
  const isSparse = avg_frame_rate > 0 && avg_frame_rate < 1
  const rate = (isSparse ? avg_frame_rate : r_frame_rate || avg_frame_rate) || frameRates.most
  const capped = rate / Math.ceil(rate / (frameRates.most + 0.01))
  return Math.round(Math.max(capped, frameRates.least) * 1000) / 1000
}
