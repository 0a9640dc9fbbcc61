import { easeOut, ramp } from '../draw/motion.ts'

/** What a drawing knows about the instant it draws. Times are seconds from the start of its scene. */
export type Moment = {
  t: number
  seconds: number
  /** When the scene's nth spoken line begins. */
  cue: (line: number) => number
  /** Eased progress 0..1 of something that starts `delay` seconds after the nth line began. */
  after: (line: number, delay?: number, length?: number) => number
}

export type Scene = {
  /** Spoken lines in order; each is also one caption. */
  say: readonly string[]
  /** Silence before the first line and after the last, in seconds. */
  lead?: number
  tail?: number
  draw: (at: Moment) => string
}

export type Film = {
  name: string
  container: 'mp4' | 'webm'
  voice: 'slt' | 'rms'
  /** Picks key and figure of the music. */
  tune: number
  scenes: readonly Scene[]
}

export type Spoken = { text: string; start: number; end: number }
export type Timed = { scene: Scene; start: number; seconds: number; lines: readonly Spoken[] }

/** Lays the scenes on one time line from the measured lengths (seconds) of their spoken lines. */
export const timeline = (film: Film, lengthOf: (text: string) => number): Timed[] => {
  const pause = 0.32
  let start = 0
  return film.scenes.map((scene) => {
    let at = scene.lead ?? 0.6
    const lines = scene.say.map((text) => {
      const spoken = { text, start: at, end: at + lengthOf(text) }
      at = spoken.end + pause
      return spoken
    })
    const seconds = Math.round((at - (lines.length ? pause : 0) + (scene.tail ?? 0.8)) * 24) / 24
    const timed = { scene, start, seconds, lines }
    start += seconds
    return timed
  })
}

/** The picture of a film at `t` seconds, as the inside of an SVG of 1280 x 720. */
export const frameAt = (scenes: readonly Timed[], t: number): string => {
  const timed = scenes.findLast((each) => each.start <= t + 1e-6)
  if (!timed) return ''
  const local = t - timed.start
  const cue = (line: number): number => timed.lines[line]?.start ?? timed.seconds
  return timed.scene.draw({
    t: local,
    seconds: timed.seconds,
    cue,
    after: (line, delay = 0, length = 0.55) => easeOut(ramp(local, cue(line) + delay, length)),
  })
}
