import { execFile, spawnSync } from 'node:child_process'
import type { Thumbnailer } from '#ports/thumbnailer.ts'

const limitMs = 20_000
/** Maximum memory in kilobytes and CPU seconds of the program. */
const memoryKb = 2_000_000
const cpuSeconds = 15
const maxPngBytes = 16 * 1024 ** 2
/** Number of frames, two for each second, from which the most typical one is chosen, not a black one. All are kept in memory. */
const candidates = 8

/** One demuxer and the decoders that browsers have: no playlists, scripts or rare formats are opened. */
const demuxers: Record<string, string> = { 'video/mp4': 'mov', 'video/webm': 'matroska' }
const decoders = 'h264,hevc,vp8,libvpx,vp9,libvpx-vp9,av1,libdav1d,mpeg4,mjpeg,prores'

/**
 * Extracts images with the system's ffmpeg, in a process that is killed when it is too slow or too large. Null without ffmpeg.
 */
export function ffmpegThumbnailer(program = 'ffmpeg'): Thumbnailer | null {
  if (spawnSync(program, ['-version'], { stdio: 'ignore', timeout: 5000 }).status !== 0) return null
  return {
    async grab({ path, contentType, atSeconds }) {
      const demuxer = demuxers[contentType]
      if (!demuxer) return null
      return run(program, [
        ...['-nostdin', '-hide_banner', '-v', 'error', '-threads', '1', '-filter_threads', '1'],
        ...['-protocol_whitelist', 'file', '-codec_whitelist', decoders, '-f', demuxer],
        ...['-ss', atSeconds.toFixed(2), '-i', `file:${path}`, '-an', '-sn', '-dn', '-frames:v', '1'],
        ...['-vf', `fps=2,scale=1280:1280:force_original_aspect_ratio=decrease,thumbnail=${candidates}`],
        ...['-f', 'image2pipe', '-c:v', 'png', 'pipe:1'],
      ])
    },
  }
}

/** Returns the output of the program, or null. A shell sets the limits and is replaced by the program, so there is one process to end. */
function run(program: string, args: string[]): Promise<Uint8Array | null> {
  const limits = `ulimit -v ${memoryKb} 2>/dev/null; ulimit -t ${cpuSeconds} 2>/dev/null; exec "$0" "$@"`
  const [file, given] = process.platform === 'win32' ? [program, args] : ['/bin/sh', ['-c', limits, program, ...args]]
  const options = { encoding: 'buffer', timeout: limitMs, killSignal: 'SIGKILL', maxBuffer: maxPngBytes } as const
  return new Promise((resolve) => {
    execFile(file, given, options, (error, output) => resolve(error || output.length === 0 ? null : output))
  })
}
