import { randomFrom } from '../draw/motion.ts'
import { rate } from './voice.ts'

const hertz = (midi: number): number => 440 * 2 ** ((midi - 69) / 12)

/** Four-chord turns as midi notes; each film's tune number picks one and moves it a little. */
const turns: readonly (readonly (readonly number[])[])[] = [
  [
    [48, 64, 67, 71],
    [45, 64, 67, 72],
    [41, 64, 69, 72],
    [43, 62, 67, 71],
  ],
  [
    [50, 66, 69, 73],
    [47, 66, 69, 74],
    [43, 66, 71, 74],
    [45, 64, 69, 73],
  ],
  [
    [45, 60, 64, 67],
    [41, 60, 64, 69],
    [48, 64, 67, 71],
    [43, 62, 67, 69],
  ],
  [
    [46, 62, 65, 69],
    [43, 62, 65, 70],
    [48, 63, 67, 70],
    [41, 60, 65, 69],
  ],
]

const pluck = (into: Float32Array, at: number, note: number, loudness: number): void => {
  const frequency = hertz(note)
  const length = Math.round(rate * 1.5)
  const from = Math.round(at * rate)
  for (let index = 0; index < length && from + index < into.length; index++) {
    const t = index / rate
    const body = Math.exp(-t * 4.2) * (1 - Math.exp(-t * 260))
    const sound =
      Math.sin(2 * Math.PI * frequency * t) +
      0.28 * Math.exp(-t * 6) * Math.sin(4 * Math.PI * frequency * t) +
      0.1 * Math.exp(-t * 11) * Math.sin(6 * Math.PI * frequency * t)
    into[from + index] = (into[from + index] ?? 0) + sound * body * loudness
  }
}

const pad = (into: Float32Array, at: number, seconds: number, note: number, loudness: number): void => {
  const from = Math.round(at * rate)
  const length = Math.round((seconds + 1.2) * rate)
  const frequency = hertz(note)
  for (let index = 0; index < length && from + index < into.length; index++) {
    const t = index / rate
    const envelope = Math.min(1, t / 0.9) * Math.min(1, Math.max(0, (seconds + 1.2 - t) / 1.2))
    const sway = 1 + 0.12 * Math.sin(2 * Math.PI * 0.23 * t + note)
    const sound =
      Math.sin(2 * Math.PI * frequency * t) +
      0.5 * Math.sin(2 * Math.PI * frequency * 1.003 * t) +
      0.16 * Math.sin(4 * Math.PI * frequency * t)
    into[from + index] = (into[from + index] ?? 0) + sound * envelope * sway * loudness
  }
}

/** Soft chords and plucked notes, made from sines alone; mono samples at 44.1 kHz, fading in and out. */
export const music = (seconds: number, tune: number): Float32Array => {
  const samples = new Float32Array(Math.ceil(seconds * rate))
  const chords = turns[tune % turns.length] ?? []
  const shift = [0, 2, -2, 3, -3][tune % 5] ?? 0
  const random = randomFrom(tune + 11)
  const bar = (60 / (76 + (tune % 4) * 4)) * 4
  for (let at = 0, turn = 0; at < seconds; at += bar, turn++) {
    const chord = chords[turn % chords.length] ?? []
    chord.forEach((note, voice) => {
      pad(samples, at, bar, note + shift, voice === 0 ? 0.1 : 0.045)
    })
    for (let beat = 0; beat < 8; beat++) {
      if (random() < 0.36) continue
      const note = chord[1 + Math.floor(random() * 3)] ?? 64
      pluck(samples, at + (beat * bar) / 8, note + shift + (random() < 0.35 ? 24 : 12), 0.05 + random() * 0.035)
    }
  }
  const edge = rate * 1.2
  return samples.map(
    (value, index) => value * Math.min(1, index / (rate * 0.25)) * Math.min(1, (samples.length - index) / edge),
  )
}
