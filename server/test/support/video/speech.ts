import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** What `files/speech.ogg` says in 21 seconds (espeak-ng). */
export const spokenText =
  'Welcome to this course on databases. Today we look at how tables are joined. A join takes rows of two tables and puts those together that belong together. First we make a small table of students, and then a table of courses. When you are ready, open the editor and write the first query.'

const file = join(import.meta.dirname, '../../files/speech.ogg')

/** Returns the speech as 16-bit PCM of 16 kHz. Needs ffmpeg. */
export function readSpeech(): Uint8Array<ArrayBuffer> {
  const { status, stdout, stderr } = spawnSync('ffmpeg', [
    ...['-v', 'error', '-i', file, '-ac', '1', '-ar', '16000', '-f', 's16le', 'pipe:1'],
  ])
  if (status !== 0) throw new Error(`ffmpeg: ${stderr} (install it: apt-get install ffmpeg)`)
  return new Uint8Array(stdout)
}
