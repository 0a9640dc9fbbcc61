import { type AudioExtractor, AudioFailure, type SoundForm } from '#ports/audio.ts'
import { isInstalled, runProgram } from '../programs/run-program.ts'

const limits = { memoryBytes: 2_000_000 * 1024, cpuSeconds: 120, seconds: 150 }
/** Twice what ten minutes take. */
const maxBytes: Record<SoundForm, number> = { mp3: 8 * 1024 ** 2, pcm: 40 * 1024 ** 2 }

/** One demuxer and the decoders of sound that browsers have. */
const demuxers: Record<string, string> = { 'video/mp4': 'mov', 'video/webm': 'matroska' }
const decoders =
  'aac,mp3,mp3float,opus,libopus,vorbis,libvorbis,flac,alac,ac3,eac3,pcm_s16le,pcm_s16be,pcm_s24le,pcm_f32le'

const forms: Record<SoundForm, readonly string[]> = {
  mp3: ['-c:a', 'libmp3lame', '-b:a', '32k', '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3'],
  pcm: ['-c:a', 'pcm_s16le', '-f', 's16le'],
}

/** Extracts sound with the system's ffmpeg, in a process that is killed when it is too slow or too large. Null without ffmpeg. */
export function ffmpegAudio(program = 'ffmpeg'): AudioExtractor | null {
  if (!isInstalled(program)) return null
  return {
    async extract({ path, contentType, fromSeconds, seconds, form }) {
      const demuxer = demuxers[contentType]
      if (!demuxer) throw new AudioFailure('the kind of the video is not known', false)
      const args = [
        ...['-nostdin', '-hide_banner', '-v', 'error', '-threads', '1', '-filter_threads', '1'],
        ...['-protocol_whitelist', 'file', '-codec_whitelist', decoders, '-f', demuxer],
        ...['-ss', fromSeconds.toFixed(3), '-t', seconds.toFixed(3), '-i', `file:${path}`],
        ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-ac', '1', '-ar', '16000'],
        ...forms[form],
        'pipe:1',
      ]
      const { end, output, errors } = await runProgram(program, args, { limits, maxOutput: maxBytes[form] })
      if (end === 'failed' && errors.includes('matches no streams')) return null
      if (end !== 'done') throw new AudioFailure(`ffmpeg ended as ${end}`, end === 'slow' || end === 'killed')
      return output.length === 0 ? null : new Uint8Array(output)
    },
  }
}
