import { execFile, spawnSync } from 'node:child_process'
import type { AudioExtractor } from '#ports/audio.ts'

const limitMs = 150_000
/** Maximum memory in kilobytes and CPU seconds of the program. */
const memoryKb = 2_000_000
const cpuSeconds = 120
/** Twice what ten minutes take. */
const maxBytes = 8 * 1024 ** 2

/** One demuxer and the decoders of sound that browsers have. */
const demuxers: Record<string, string> = { 'video/mp4': 'mov', 'video/webm': 'matroska' }
const decoders =
  'aac,mp3,mp3float,opus,libopus,vorbis,libvorbis,flac,alac,ac3,eac3,pcm_s16le,pcm_s16be,pcm_s24le,pcm_f32le'

/** Extracts sound with the system's ffmpeg, in a process that is killed when it is too slow or too large. Null without ffmpeg. */
export function ffmpegAudio(program = 'ffmpeg'): AudioExtractor | null {
  if (spawnSync(program, ['-version'], { stdio: 'ignore', timeout: 5000 }).status !== 0) return null
  return {
    async extract({ path, contentType, fromSeconds, seconds }) {
      const demuxer = demuxers[contentType]
      if (!demuxer) return null
      return run(program, [
        ...['-nostdin', '-hide_banner', '-v', 'error', '-threads', '1', '-filter_threads', '1'],
        ...['-protocol_whitelist', 'file', '-codec_whitelist', decoders, '-f', demuxer],
        ...['-ss', fromSeconds.toFixed(3), '-t', seconds.toFixed(3), '-i', `file:${path}`],
        ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-ac', '1', '-ar', '16000'],
        ...['-c:a', 'libmp3lame', '-b:a', '32k', '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', 'pipe:1'],
      ])
    },
  }
}

/** Returns the output of the program, or null. A shell sets the limits and is replaced by the program, so there is one process to end. */
function run(program: string, args: string[]): Promise<Uint8Array<ArrayBuffer> | null> {
  const limits = `ulimit -v ${memoryKb} 2>/dev/null; ulimit -t ${cpuSeconds} 2>/dev/null; exec "$0" "$@"`
  const [file, given] = process.platform === 'win32' ? [program, args] : ['/bin/sh', ['-c', limits, program, ...args]]
  const options = { encoding: 'buffer', timeout: limitMs, killSignal: 'SIGKILL', maxBuffer: maxBytes } as const
  return new Promise((resolve) => {
    execFile(file, given, options, (error, output) =>
      resolve(error || output.length === 0 ? null : new Uint8Array(output)),
    )
  })
}
