import { clamp, easeInOut, ramp, randomFrom, range } from '../../draw/motion.ts'
import { pill } from '../../draw/parts.ts'
import { recapScene, slide, titleScene } from '../../draw/slides.ts'
import { circle, fade, group, line, path, penPath, polyline, text } from '../../draw/svg.ts'
import { hue, ink, paper, saffron } from '../../draw/theme.ts'
import type { Film } from '../film.ts'

const bell = (x: number, spread = 1): number => Math.exp(-(x * x) / (2 * spread * spread))
const random = randomFrom(42)
const bins = range(190).map(() => clamp(Math.round((random() + random() + random() + random() - 2) * 4.8) + 7, 0, 14))
const levels = bins.map((bin, index) => bins.slice(0, index).filter((other) => other === bin).length)

const drops = (t: number): string =>
  bins
    .map((bin, index) => {
      const p = easeInOut(ramp(t, index * 0.028, 0.55))
      if (p <= 0) return ''
      const goal = 602 - (levels[index] ?? 0) * 14
      return circle(220 + bin * 60, 130 + (goal - 130) * p, 7, {
        fill: bin === 7 ? saffron.base : ink.violet,
        opacity: clamp(p * 3),
      })
    })
    .join('')

const hump = (spread: number, height: number): readonly (readonly [number, number])[] =>
  range(91).map((index) => [640 + (index - 45) * 12, 590 - bell((index - 45) / 15, spread) * height] as const)

export const spread: Film = {
  name: 'data-spread',
  container: 'mp4',
  voice: 'rms',
  tune: 10,
  scenes: [
    titleScene({
      category: 'Data Science',
      title: 'The average hides the story',
      say: ['Two classes have the same average. They are not the same class.'],
      picture: (at) => {
        const draw = (spread: number, height: number): string =>
          polyline(
            range(61).map((index) => [10 + index * 8.4, 430 - bell((index - 30) / 10, spread) * height] as const),
          )
        return (
          penPath(draw(0.6, 360), ramp(at.t, 0.6, 1.6), { stroke: saffron.base, width: 9 }) +
          penPath(draw(1.5, 190), ramp(at.t, 1.3, 1.6), { stroke: '#8d86f5', width: 9 }) +
          line(262, 40, 262, 440, { stroke: '#ffffff66', width: 3, dash: '3 12' }) +
          line(10, 434, 514, 434, { stroke: '#ffffff55', width: 4 })
        )
      },
    }),
    {
      say: [
        'Every dot is one student’s travel time. Most fall in the middle.',
        'A few are very near, and a few are very far.',
      ],
      tail: 1.6,
      draw: (at) =>
        slide(
          at,
          { heading: 'Watch them pile up', step: 1, of: 2 },
          drops(at.t - 0.5) +
            line(180, 620, 1100, 620, { stroke: '#bdb7dd', width: 4 }) +
            text(180, 662, '10 minutes', { size: 24, fill: paper.grey }) +
            text(1100, 662, '80 minutes', { size: 24, fill: paper.grey, anchor: 'end' }) +
            text(640, 662, 'average 45', { size: 24, weight: 680, anchor: 'middle' }),
        ),
    },
    {
      say: [
        'The standard deviation measures the width of that hill.',
        'About two thirds of all students are within one step of the middle.',
      ],
      tail: 1.6,
      draw: (at) => {
        const wide = 1 + 0.5 * Math.sin(clamp((at.t - at.cue(0) - 1.4) / 2.2) * Math.PI)
        const band = at.after(1, 0.3, 0.9)
        const points = hump(wide, 390 / wide)
        const inside = points.filter(([x]) => Math.abs(x - 640) <= 180 * wide * band)
        const first = inside[0]
        const last = inside.at(-1)
        return slide(
          at,
          { heading: 'How wide is the hill?', step: 2, of: 2 },
          (band > 0.02 && first && last
            ? path(`${polyline(inside)} L${last[0]} 590 L${first[0]} 590 Z`, { fill: fade(saffron.base, 0.45) })
            : '') +
            path(polyline(points), { stroke: ink.indigo, width: 7 }) +
            line(100, 592, 1180, 592, { stroke: '#bdb7dd', width: 4 }) +
            line(640, 180, 640, 592, { stroke: paper.grey, width: 3, dash: '4 10' }) +
            group(
              { opacity: at.after(0, 0.8) },
              line(640, 634, 640 + 180 * wide, 634, { stroke: hue.teal, width: 6 }),
              text(660 + 180 * wide, 643, 'one standard deviation', { size: 25, weight: 620, fill: '#0b6e63' }),
            ) +
            (band > 0.5
              ? group(
                  { opacity: clamp((band - 0.5) * 2) },
                  pill(640, 440, '68 %', { anchor: 'middle', size: 44, fill: '#fff' }),
                )
              : ''),
        )
      },
    },
    recapScene({
      say: ['Never give an average alone. Say how wide it is.'],
      points: ['The average is only the middle', 'Deviation says how wide', 'Draw it before you trust it'],
    }),
  ],
}
