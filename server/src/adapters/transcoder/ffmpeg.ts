import { spawnSync } from 'node:child_process'
import { open, readFile, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type MadeStream,
  type Rendition,
  type Transcoder,
  type VideoFacts,
  VideoProblem,
  type VideoSource,
  WorkerProblem,
} from '#ports/transcoder.ts'
import { englishOf, videoProblems } from '#ports/video-problems.ts'
import { mediaInput } from '../programs/media-input.ts'
import { type ProgramEnd, type ProgramLimits, type ProgramOptions, runProgram } from '../programs/run-program.ts'
import {
  deinterlace,
  endsFile,
  ladderArguments,
  largestFiles,
  mostBits,
  planLadder,
  planStoryboard,
  sheetsOf,
  toStereo,
} from './ladder.ts'
import {
  clock,
  type Header,
  headerEntries,
  isSaidInterlaced,
  lengthTolerance,
  limits,
  readFields,
  readProbe,
  toFacts,
} from './probe.ts'
import { bitRates, codecOf, lengthOf, readPlaylist } from './read-playlist.ts'
import { packetEntries, readEnds, scanPackets } from './scan.ts'

/** Limits of probing a video. */
const usualGlance: ProgramLimits = { memoryBytes: 2e9, cpuSeconds: 15, seconds: 20 }
/** Number of frames, two per second, from which the most representative one is chosen, which avoids black ones. All are kept in memory. */
const candidates = 8
const maxPngBytes = 16 * 1024 ** 2

/** Target loudness of speech in streams, in LUFS, and maximum change in decibels. */
const loudness = { target: -16, most: 20, silence: -60 }
/** Time limit of a video: this multiple of its length plus some minutes, but at most a day. */
const slowness = { times: 6, seconds: 600, silentSeconds: 180, most: 24 * 3600 }
/** Time limit of measuring the loudness, which decodes only the sound; if it is exceeded, the loudness is not changed. */
const measuring = { times: 0.1, seconds: 120 }
/** Time limit of reading the packets of a video, which takes about as long as reading the file; a video that exceeds it is refused. */
const scanning: ProgramLimits = { memoryBytes: 2e9, cpuSeconds: 300, seconds: 1200, silentSeconds: 120 }
/** Positions and number of frames that are checked for interlacing, and the maximum height of interlaced video. */
const fields = { places: [0.5, 0.1, 0.8], frames: 60, height: 1088 }
/** Bytes that must stay free on the disk of the folder. */
const freeBytes = 512 * 1024 ** 2
const freeCheckMs = 5000
const needed = ['libx264', 'aac', 'libwebp']

const noSpace = () => new WorkerProblem(videoProblems.noSpace(), { reach: 'space' })

export type FfmpegOptions = {
  /** threads of each decoder and encoder */
  threads?: number
  /** nice value of its processes */
  nice?: number
  ffmpeg?: string
  ffprobe?: string
  /** limits of probing a video: its header, a few frames, one picture */
  glance?: ProgramLimits
}

/** Returns a message about programs that `ffmpegTranscoder` lacks, or null. */
export function missingPrograms({ ffmpeg = 'ffmpeg', ffprobe = 'ffprobe' }: FfmpegOptions = {}): string | null {
  const ask = (program: string, flag: string) =>
    spawnSync(program, ['-hide_banner', flag], { encoding: 'utf8', timeout: 5000 })
  const { status, stdout } = ask(ffmpeg, '-encoders')
  if (status !== 0) return 'ffmpeg was not found'
  const lacking = needed.filter((name) => !new RegExp(`^ \\S+ +${name} `, 'm').test(stdout))
  if (lacking.length > 0) return `ffmpeg was built without ${lacking.join(', ')}`
  return ask(ffprobe, '-version').status === 0 ? null : 'ffprobe was not found'
}

