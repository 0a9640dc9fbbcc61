import { easeInOut, lerp, ramp } from '../../draw/motion.ts'
import { arrow, phone, pill, words } from '../../draw/parts.ts'
import { popAt, recapScene, slide, titleScene } from '../../draw/slides.ts'
import { circle, group, path, rect, text } from '../../draw/svg.ts'
import { hue, ink, paper, saffron } from '../../draw/theme.ts'
import type { Film } from '../film.ts'

const list = (picked: number): string =>
  group(
    {},
    text(24, 92, 'Orders', { size: 32, weight: 740 }),
    ...['Dosa', 'Chai', 'Samosa', 'Lassi'].map((name, index) =>
      group(
        {},
        rect(18, 118 + index * 98, 264, 84, 18, {
          fill: index === 1 && picked > 0 ? '#ece9ff' : '#fff',
          stroke: '#e4e2ee',
          width: 2,
        }),
        circle(62, 160 + index * 98, 26, { fill: ['#ffd9a0', '#e8b88a', '#ffc766', '#cfeee0'][index] ?? '#fff' }),
        text(102, 156 + index * 98, name, { size: 24, weight: 650 }),
        words(102, 170 + index * 98, [90], 10, '#dcd9ea', 9),
      ),
    ),
  )

const detail = (): string =>
  group(
    {},
    rect(0, 0, 300, 600, 0, { fill: '#fff' }),
    rect(0, 0, 300, 260, 0, { fill: '#f0c79c' }),
    circle(150, 160, 66, { fill: '#fff' }),
    circle(150, 160, 50, { fill: '#b86b32' }),
    path('M34 66 L22 78 L34 90', { stroke: paper.text, width: 5 }),
    text(24, 318, 'Masala chai', { size: 32, weight: 740 }),
    words(24, 344, [240, 210, 160], 26, '#dcd9ea', 11),
    rect(24, 492, 252, 62, 31, { fill: saffron.base }),
    text(150, 532, 'Order again', { size: 24, weight: 690, anchor: 'middle', fill: '#3a2200' }),
  )

const done = (): string =>
  group(
    {},
    rect(0, 0, 300, 600, 0, { fill: '#e8f7f0' }),
    circle(150, 250, 70, { fill: hue.leaf }),
    path('M118 252 L142 276 L186 226', { stroke: '#fff', width: 12 }),
    text(150, 376, 'Thank you', { size: 34, weight: 740, anchor: 'middle' }),
    words(80, 404, [140], 20, '#b9d9c8', 11),
  )

const plate = (x: number, y: number, name: string, fill: string, p: number): string =>
  popAt(
    p,
    x,
    y,
    rect(x - 150, y - 42, 300, 84, 18, { fill, filter: 'url(#near)' }),
    text(x, y + 10, name, { size: 28, weight: 660, anchor: 'middle', fill: '#fff' }),
  )

export const navigation: Film = {
  name: 'app-navigation',
  container: 'mp4',
  voice: 'rms',
  tune: 4,
  scenes: [
    titleScene({
      category: 'App Development',
      title: 'Screens are a stack',
      say: ['Moving between screens is like moving plates on a stack.'],
      picture: (at) =>
        [0, 1, 2, 3]
          .map((index) => {
            const p = ramp(at.t, 0.7 + index * 0.4, 0.55)
            return group(
              { y: (1 - easeInOut(p)) * -120, opacity: p },
              path(
                `M260 ${330 - index * 70} L470 ${410 - index * 70} L260 ${490 - index * 70} L50 ${410 - index * 70} Z`,
                {
                  fill: ['#2b2570', '#3d349a', ink.violet, saffron.base][index] ?? ink.violet,
                  stroke: '#ffffff55',
                  width: 3,
                },
              ),
            )
          })
          .join(''),
    }),
    {
      say: [
        'Open an order, and its screen is pushed on top.',
        'Confirm it, and one more screen is pushed.',
        'Go back, and the top one is popped off.',
      ],
      tail: 1.5,
      draw: (at) => {
        const first = easeInOut(ramp(at.t, at.cue(0) + 0.9, 0.55))
        const second = easeInOut(ramp(at.t, at.cue(1) + 0.7, 0.55))
        const back = easeInOut(ramp(at.t, at.cue(2) + 0.8, 0.6))
        const top = second - back
        return slide(
          at,
          { heading: 'Push and pop', step: 1, of: 1 },
          plate(400, 560, 'Orders', ink.deep, 1) +
            group({ y: (1 - first) * -60 }, plate(400, 466, 'Masala chai', ink.violet, first)) +
            group({ y: (1 - top) * -60 }, plate(400, 372, 'Thank you', hue.leaf, top)) +
            group(
              { opacity: first * (1 - back) },
              pill(400, 250, 'push', { anchor: 'middle', fill: '#fff1d9', ink: '#9a5300', size: 28 }),
              arrow(400, 280, 400, 318, saffron.base, 6),
            ) +
            group(
              { opacity: back },
              pill(400, 250, 'pop', { anchor: 'middle', fill: '#ffe3ea', ink: '#b0234e', size: 28 }),
              arrow(400, 318, 400, 280, hue.rose, 6),
            ) +
            phone(
              810,
              122,
              0.92,
              list(ramp(at.t, at.cue(0) + 0.5, 0.2)) +
                (first > 0 ? group({ x: lerp(300, 0, first) }, detail()) : '') +
                (top > 0 ? group({ x: lerp(300, 0, top) }, done()) : ''),
            ),
        )
      },
    },
    recapScene({
      say: ['Push to go deeper. Pop to come back. Keep the stack short.'],
      points: ['Push puts a screen on top', 'Pop brings the last one back', 'A short stack is easy to leave'],
    }),
  ],
}
