import { clamp, easeInOut, ramp, range } from '../../draw/motion.ts'
import { pill } from '../../draw/parts.ts'
import { recapScene, slide, titleScene } from '../../draw/slides.ts'
import { circle, group, line, path, penPath, polyline, text } from '../../draw/svg.ts'
import { hue, ink, paper, saffron } from '../../draw/theme.ts'
import type { Film } from '../film.ts'

const valley = (x: number): number => 0.9 * x * x + 0.12 * Math.sin(x * 6)
const onScreen = (x: number): [number, number] => [640 + x * 480, 590 - valley(x) * 380]
const bowl = polyline(range(81).map((index) => onScreen(-1.04 + (index / 80) * 2.08)))

const walk = (start: number, rate: number, steps: number): number[] =>
  range(steps).reduce<number[]>(
    (path) => {
      const x = path.at(-1) ?? start
      const slope = 1.8 * x + 0.72 * Math.cos(x * 6)
      return [...path, clamp(x - rate * slope, -1.02, 1.02)]
    },
    [start],
  )

const along = (steps: readonly number[], time: number, pace: number): number => {
  const at = clamp(time / pace, 0, steps.length - 1.001)
  const index = Math.floor(at)
  const [from, to] = [steps[index] ?? 0, steps[index + 1] ?? 0]
  return from + (to - from) * easeInOut(at - index)
}

const ball = (x: number, fill: string): string => {
  const [cx, cy] = onScreen(x)
  return circle(cx, cy - 26, 24, { fill, stroke: '#fff', width: 5 })
}

const slopeAt = (x: number): string => {
  const [x1, y1] = onScreen(x - 0.01)
  const [x2, y2] = onScreen(x + 0.01)
  const angle = Math.atan2(y2 - y1, x2 - x1)
  const [cx, cy] = onScreen(x)
  return line(
    cx - Math.cos(angle) * 110,
    cy - Math.sin(angle) * 110,
    cx + Math.cos(angle) * 110,
    cy + Math.sin(angle) * 110,
    { stroke: hue.rose, width: 5 },
  )
}

export const gradientDescent: Film = {
  name: 'ai-gradient-descent',
  container: 'webm',
  voice: 'rms',
  tune: 6,
  scenes: [
    titleScene({
      category: 'AI/ML',
      title: 'Gradient descent, step by step',
      say: ['How does a machine find the best answer? It walks downhill.'],
      picture: (at) => {
        const rings = [230, 180, 130, 84, 42]
        const steps = walk(-1, 0.2, 10)
        const p = clamp((at.t - 0.8) / 3.4)
        const trail = steps
          .slice(0, 2 + Math.floor(p * 9))
          .map((x, index): [number, number] => [
            260 + x * 190,
            260 + Math.sin(index * 1.1) * 60 * Math.abs(x) + x * 120,
          ])
        return (
          rings
            .map(
              (r, index) =>
                `<ellipse cx="260" cy="260" rx="${r}" ry="${r * 0.8}" fill="${['#2a2470', '#332b85', '#42389f', '#5449c4', '#6f64ea'][index]}" transform="rotate(-24 260 260)"/>`,
            )
            .join('') +
          path(polyline(trail), { stroke: saffron.base, width: 6 }) +
          trail.map(([x, y]) => circle(x, y, 10, { fill: '#fff' })).join('')
        )
      },
    }),
    {
      say: [
        'Height is the error. The slope tells us which way is down.',
        'Take a small step, look at the slope again, and repeat.',
      ],
      tail: 1.4,
      draw: (at) => {
        const x = along(walk(-0.95, 0.12, 16), at.t - at.cue(1), 0.36)
        return slide(
          at,
          { heading: 'Feel the slope, take a step', step: 1, of: 2 },
          penPath(bowl, easeInOut(ramp(at.t, 0.2, 1.2)), { stroke: ink.indigo, width: 7 }) +
            group({ opacity: at.after(0, 0.6) }, slopeAt(x), ball(x, saffron.base)) +
            line(120, 640, 1160, 640, { stroke: '#dcd9ea', width: 3 }) +
            text(1160, 678, 'one weight of the model', { size: 24, fill: paper.grey, anchor: 'end' }) +
            text(120, 178, 'error', { size: 24, fill: paper.grey }),
        )
      },
    },
    {
      say: [
        'Steps that are too small take for ever.',
        'Steps that are too big jump over the valley, again and again.',
        'A good learning rate gets there, and stays.',
      ],
      tail: 1.5,
      draw: (at) => {
        const phase = at.t < at.cue(1) - 0.2 ? 0 : at.t < at.cue(2) - 0.2 ? 1 : 2
        const setting = [
          { rate: 0.016, name: 'too small', pace: 0.25, from: at.cue(0) },
          { rate: 1.02, name: 'too big', pace: 0.5, from: at.cue(1) },
          { rate: 0.17, name: 'just right', pace: 0.34, from: at.cue(2) },
        ][phase] ?? { rate: 0.17, name: '', pace: 0.4, from: 0 }
        const steps = walk(-0.95, setting.rate, 16)
        const time = at.t - setting.from - 0.2
        const colour = [hue.sky, hue.rose, hue.teal][phase] ?? hue.teal
        const seen = steps.slice(0, Math.max(1, Math.ceil(clamp(time / setting.pace, 0, 16))))
        return slide(
          at,
          { heading: 'The learning rate', step: 2, of: 2 },
          path(bowl, { stroke: ink.indigo, width: 7 }) +
            seen.map((x) => circle(onScreen(x)[0], onScreen(x)[1], 7, { fill: colour, opacity: 0.7 })).join('') +
            ball(along(steps, time, setting.pace), colour) +
            pill(640, 190, setting.name, { anchor: 'middle', size: 34, fill: colour, ink: '#fff' }),
        )
      },
    },
    recapScene({
      say: ['Measure the slope. Step down. Choose the step with care.'],
      points: ['The slope points the way', 'Many small steps beat one guess', 'The learning rate sets the pace'],
    }),
  ],
}