/** Reads videos and makes streams with the system's ffmpeg, in processes with limits. */
export function ffmpegTranscoder({
  threads = 1,
  nice = 0,
  ffmpeg = 'ffmpeg',
  ffprobe = 'ffprobe',
  glance = usualGlance,
}: FfmpegOptions = {}): Transcoder {
  const inputOf = (source: VideoSource): string[] | null =>
    mediaInput(source, { options: ['-max_streams', String(limits.streams)] })
  let hasRangeFilters: Promise<boolean> | undefined
  /** Whether this ffmpeg has the filters for mapping a high dynamic range. */
  const mapsRange = (): Promise<boolean> => {
    hasRangeFilters ??= runProgram(ffmpeg, ['-hide_banner', '-filters'], { limits: glance }).then(({ output }) =>
      ['zscale', 'tonemap'].every((name) => new RegExp(`^ \\S+ +${name} `, 'm').test(output.toString())),
    )
    return hasRangeFilters
  }
  const decoding = ['-threads', String(threads), '-max_pixels', String(limits.pixels)]

  /** Returns the memory limit for the frames in decoder, filters and encoders, with up to 16 bits per sample. */
  const memoryFor = ({ width, height }: VideoFacts): number => 2e9 + threads * 2e8 + width * height * 3 * 48
  const limitsFor = (facts: VideoFacts, { seconds, times }: { seconds: number; times: number }): ProgramLimits => {
    const most = Math.min(seconds + facts.seconds * times, slowness.most)
    return { memoryBytes: memoryFor(facts), seconds: most, cpuSeconds: most * 4 * threads }
  }

  /** Returns the gain in decibels to the target loudness. It is measured first, so that the dynamics are preserved. */
  async function measureGain(input: string[], facts: VideoFacts, signal?: AbortSignal): Promise<number> {
    const args = [
      ...['-nostdin', '-hide_banner', '-v', 'info', '-nostats', '-threads', '1', ...input],
      ...[
        '-map',
        `0:a:${facts.audioTrack ?? 0}`,
        '-vn',
        '-sn',
        '-dn',
        '-af',
        `${toStereo(facts)},ebur128=framelog=verbose`,
        '-f',
        'null',
        '-',
      ],
    ]
    const { end, errors } = await runProgram(ffmpeg, args, { limits: limitsFor(facts, measuring), nice, signal })
    const measured = Number(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(errors)?.[1] ?? Number.NaN)
    if (end !== 'done' || !(measured > loudness.silence)) return 0
    return Math.min(Math.max(loudness.target - measured, -loudness.most), loudness.most)
  }

  /** Returns the facts of each track from the packets of a file. Throws VideoProblem when there are too many packets. */
  async function readPackets(input: string[], header: Header, signal?: AbortSignal) {
    const packets = scanPackets(header.startsAt)
    const args = ['-v', 'error', ...input, '-show_entries', packetEntries, '-of', 'csv=p=0']
    const run = await runProgram(ffprobe, args, { limits: scanning, nice, signal, onOutput: packets.add })
    const { end, errors } = judged(run)
    if (end === 'slow')
      throw new VideoProblem(videoProblems.slowPackets(), {
        refused: true,
        cause: errors,
      })
    if (end !== 'done') throw new VideoProblem(videoProblems.damaged(), { refused: true, cause: errors })
    return packets.tracks
  }

  /**
   * Returns how the picture is interlaced, from its header and from frames at several positions, which must agree if the header says
   * nothing.
   */
  async function findFields(input: string[], header: Header, facts: VideoFacts, signal?: AbortSignal) {
    const { picture } = header
    const isSaid = isSaidInterlaced(picture)
    if (picture.height > fields.height) return isSaid ? 'auto' : undefined
    let found: VideoFacts['interlaced']
    for (const place of isSaid ? fields.places.slice(0, 1) : fields.places) {
      const args = [
        ...['-nostdin', '-hide_banner', '-v', 'info', '-nostats', '-threads', '1', '-filter_threads', '1'],
        ...['-max_pixels', String(limits.pixels), '-ss', ((facts.reach?.picture ?? 0) * place).toFixed(2), ...input],
        ...['-map', `0:${picture.index}`, '-vf', 'idet', '-frames:v', String(fields.frames), '-f', 'null', '-'],
      ]
      const { errors } = await runProgram(ffmpeg, args, { limits: glance, nice, signal })
      const here = readFields(errors, isSaid)
      if (here === undefined || (found !== undefined && here !== found)) return undefined
      found = here
    }
    return found
  }

  /** Runs a program in the folder and ends it when the disk becomes full. Throws WorkerProblem for problems that are not the video's. */
  async function runWithSpace(args: string[], folder: string, options: ProgramOptions): Promise<ProgramEnd> {
    const full = new AbortController()
    const timer = setInterval(() => {
      hasSpace(folder, 0).then(
        (has) => has || full.abort(),
        () => {},
      )
    }, freeCheckMs)
    const signal = options.signal ? AbortSignal.any([options.signal, full.signal]) : full.signal
    try {
      const ended = await runProgram(ffmpeg, args, { ...options, signal, folder })
      if (ended.end !== 'done' && !(await hasSpace(folder, 0))) throw noSpace()
      return judged(ended)
    } catch (error) {
      options.signal?.throwIfAborted()
      if (full.signal.aborted) throw noSpace()
      throw error
    } finally {
      clearInterval(timer)
    }
  }

  return {
    async grab(source, atSeconds) {
      const input = inputOf(source)
      if (!input) return null
      const args = [
        ...['-nostdin', '-hide_banner', '-v', 'error', '-threads', '1', '-filter_threads', '1'],
        ...['-max_pixels', String(limits.pixels), '-ss', atSeconds.toFixed(2), ...input],
        ...['-an', '-sn', '-dn', '-frames:v', '1'],
        ...[
          '-vf',
          `${deinterlace()},fps=2,scale=1280:1280:force_original_aspect_ratio=decrease,thumbnail=${candidates}`,
        ],
        ...['-f', 'image2pipe', '-c:v', 'png', 'pipe:1'],
      ]
      const { end, output } = await runProgram(ffmpeg, args, { limits: glance, nice, maxOutput: maxPngBytes })
      return end === 'done' && output.length > 0 ? output : null
    },

    async probe(source, signal) {
      const input = inputOf(source)
      if (!input) throw new VideoProblem(videoProblems.damaged(), { refused: true })
      const args = [
        '-v',
        'error',
        '-max_pixels',
        String(limits.pixels),
        ...input,
        '-show_entries',
        headerEntries,
        '-of',
        'json',
      ]
      const run = await runProgram(ffprobe, args, { limits: glance, nice, signal })
      const { end, output, errors } = judged(run)
      if (/max_streams|Number of streams exceeds/.test(errors))
        throw new VideoProblem(videoProblems.moreTracks(String(limits.streams)), { refused: true })
      if (end === 'slow')
        throw new VideoProblem(videoProblems.slowHeader(), {
          cause: errors,
        })
      const foreign = /Codec \((\w+)\) not on whitelist/.exec(errors)?.[1]
      if (end !== 'done' && foreign !== undefined)
        throw new VideoProblem(videoProblems.foreign(foreign), { refused: true, cause: errors })
      if (end !== 'done') throw new VideoProblem(videoProblems.damaged(), { refused: true, cause: errors })
      const header = readProbe(output.toString(), source.seconds)
      const facts = toFacts(header, await readPackets(input, header, signal))
      const interlaced = await findFields(input, header, facts, signal)
      const canMap = facts.highRange === undefined || (await mapsRange())
      return {
        ...facts,
        ...(interlaced && { interlaced }),
        ...(!canMap && { warning: englishOf(facts.warning ? videoProblems.silentAndPale() : videoProblems.pale()) }),
      }
    },

    largestStream: (facts) => largestFiles(facts).all,

    async makeStream(source, facts, { folder, onProgress, signal }) {
      const input = inputOf(source)
      if (!input) throw new VideoProblem(videoProblems.damaged(), { refused: true })
      if (!(await hasSpace(folder, largestFiles(facts).all))) throw noSpace()
      const gain = facts.hasAudio ? await measureGain(input, facts, signal) : 0
      // Content after the length announced in the header is dropped.
      const longest = ['-t', (facts.seconds * 1.05 + 5).toFixed(2)]
      const mapped = facts.highRange !== undefined && (await mapsRange())
      const args = ladderArguments({
        input: [...decoding, ...longest, ...input],
        facts,
        threads,
        gain,
        mapsRange: mapped,
      })
      const frames = Math.max(1, facts.seconds * facts.frameRate)
      const onOutput = (text: string): void => {
        const done = [...text.matchAll(/^frame=\s*(\d+)/gm)].at(-1)?.[1]
        if (done !== undefined) onProgress?.(Math.min(99, Math.floor((Number(done) / frames) * 100)))
      }
      const bounds = {
        ...limitsFor(facts, slowness),
        silentSeconds: slowness.silentSeconds,
        fileBytes: largestFiles(facts).one,
      }
      const ended = await runWithSpace(args, folder, { limits: bounds, nice, onOutput, signal })
      if (ended.end === 'slow') throw new VideoProblem(videoProblems.slow(), { refused: true, cause: ended.errors })
      if (ended.end !== 'done') throw new VideoProblem(videoProblems.damaged(), { cause: ended.errors })
      return describe(folder, facts)
    },
  }
}

