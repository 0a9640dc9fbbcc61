import { z } from 'zod'
import { type VideoFacts, VideoProblem } from '#ports/transcoder.ts'

/** What is taken for a lecture. Larger pictures than 8K, and more than these pixels, need more memory than a worker has. */
export const limits = { hours: 12, side: 8192, minSide: 16, pixels: 36_000_000, streams: 32 }
/**
 * Most work of a video, as pixels by seconds at 30 frames a second: 12 hours of Full HD, or 3 of 4K. More would keep a worker busy for days.
 */
const mostWork = 12 * 3600 * 1920 * 1080
/** Frames a second of streams; at least as many, so that there are key frames every few seconds. */
const frameRates = { most: 30, least: 5 }

const Rate = z
  .string()
  .regex(/^\d+\/\d+$/)
  .transform((text) => {
    const [frames = 0, seconds = 0] = text.split('/').map(Number)
    return seconds > 0 ? frames / seconds : 0
  })
  .catch(0)
const Seconds = z.coerce.number().positive().optional().catch(undefined)

/** What is said of a track that ffmpeg has no decoder for. */
const unknownCodec = 'unknown'

const Stream = z.object({
  codec_type: z.string().catch(''),
  codec_name: z.string().catch(unknownCodec),
  width: z.number().int().catch(0),
  height: z.number().int().catch(0),
  sample_aspect_ratio: z.string().catch('1:1'),
  r_frame_rate: Rate,
  avg_frame_rate: Rate,
  duration: Seconds,
  disposition: z.object({ attached_pic: z.number().catch(0) }).catch({ attached_pic: 0 }),
  side_data_list: z.array(z.object({ rotation: z.coerce.number().optional().catch(undefined) })).catch([]),
})
const Probe = z.object({
  streams: z.array(Stream).catch([]),
  format: z.object({ duration: Seconds }).catch({ duration: undefined }),
})

const refuse = (message: string): never => {
  throw new VideoProblem(message, { refused: true })
}
const silent =
  'The sound of this video cannot be read, so its qualities are silent. Please export it with AAC sound and upload it again.'
const count = new Intl.NumberFormat('en-IN')

/** Returns the facts of a video from what ffprobe says. `measured` is its length if it does not say it. Throws VideoProblem with a sentence. */
export function readProbe(text: string, measured?: number | null): VideoFacts {
  const probe = Probe.safeParse(parseJson(text))
  const { streams, format } = probe.data ?? { streams: [], format: { duration: undefined } }
  if (streams.length > limits.streams)
    refuse(
      `This video has ${count.format(streams.length)} tracks; at most ${limits.streams} are possible. Please export it with one picture and one sound.`,
    )
  const video = streams.find((one) => one.codec_type === 'video' && one.disposition.attached_pic === 0)
  const sounds = streams.filter((one) => one.codec_type === 'audio')
  const audio = sounds.find((one) => one.codec_name !== unknownCodec)
  if (!video) {
    return refuse(
      sounds.length > 0
        ? 'This file has sound but no picture. Please upload a video, or add the sound to the lecture as a file.'
        : 'This file has no picture that could be read. Please export it as MP4 with H.264 and upload it again.',
    )
  }
  const { width, height } = shownSize(video)
  if (width > limits.side || height > limits.side || width * height > limits.pixels)
    refuse(
      `The picture of this video has ${count.format(width)} x ${count.format(height)} pixels, more than can be processed. Please export it in 4K or smaller.`,
    )
  if (width < limits.minSide || height < limits.minSide)
    refuse(`The picture of this video has only ${width} x ${height} pixels. Please export it larger.`)
  const seconds = video.duration ?? format.duration ?? measured ?? undefined
  if (seconds === undefined)
    return refuse(
      'The length of this video cannot be found: the file is damaged or not finished. Please export it again.',
    )
  if (seconds > limits.hours * 3600)
    refuse(
      `This video says that it is ${count.format(Math.round(seconds / 3600))} hours long; at most ${limits.hours} are possible. Please split it, or export it again.`,
    )
  if (width * height * seconds * Math.max(1, sourceRate(video) / frameRates.most) > mostWork)
    refuse(
      'This video is too long for its picture: at most 12 hours in Full HD, or 3 hours in 4K, can be prepared. Please split it, or export it smaller.',
    )
  const facts = { seconds, width, height, frameRate: cappedRate(video), hasAudio: audio !== undefined }
  if (audio) return { ...facts, audioTrack: sounds.indexOf(audio) }
  return sounds.length === 0 ? facts : { ...facts, notice: silent }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The size with square pixels, after the turn that the camera has noted. */
function shownSize({ width, height, sample_aspect_ratio, side_data_list }: z.output<typeof Stream>): {
  width: number
  height: number
} {
  const [across = 1, down = 1] = sample_aspect_ratio.split(':').map(Number)
  const aspect = across > 0 && down > 0 ? across / down : 1
  const wide = Math.round(width * aspect)
  const turn = side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0
  return Math.abs(turn) % 180 === 90 ? { width: height, height: wide } : { width: wide, height }
}

/** Frames a second of the source. */
const sourceRate = ({ r_frame_rate, avg_frame_rate }: z.output<typeof Stream>): number =>
  avg_frame_rate || r_frame_rate || frameRates.most

/**
 * The rate of the source, or the highest whole part of it that is allowed: 60 becomes 30, and 50 becomes 25. A few pictures that are said to
 * last for hours are not repeated more often than they must be.
 */
function cappedRate({ r_frame_rate, avg_frame_rate }: z.output<typeof Stream>): number {
  const isSparse = avg_frame_rate > 0 && avg_frame_rate < 1
  const rate = (isSparse ? avg_frame_rate : r_frame_rate || avg_frame_rate) || frameRates.most
  const capped = rate / Math.ceil(rate / (frameRates.most + 0.01))
  return Math.round(Math.max(capped, frameRates.least) * 1000) / 1000
}
