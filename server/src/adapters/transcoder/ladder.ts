import { renditionHeights } from '@virtual-courses/contract'
import type { Storyboard, VideoFacts } from '#ports/transcoder.ts'

/** Seconds of a segment; all renditions have key frames at the same times. */
export const segmentSeconds = 4
/** Number of thumbnails of a storyboard: about as many as fit on a seek bar. */
const maxThumbnails = 200
const minThumbnailSeconds = 2
const thumbnailSide = 160
const sheet = { columns: 10, rows: 10 }
/** A source with at least this fraction of the next larger size gets a rendition of its own size. */
const worthwhile = 1.2

type Height = (typeof renditionHeights)[number]

/**
 * Maximum bits per second of the picture, by height. Slides and talking heads stay far below, since the quality is constant (`-crf`) within
 * this limit.
 */
const maxBits: Record<Height, number> = { 240: 300_000, 360: 700_000, 720: 2_500_000, 1080: 4_500_000 }

/** Bits per second of the sound in two channels. Picture and sound of 240p together play over a connection of 400 kbit/s. */
const lowAudioBits = 48_000
const fullAudioBits = 96_000
const audioBitsOf = (height: Height): number => (height === 240 ? lowAudioBits : fullAudioBits)

export type Rung = { height: Height; pixels: { width: number; height: number }; maxBits: number; audioBits: number }

const even = (size: number): number => Math.max(2, 2 * Math.round(size / 2))

/**
 * Returns the renditions of a video, the lowest first. Each fits into a box of 16:9, or 9:16 for portrait videos, and keeps the
 * proportions. None is larger than the source; a source between two boxes gets the upper one at its own size.
 */
export function planLadder({ width, height }: Pick<VideoFacts, 'width' | 'height'>): Rung[] {
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  const rungs: Rung[] = []
  let before = 0
  for (const box of renditionHeights) {
    const scale = Math.min((box * 16) / 9 / long, box / short, 1)
    if (rungs.length > 0 && scale < before * worthwhile) break
    before = scale
    rungs.push({
      height: box,
      pixels: { width: even(width * scale), height: even(height * scale) },
      maxBits: maxBits[box],
      audioBits: audioBitsOf(box),
    })
    if (scale === 1) break
  }
  return rungs
}

/** Returns the storyboard of a video, with at most about 200 thumbnails. */
export function planStoryboard({ seconds, width, height }: VideoFacts): Storyboard {
  const interval = Math.max(minThumbnailSeconds, Math.ceil(seconds / maxThumbnails))
  const scale = Math.min(thumbnailSide / width, thumbnailSide / height)
  return {
    ...sheet,
    width: even(width * scale),
    height: even(height * scale),
    seconds: interval,
    count: Math.max(1, Math.ceil(seconds / interval)),
  }
}

export const sheetsOf = ({ count, columns, rows }: Storyboard): number => Math.ceil(count / (columns * rows))

/** Returns the maximum bits per second of a rendition over a segment, as limited by `-maxrate` and `-bufsize`. */
export const mostBits = (rung: Rung): number => rung.maxBits * 1.5 + rung.audioBits

/** Returns the maximum bytes of the largest file of a stream, and of all its files. */
export function largestFiles(facts: VideoFacts): { one: number; all: number } {
  // The limit of the bit rate holds over a second or two, not for a single key frame.
  const bytesOf = (bits: number): number => (bits / 8) * facts.seconds * 1.2 + 4 * 1024 ** 2
  const sizes = planLadder(facts).map((rung) => bytesOf(rung.maxBits + rung.audioBits))
  return { one: Math.max(...sizes), all: sizes.reduce((sum, size) => sum + size, 0) + 16 * 1024 ** 2 }
}

/** Returns the filter that deinterlaces. Without `interlaced` it deinterlaces frames that are marked as interlaced. */
export const deinterlace = (interlaced?: VideoFacts['interlaced']): string =>
  `bwdif=mode=send_frame:parity=${interlaced ?? 'auto'}:deint=${interlaced ? 'all' : 'interlaced'}`

/** Returns the filter that maps a high dynamic range to the standard range, which browsers expect. */
const toUsualRange = (curve: NonNullable<VideoFacts['highRange']>): string =>
  [
    `zscale=tin=${curve}:pin=bt2020:min=bt2020nc:t=linear:npl=100`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=hable:desat=0',
    'zscale=t=bt709:m=bt709:r=limited',
    'format=yuv420p',
  ].join(',')

/** Returns the filter that converts sound to stereo. Channels without a layout are mixed to both sides. */
export function toStereo({ mixedChannels }: VideoFacts): string {
  if (mixedChannels === undefined) return 'aformat=channel_layouts=stereo'
  const share = (1 / Math.sqrt(mixedChannels)).toFixed(3)
  const all = Array.from({ length: mixedChannels }, (_, channel) => `${share}*c${channel}`).join('+')
  return `aformat=sample_fmts=fltp,pan=stereo|c0=${all}|c1=${all}`
}

