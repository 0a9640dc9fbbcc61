import { writeFileSync } from 'node:fs'
import type { Film, Timed } from '../films/film.ts'
import { music } from './music.ts'
import { rate, speak } from './voice.ts'

const level = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / Math.max(1, samples.length))

/** Voice over music, the music softer under the voice; a 16-bit mono WAV file at `target`. */
export const mixSound = (film: Film, scenes: readonly Timed[], target: string): void => {
  const last = scenes.at(-1)
  const seconds = last ? last.start + last.seconds : 0
  const voice = new Float32Array(Math.ceil(seconds * rate))
  const busy = new Uint8Array(voice.length)
  for (const scene of scenes)
    for (const spoken of scene.lines) {
      const samples = speak(spoken.text, film.voice)
      const gain = 0.12 / Math.max(0.01, level(samples))
      const from = Math.round((scene.start + spoken.start) * rate)
      samples.forEach((value, index) => {
        if (from + index < voice.length) voice[from + index] = value * gain
      })
      busy.fill(1, Math.max(0, from - Math.round(rate * 0.25)), from + samples.length)
    }
  const tune = music(seconds, film.tune)
  const bytes = Buffer.alloc(44 + voice.length * 2)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + voice.length * 2, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(voice.length * 2, 40)
  let duck = 0.55
  for (let index = 0; index < voice.length; index++) {
    const goal = busy[index] ? 0.17 : 0.55
    duck += (goal - duck) * (goal < duck ? 0.00012 : 0.00003)
    const sum = (voice[index] ?? 0) + (tune[index] ?? 0) * duck
    bytes.writeInt16LE(Math.round(Math.tanh(sum * 1.5) * 31_000), 44 + index * 2)
  }
  writeFileSync(target, bytes)
}
