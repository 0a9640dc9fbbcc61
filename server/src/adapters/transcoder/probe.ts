import type { MessageDescriptor } from '@lingui/core'
import { z } from 'zod'
import { type VideoFacts, VideoProblem } from '#ports/transcoder.ts'
import { englishOf, videoProblems } from '#ports/video-problems.ts'
import type { TrackScan } from './scan.ts'

/** What is taken for a lecture. Larger pictures than 8K, and more than these pixels, need more memory than a worker has. */
export const limits = { hours: 12, side: 8192, minSide: 16, pixels: 36_000_000, streams: 32, channels: 64 }
/** Most times that one side of a picture may have of the other one: longer ones are strips in which nothing can be seen. */
const longestShape = 16
/** Shapes of pixels that cameras note; others are mistakes, and taken for squares. */
const pixelShapes = { least: 1 / 5, most: 5 }
/**
 * Most work of a video, as pixels by seconds at 30 frames a second: 12 hours of Full HD, or 3 of 4K. More would keep a worker busy for days.
 */
const mostWork = 12 * 3600 * 1920 * 1080
/** Frames a second of streams; at least as many, so that there are key frames every few seconds. */
const frameRates = { most: 30, least: 5 }
/** Seconds by which what is there may differ from what is announced, and a stream from its source. */
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

/** What is said of a track that ffmpeg has no decoder for. */
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
/** The entries of ffprobe that are read. */
export const headerEntries = [
  'format=duration,start_time',
  'stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,field_order,color_transfer,channels,channel_layout,r_frame_rate,avg_frame_rate,start_time,duration',
  'stream_disposition=attached_pic,timed_thumbnails,default',
  'stream_side_data=rotation',
  'stream_tags=DURATION',
].join(':')

/** What the header of a video says. */
export type Header = Pick<VideoFacts, 'width' | 'height'> & {
  /** the announced length; undefined where nothing says it */
  seconds: number | undefined
  /** time of the file at which it starts */
  startsAt: number
  /** the announced length is that of all tracks, also of those that are neither picture nor sound */
  isOfAll: boolean
  picture: Stream & { index: number }
  sounds: (Stream & { index: number })[]
  /** places of all pictures and sounds that have a length */
  timed: number[]
}

const refuse = (problem: MessageDescriptor): never => {
  throw new VideoProblem(problem, { refused: true })
}
const count = new Intl.NumberFormat('en-IN')
/** Minutes and seconds, such as 61:05. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

const incomplete = (there: number, announced: number): MessageDescriptor =>
  videoProblems.incomplete(clock(there), clock(announced))

/** The picture that browsers show: the first one that is switched on, else the first. */
function choosePicture(pictures: (Stream & { index: number })[]): (Stream & { index: number }) | undefined {
  const known = pictures.filter((one) => one.codec_name !== unknownCodec)
  const isOn = (one: Stream): boolean => one.disposition.default === 1 && one.disposition.timed_thumbnails === 0
  return known.find(isOn) ?? known[0] ?? pictures[0]
}

/** Returns what the header of a video says, by ffprobe. `measured` is its length if that does not say it. Throws VideoProblem with a sentence. */
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

/** Throws VideoProblem for a size that cannot be processed, or in which nothing could be seen. */
function checkSize(width: number, height: number): void {
  if (width > limits.side || height > limits.side || width * height > limits.pixels)
    refuse(videoProblems.tooLarge(count.format(width), count.format(height)))
  if (width < limits.minSide || height < limits.minSide) refuse(videoProblems.tooSmall(String(width), String(height)))
  if (Math.max(width, height) > longestShape * Math.min(width, height))
    refuse(videoProblems.strip(count.format(width), count.format(height)))
}

/** Throws VideoProblem for a length that would take too long. */
function checkLength(seconds: number, { width, height, picture }: Pick<Header, 'width' | 'height' | 'picture'>): void {
  if (seconds > limits.hours * 3600)
    refuse(videoProblems.tooLong(count.format(Math.round(seconds / 3600)), String(limits.hours)))
  if (width * height * seconds * Math.max(1, sourceRate(picture) / frameRates.most) > mostWork)
    refuse(videoProblems.tooMuchWork())
}

/** Where a track ends by its header, as a time of the file; undefined where it does not say so. */
function announcedEnd({ start_time, duration, tags }: Stream): number | undefined {
  if (duration !== undefined) return (start_time ?? 0) + duration
  const [hours = Number.NaN, minutes = Number.NaN, seconds = Number.NaN] = (tags.DURATION ?? '').split(':').map(Number)
  const end = hours * 3600 + minutes * 60 + seconds
  return end > 0 ? end : undefined
}

/**
 * Returns the facts of a video from its header and its packets. Its length is that of the longest picture or sound: of what is there, and
 * of what a header announces for a picture that stays. Throws VideoProblem with a sentence, also when something of the announced is missing.
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
  // a length of all tracks may be that of subtitles
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

/** The size with square pixels, after the turn that the camera has noted. */
function shownSize({ width, height, sample_aspect_ratio, side_data_list }: Stream): { width: number; height: number } {
  const [across = 1, down = 1] = sample_aspect_ratio.split(':').map(Number)
  const noted = across > 0 && down > 0 ? across / down : 1
  const aspect = noted >= pixelShapes.least && noted <= pixelShapes.most ? noted : 1
  const wide = Math.round(width * aspect)
  const turn = side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0
  return Math.abs(turn) % 180 === 90 ? { width: height, height: wide } : { width: wide, height }
}

/** Whether a sound says where its channels belong, in a way from which two can be made. */
const hasPlaces = ({ channels, channel_layout }: Stream): boolean =>
  channels <= 2 || /^(quad|hexagonal|octagonal|hexadecagonal|[2-7]\.[01])(\(|$)/.test(channel_layout)

function highRangeOf({ color_transfer }: Stream): VideoFacts['highRange'] {
  return color_transfer === 'smpte2084' || color_transfer === 'arib-std-b67' ? color_transfer : undefined
}

/** Whether the header says that pictures consist of two fields. */
export const isSaidInterlaced = ({ field_order }: Stream): boolean => ['tt', 'bb', 'tb', 'bt'].includes(field_order)

/**
 * Returns how a picture is interlaced, or undefined, from what the filter `idet` found in some frames of one place of it. A picture that
 * stands still tells nothing, and the header is believed. Without its word nearly all frames must have fields of one order: fine patterns,
 * and text that is scrolled for a moment, look like fields too.
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

/** Frames a second of the source. */
const sourceRate = ({ r_frame_rate, avg_frame_rate }: Stream): number =>
  avg_frame_rate || r_frame_rate || frameRates.most

/**
 * The rate of the source, or the highest whole part of it that is allowed: 60 becomes 30, and 50 becomes 25. A few pictures that are said to
 * last for hours are not repeated more often than they must be.
 */
function cappedRate({ r_frame_rate, avg_frame_rate }: Stream, pictures: number): number {
  if (pictures <= 1) return frameRates.least
  const isSparse = avg_frame_rate > 0 && avg_frame_rate < 1
  const rate = (isSparse ? avg_frame_rate : r_frame_rate || avg_frame_rate) || frameRates.most
  const capped = rate / Math.ceil(rate / (frameRates.most + 0.01))
  return Math.round(Math.max(capped, frameRates.least) * 1000) / 1000
}