/** Name of the file with the ends of the readable picture and sound, in this order. */
export const endsFile = 'ends.txt'

type Input = {
  input: string[]
  facts: VideoFacts
  threads: number
  gain: number
  /** whether high dynamic ranges can be mapped */ mapsRange: boolean
}

/**
 * Returns the arguments of one process that decodes once and writes all renditions and the sheets of the storyboard into its working
 * folder. The sound is encoded once for each bit rate, and `tee` writes it into the renditions. The last picture is held, and silence
 * follows the sound, until the video ends; `endsFile` has their original ends.
 */
export function ladderArguments({ input, facts, threads, gain, mapsRange }: Input): string[] {
  const rungs = planLadder(facts)
  const board = planStoryboard(facts)
  const names = rungs.map((_, index) => `[v${index}]`)
  const end = facts.seconds.toFixed(3)
  const largest = rungs.at(-1)?.pixels ?? facts
  const whole = [
    ...(facts.interlaced ? [deinterlace(facts.interlaced)] : []),
    // The first frame is also shown for the time before it, so that picture and sound begin together.
    `fps=${facts.frameRate}:start_time=0:eof_action=pass`,
    ...(facts.highRange && mapsRange
      ? [`scale=${largest.width}:${largest.height}:flags=bicubic`, toUsualRange(facts.highRange)]
      : []),
  ]
  const pictures = [
    `[0:${facts.pictureTrack ?? 'V:0'}]${whole.join(',')},split[shown][seen]`,
    '[seen]fps=2,scale=16:16,format=gray[pictureend]',
    `[shown]tpad=stop=-1:stop_mode=clone,trim=end=${end},split=${rungs.length + 1}${names.map((_, index) => `[s${index}]`).join('')}[small]`,
    ...rungs.map(
      ({ pixels }, index) =>
        `[s${index}]scale=${pixels.width}:${pixels.height}:flags=bicubic,setsar=1,format=yuv420p[v${index}]`,
    ),
    `[small]fps=1/${board.seconds},scale=${board.width}:${board.height},setsar=1,tile=${board.columns}x${board.rows},format=yuv420p[board]`,
  ]
  const sounds = facts.hasAudio ? [...new Set(rungs.map(({ audioBits }) => audioBits))] : []
  const soundNames = sounds.map((_, index) => `[a${index}]`)
  const sound = facts.hasAudio
    ? [
        `[0:a:${facts.audioTrack ?? 0}]aresample=48000:async=1:first_pts=0,${toStereo(facts)},asplit[heard][listened]`,
        '[listened]asetnsamples=n=12000:p=0[soundend]',
        `[heard]apad,atrim=end=${end},volume=${gain.toFixed(2)}dB,alimiter=limit=0.84:level=disabled,asplit=${sounds.length}${soundNames.join('')}`,
      ]
    : []
  const hls = `f=hls:hls_time=${segmentSeconds}:hls_playlist_type=vod:hls_segment_type=fmp4:hls_flags=single_file+independent_segments`
  const outputs = rungs.map(({ height, audioBits }, index) => {
    const streams = facts.hasAudio ? `v:${index},a:${sounds.indexOf(audioBits)}` : `v:${index}`
    return `[select=\\'${streams}\\':${hls}:hls_segment_filename=${height}p.mp4]${height}p.m3u8`
  })
  const gop = Math.ceil(facts.frameRate * segmentSeconds)
  return [
    ...['-nostdin', '-hide_banner', '-v', 'error', '-y', '-progress', 'pipe:1', '-nostats', '-stats_period', '1'],
    ...['-filter_threads', String(threads), '-filter_complex_threads', String(threads)],
    ...input,
    ...['-filter_complex', [...pictures, ...sound].join(';')],
    ...names.flatMap((name) => ['-map', name]),
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-threads', String(threads)],
    ...['-sc_threshold', '0', '-g', String(gop), '-force_key_frames', `expr:gte(t,n_forced*${segmentSeconds})`],
    ...rungs.flatMap(({ height, maxBits }, index) => [
      ...[`-profile:v:${index}`, height <= 360 ? 'main' : 'high'],
      ...[`-maxrate:v:${index}`, String(maxBits), `-bufsize:v:${index}`, String(maxBits * 2)],
    ]),
    ...soundNames.flatMap((name) => ['-map', name]),
    ...sounds.flatMap((bits, index) => [`-c:a:${index}`, 'aac', `-b:a:${index}`, String(bits)]),
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-flags', '+global_header', '-f', 'tee', outputs.join('|')],
    ...['-map', '[board]', '-map_metadata', '-1', '-frames:v', String(sheetsOf(board))],
    ...['-c:v', 'libwebp', '-quality', '60', '-f', 'image2', '-start_number', '0', 'storyboard-%d.webp'],
    ...['-map', '[pictureend]', ...(facts.hasAudio ? ['-map', '[soundend]'] : []), '-f', 'framecrc', endsFile],
  ]
}
