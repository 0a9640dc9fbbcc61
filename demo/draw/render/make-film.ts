import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Film, frameAt, type Timed, timeline } from '../films/film.ts'
import { mixSound } from '../sound/mix.ts'
import { rate, speak } from '../sound/voice.ts'
import { openRasteriser } from './browser.ts'
import { startEncoder } from './encode.ts'

export type FilmSize = { width: number; height: number; quality: number }
const fps = 24

const clock = (seconds: number): string => {
  const whole = Math.floor(seconds / 60)
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}:${(seconds % 60).toFixed(3).padStart(6, '0')}`
}

const captions = (scenes: readonly Timed[]): string => {
  const cues = scenes.flatMap((scene) =>
    scene.lines.map(
      (line) => `${clock(scene.start + line.start)} --> ${clock(scene.start + line.end + 0.2)}\n${line.text}\n`,
    ),
  )
  return `WEBVTT\n\n${cues.join('\n')}`
}

export const timeOf = (film: Film): Timed[] => timeline(film, (text) => speak(text, film.voice).length / rate)

/** Draws, speaks and encodes one film into `folder`, with a WebVTT file of the same name beside it. */
export const makeFilm = async (film: Film, folder: string, size: FilmSize): Promise<string> => {
  const scenes = timeOf(film)
  const seconds = scenes.reduce((sum, scene) => sum + scene.seconds, 0)
  const work = mkdtempSync(join(tmpdir(), 'demo-film-'))
  const target = join(folder, `${film.name}.${film.container}`)
  const browser = await openRasteriser(size.width, size.height)
  try {
    const sound = join(work, 'sound.wav')
    mixSound(film, scenes, sound)
    const encoder = startEncoder({ target, container: film.container, sound, fps, quality: size.quality })
    let shown = ''
    let png: Buffer | undefined
    for (let frame = 0; frame < Math.round(seconds * fps); frame++) {
      const picture = frameAt(scenes, frame / fps)
      if (!png || picture !== shown) png = await browser.shoot(picture)
      shown = picture
      await encoder.write(png)
    }
    await encoder.finish()
    writeFileSync(join(folder, `${film.name}.vtt`), captions(scenes))
  } finally {
    await browser.close()
    rmSync(work, { recursive: true })
  }
  return `${film.name}.${film.container}  ${seconds.toFixed(1)} s  ${Math.round(statSync(target).size / 1000)} kB`
}
