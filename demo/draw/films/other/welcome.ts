import { easeInOut, ramp, range } from '../../draw/motion.ts'
import { mark, pane, tick, words } from '../../draw/parts.ts'
import { popAt, recapScene, slide, titleScene } from '../../draw/slides.ts'
import { circle, group, path, rect, text } from '../../draw/svg.ts'
import { hue, ink, paper, saffron } from '../../draw/theme.ts'
import type { Film } from '../film.ts'

const icons = [
  (x: number, y: number): string =>
    path(`M${x - 28} ${y - 40} L${x + 44} ${y} L${x - 28} ${y + 40} Z`, { fill: '#fff', stroke: '#fff', width: 10 }),
  (x: number, y: number): string =>
    rect(x - 36, y - 44, 24, 88, 8, { fill: '#fff' }) + rect(x + 12, y - 44, 24, 88, 8, { fill: '#fff' }),
  (x: number, y: number): string =>
    path(`M${x - 40} ${y + 42} L${x - 32} ${y + 6} L${x + 22} ${y - 48} L${x + 50} ${y - 20} L${x - 4} ${y + 34} Z`, {
      fill: '#fff',
      stroke: '#fff',
      width: 6,
    }),
] as const

export const welcome: Film = {
  name: 'welcome',
  container: 'mp4',
  voice: 'slt',
  tune: 3,
  scenes: [
    titleScene({
      category: 'Before you start',
      title: 'Welcome to your course',
      say: ['Welcome. It is good to have you here.'],
      picture: (at) =>
        group({ y: Math.sin(at.t * 1.5) * 8 }, mark(10, 0, 500, true)) +
        range(9)
          .map((index) =>
            circle(
              260 + Math.cos(index * 0.7 + at.t * 0.5) * 250,
              270 + Math.sin(index * 0.7 + at.t * 0.5) * 230,
              6 + (index % 3) * 4,
              {
                fill: [saffron.light, '#fff', '#8d86f5'][index % 3] ?? '#fff',
                opacity: 0.8 * ramp(at.t, 0.8 + index * 0.1, 0.4),
              },
            ),
          )
          .join(''),
    }),
    {
      say: [
        'Every lesson is short. Watch it once, all the way through.',
        'Then stop, and try it yourself.',
        'And write one line about what surprised you.',
      ],
      tail: 1.4,
      draw: (at) =>
        slide(
          at,
          { heading: 'Watch, pause, try', step: 1, of: 2 },
          ['Watch', 'Pause and try', 'Write it down']
            .map((name, index) => {
              const x = 260 + index * 380
              return popAt(
                ramp(at.t, at.cue(index), 0.55),
                x,
                360,
                circle(x, 340, 130, { fill: [ink.violet, saffron.base, hue.teal][index] ?? '', filter: 'url(#near)' }),
                icons[index]?.(x, 340) ?? '',
                text(x, 534, name, { size: 36, weight: 690, anchor: 'middle' }),
                text(x, 576, ['a few minutes each', 'that is where you learn', 'one line is enough'][index] ?? '', {
                  size: 24,
                  anchor: 'middle',
                  fill: paper.grey,
                }),
              )
            })
            .join(''),
        ),
    },
    {
      say: ['You can come back whenever you like. The player remembers where you were.'],
      tail: 1.8,
      draw: (at) => {
        const p = 0.32 + 0.36 * easeInOut(ramp(at.t, 1, 3))
        return slide(
          at,
          { heading: 'At your own pace', step: 2, of: 2 },
          pane(64, 136, 760, 520, {
            bar: false,
            inside: group(
              {},
              rect(24, 24, 712, 400, 14, { fill: ink.deep }),
              circle(380, 224, 62, { fill: saffron.base }),
              path('M362 192 L412 224 L362 256 Z', { fill: '#fff', stroke: '#fff', width: 6 }),
              rect(24, 460, 712, 14, 7, { fill: '#e4e2ee' }),
              rect(24, 460, 712 * p, 14, 7, { fill: saffron.base }),
              circle(24 + 712 * p, 467, 17, { fill: '#fff', stroke: saffron.base, width: 6 }),
            ),
          }) +
            pane(856, 136, 360, 520, {
              bar: false,
              inside: range(5)
                .map((row) =>
                  group(
                    {},
                    rect(20, 24 + row * 96, 320, 80, 16, { fill: row === 2 ? '#ece9ff' : '#f7f6fb' }),
                    row < 2
                      ? tick(58, 64 + row * 96, 36, ramp(at.t, 0.5 + row * 0.4, 0.4), hue.leaf)
                      : circle(58, 64 + row * 96, 16, { stroke: '#bdb7dd', width: 4 }),
                    words(92, 48 + row * 96, [200 - row * 14, 120], 24, row === 2 ? ink.violet : '#cfcbe0', 10),
                  ),
                )
                .join(''),
            }),
        )
      },
    },
    recapScene({
      heading: 'Let us begin',
      say: ['Short lessons, real practice, your own pace. Let us begin.'],
      points: ['Watch once, then try', 'Write one line a lesson', 'Ask when you are stuck'],
    }),
  ],
}
