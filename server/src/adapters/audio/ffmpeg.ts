import { type AudioExtractor, AudioFailure, type SoundForm } from '#ports/audio.ts'
import { soundDecoders } from '../programs/media-input.ts'
import { isInstalled, runProgram } from '../programs/run-program.ts'

const limits = { memoryBytes: 2_000_000 * 1024, cpuSeconds: 120, seconds: 150 }
/** Limits of the program: twice what ten minutes of sound need. */
const maxBytes: Record<SoundForm, number> = { mp3: 8 * 1024 ** 2, pcm: 40 * 1024 ** 2 }

/** The demuxer for each type that is detected from the bytes of a file. */
const demuxers: Record<string, string> = { 'video/mp4': 'mov', 'video/webm': 'matroska' }

/** Many channels without a layout cannot be mixed, so only the first ones are used. */
const firstChannels = ['-af', 'pan=mono|c0=0.5*c0+0.5*c1+0.5*c2+0.5*c3']

const forms: Record<SoundForm, readonly string[]> = {
  mp3: ['-c:a', 'libmp3lame', '-b:a', '32k', '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3'],
  pcm: ['-c:a', 'pcm_s16le', '-f', 's16le'],
}

/** Extracts sound with the system's ffmpeg, in a process that is killed when it takes too long or too much memory. Null without ffmpeg. */
export function ffmpegAudio(program = 'ffmpeg'): AudioExtractor | null {
  if (!isInstalled(program)) return null
  return {
    async extract({ path, contentType, fromSeconds, seconds, form }) {
      const demuxer = demuxers[contentType]
      if (!demuxer) throw new AudioFailure('the kind of the video is not known', false)
      const argsWith = (channels: readonly string[]): string[] => [
        ...['-nostdin', '-hide_banner', '-v', 'error', '-threads', '1', '-filter_threads', '1'],
        ...['-protocol_whitelist', 'file', '-codec_whitelist', soundDecoders, '-f', demuxer],
        ...['-ss', fromSeconds.toFixed(3), '-t', seconds.toFixed(3), '-i', `file:${path}`],
        ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', ...channels, '-ac', '1', '-ar', '16000'],
        ...forms[form],
        'pipe:1',
      ]
      const extractWith = (channels: readonly string[]) =>
        runProgram(program, argsWith(channels), { limits, maxOutput: maxBytes[form] })
      const plain = await extractWith([])
      const { end, output, errors } = plain.errors.includes('Rematrix') ? await extractWith(firstChannels) : plain
      if (end === 'failed' && errors.includes('matches no streams')) return null
      if (end !== 'done') throw new AudioFailure(`ffmpeg ended as ${end}`, end === 'slow' || end === 'killed')
      return output.length === 0 ? null : new Uint8Array(output)
    },
  }
}
