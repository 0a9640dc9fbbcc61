import { frameRate } from './plan-parts.ts'
import type { Size } from './track.ts'

const picture = { width: 1280, height: 720 }
const corner = { width: 240, height: 240, margin: 16 }
const dark = '0x15172b'

/** Hertz of the sound. */
export const sampleRate = 48_000
/** Milliseconds before a piece of sound from which on it is decoded, so that its beginning is whole. */
export const soundLeadMs = 200

const quiet = ['-nostdin', '-hide_banner', '-v', 'error', '-nostats', '-y', '-filter_threads', '1']
const mediaFile = (name: string, decoder: string): string[] => [
  ...['-protocol_whitelist', 'file', '-codec_whitelist', decoder, '-f', 'matroska', '-i', `file:${name}`],
]

/** A file of pictures: the time in milliseconds at which the part begins in it, and the shape of its pictures. */
export type PictureInput = { name: string; leadMs: number; size: Size }

const even = (value: number): number => Math.max(2, 2 * Math.round(value / 2))

/** Filters that show each picture at its time, from the beginning of the part to its end; the last one stays. */
function onTime({ leadMs, size }: PictureInput, box: Size, frames: number): { filters: string; fit: Size } {
  const scale = Math.min(box.width / size.width, box.height / size.height)
  const fit = { width: even(size.width * scale), height: even(size.height * scale) }
  const filters = [
    `scale=${fit.width}:${fit.height}:flags=bicubic`,
    'setsar=1',
    `setpts=PTS-${(leadMs / 1000).toFixed(3)}/TB`,
    `fps=${frameRate}:start_time=0:eof_action=pass`,
    'tpad=stop=-1:stop_mode=clone',
    `trim=end_frame=${frames}`,
  ]
  return { filters: filters.join(','), fit }
}

type PartInput = {
  main: PictureInput | null
  corner: PictureInput | null
  frames: number
  threads: number
  output: string
}

/**
 * Arguments that make a part of the video. The layers of a camera have different sizes; the filters are not made again for each
 * (`-reinit_filter`), which would lose the time.
 */
export function partArguments({ main, corner: small, frames, threads, output }: PartInput): string[] {
  const inputs = [main, small].filter((one) => one !== null)
  const input = inputs.flatMap(({ name }) => [
    ...['-threads', '1', '-max_pixels', '40000000', '-reinit_filter', '0'],
    ...mediaFile(name, 'vp8,libvpx'),
  ])
  const filters: string[] = []
  if (main) {
    const { filters: own, fit } = onTime(main, picture, frames)
    const [x, y] = [(picture.width - fit.width) / 2, (picture.height - fit.height) / 2]
    filters.push(
      `[0:v]${own},pad=${picture.width}:${picture.height}:${Math.floor(x)}:${Math.floor(y)}:color=${dark}[main]`,
    )
  } else
    filters.push(`color=c=${dark}:s=${picture.width}x${picture.height}:r=${frameRate},trim=end_frame=${frames}[main]`)
  if (small) {
    filters.push(`[${inputs.length - 1}:v]${onTime(small, corner, frames).filters}[small]`)
    filters.push(
      `[main][small]overlay=x=W-w-${corner.margin}:y=H-h-${corner.margin}:eof_action=repeat,format=yuv420p[shown]`,
    )
  } else filters.push('[main]format=yuv420p[shown]')
  return [
    ...[...quiet, '-progress', 'pipe:1', '-copyts', ...input],
    ...['-filter_complex', filters.join(';'), '-map', '[shown]', '-r', String(frameRate), '-frames:v', String(frames)],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22', '-bf', '0', '-g', String(frameRate * 4)],
    ...['-profile:v', 'high', '-threads', String(threads), '-f', 'h264', `file:${output}`],
  ]
}

/** Arguments that make a piece of the sound, all files at once; they begin `soundLeadMs` before it. */
export function soundArguments({
  names,
  samples,
  output,
}: {
  names: readonly string[]
  samples: number
  output: string
}): string[] {
  const lead = (soundLeadMs / 1000) * sampleRate
  const cut = `atrim=start_sample=${lead}:end_sample=${lead + samples},asetpts=PTS-STARTPTS[mixed]`
  const sounds = names.map(
    (_, index) =>
      `[${index}:a]aresample=${sampleRate}:async=1:min_hard_comp=0.02:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo[a${index}]`,
  )
  const all = names.map((_, index) => `[a${index}]`).join('')
  const mix = `${all}amix=inputs=${names.length}:normalize=0:dropout_transition=0,alimiter=limit=0.9:level=disabled,apad=whole_len=${lead + samples},${cut}`
  const silence = `anullsrc=r=${sampleRate}:cl=stereo,${cut}`
  return [
    ...[...quiet, '-progress', 'pipe:1', '-copyts'],
    ...names.flatMap((name) => ['-threads', '1', ...mediaFile(name, 'opus,libopus')]),
    ...['-filter_complex', [...sounds, names.length > 0 ? mix : silence].join(';'), '-map', '[mixed]'],
    ...['-c:a', 'flac', '-sample_fmt', 's16', '-f', 'flac', `file:${output}`],
  ]
}

/** Arguments that join all parts, and all pieces of sound by their list, to one file. */
export function joinArguments({
  parts,
  sounds,
  output,
}: {
  parts: readonly string[]
  sounds: string
  output: string
}): string[] {
  return [
    ...[...quiet, '-progress', 'pipe:1'],
    ...[
      '-protocol_whitelist',
      'concat,file',
      '-f',
      'h264',
      '-framerate',
      String(frameRate),
      '-i',
      `concat:${parts.join('|')}`,
    ],
    ...['-protocol_whitelist', 'file', '-f', 'concat', '-safe', '0', '-i', `file:${sounds}`],
    ...['-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', 'aac', '-b:a', '128k', '-movflags', '+faststart'],
    ...['-f', 'mp4', `file:${output}`],
  ]
}