const hasSpace = async (folder: string, bytes: number): Promise<boolean> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize - bytes > freeBytes
}

/**
 * Returns the end of a program if it depends on the video. Throws WorkerProblem when it could not be started, VideoProblem when it was
 * killed.
 */
function judged(ended: ProgramEnd): ProgramEnd {
  if (ended.end === 'missing') throw new WorkerProblem(videoProblems.noProgram(), { reach: 'all', cause: ended.errors })
  if (ended.end === 'killed') throw new VideoProblem(videoProblems.wasKilled(), { cause: ended.errors })
  return ended
}

/**
 * Describes a stream by reading its files. Throws VideoProblem when picture or sound could not be read to the end, or when the stream is
 * not as long as the video.
 */
async function describe(folder: string, facts: VideoFacts): Promise<MadeStream> {
  const renditions: Rendition[] = []
  const files: MadeStream['files'] = []
  const lengths: number[] = []
  await checkEnds(folder, facts)
  for (const rung of planLadder(facts)) {
    const { height, pixels } = rung
    const path = join(folder, `${height}p.mp4`)
    const segments = readPlaylist(await readFile(join(folder, `${height}p.m3u8`), 'utf8').catch(() => ''))
    const picture = segments.length > 0 ? codecOf(await beginningOf(path)) : null
    if (picture === null) throw new VideoProblem(videoProblems.damaged())
    lengths.push(lengthOf(segments))
    const { peak, average } = bitRates(segments, mostBits(rung))
    renditions.push({
      height,
      width: pixels.width,
      resolution: `${pixels.width}x${pixels.height}`,
      bandwidth: peak,
      average,
      codecs: facts.hasAudio ? `${picture},mp4a.40.2` : picture,
      frameRate: facts.frameRate,
      bytes: (await stat(path)).size,
    })
    files.push({ name: `${height}p.mp4`, contentType: 'video/mp4' })
    files.push({ name: `${height}p.m3u8`, contentType: 'application/vnd.apple.mpegurl' })
  }
  const length = Math.min(...lengths)
  if (lengths.some((one) => Math.abs(one - facts.seconds) > lengthTolerance))
    throw new VideoProblem(videoProblems.madeInPart(clock(length), clock(facts.seconds)), { refused: true })
  const planned = planStoryboard(facts)
  const board = { ...planned, count: Math.min(planned.count, Math.max(1, Math.ceil(length / planned.seconds))) }
  const sheets = Array.from({ length: sheetsOf(board) }, (_, index) => `storyboard-${index}.webp`)
  const found = await Promise.all(sheets.map((name) => stat(join(folder, name)).catch(() => null)))
  const storyboard = found.every((one) => one !== null && one.size > 0) ? board : null
  if (storyboard) files.push(...sheets.map((name) => ({ name, contentType: 'image/webp' })))
  return { seconds: length, renditions, storyboard, files }
}

/**
 * Throws VideoProblem when decoding ended before the last picture or the end of the sound, which padding with the last picture and silence
 * would hide.
 */
async function checkEnds(folder: string, { reach, seconds, hasAudio }: VideoFacts): Promise<void> {
  const path = join(folder, endsFile)
  const ends = readEnds(await readFile(path, 'utf8').catch(() => ''))
  await rm(path, { force: true })
  if (!reach) return
  const { lastAt = 0 } = ends.get(0) ?? {}
  const { ends: soundEnd = 0 } = ends.get(1) ?? {}
  const isCut = lastAt < reach.picture - lengthTolerance
  const isMute = hasAudio && reach.sound !== null && soundEnd < reach.sound - lengthTolerance
  if (!isCut && !isMute) return
  const problem = isCut
    ? videoProblems.pictureEnds(clock(lastAt), clock(reach.picture))
    : videoProblems.soundEnds(clock(soundEnd), clock(reach.sound ?? seconds))
  throw new VideoProblem(problem, { refused: true })
}

/** Reads the boxes before the first segment. */
async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16 * 1024), 0, 16 * 1024, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
