import { easeInOut, lerp, ramp, range } from '../../draw/motion.ts'
import { pill } from '../../draw/parts.ts'
import { popAt, recapScene, slide, titleScene } from '../../draw/slides.ts'
import { circle, group, line, path, penPath, polyline, rect, text } from '../../draw/svg.ts'
import { hue, ink, paper, saffron } from '../../draw/theme.ts'
import type { Film } from '../film.ts'

const sales = [96, 97, 99, 101] as const
const weeks = [32, 41, 38, 47, 44, 58, 62, 57, 71, 76, 88, 84] as const

export const honestChart: Film = {
  name: 'analytics-honest-chart',
  container: 'mp4',
  voice: 'rms',
  tune: 12,
  scenes: [
    titleScene({
      category: 'Data Analytics',
      title: 'Charts that tell the truth',
      say: ['The same four numbers can whisper, or they can shout.'],
      picture: (at) =>
        [120, 190, 270, 390]
          .map((height, index) => {
            const p = easeInOut(ramp(at.t, 0.6 + index * 0.25, 0.8))
            return rect(20 + index * 126, 470 - height * p, 96, height * p, 18, {
              fill: index === 3 ? saffron.base : (['#3d349a', ink.violet, '#8d86f5'][index] ?? ink.violet),
            })
          })
          .join('') +
        penPath('M40 320 C150 290 190 240 270 200 S420 80 490 40', ramp(at.t, 1.6, 1), { stroke: '#fff', width: 8 }),
    }),
    {
      say: [
        'This axis starts at ninety-five. Sales seem to explode.',
        'Start it at zero, and you see what happened: a calm five percent.',
      ],
      tail: 1.6,
      draw: (at) => {
        const p = easeInOut(ramp(at.t, at.cue(1) + 0.2, 1.4))
        const base = lerp(95, 0, p)
        const top = lerp(102, 120, p)
        const y = (value: number): number => 590 - ((value - base) / (top - base)) * 380
        return slide(
          at,
          { heading: 'Where does the axis start?', step: 1, of: 2 },
          range(5)
            .map((index) => {
              const value = base + ((top - base) * index) / 4
              return (
                line(190, y(value), 1090, y(value), { stroke: '#e7e4f1', width: 2 }) +
                text(170, y(value) + 9, String(Math.round(value)), {
                  size: 24,
                  fill: index === 0 ? '#b0234e' : paper.grey,
                  weight: index === 0 ? 700 : 500,
                  anchor: 'end',
                })
              )
            })
            .join('') +
            sales
              .map((value, index) => {
                const grow = easeInOut(ramp(at.t, 0.4 + index * 0.2, 0.7))
                const top = 590 - (590 - y(value)) * grow
                return (
                  rect(250 + index * 215, top, 140, 590 - top, 14, { fill: index === 3 ? saffron.base : ink.violet }) +
                  text(320 + index * 215, 634, ['April', 'May', 'June', 'July'][index] ?? '', {
                    size: 26,
                    anchor: 'middle',
                  }) +
                  text(320 + index * 215, top - 14, String(value), {
                    size: 26,
                    weight: 680,
                    anchor: 'middle',
                    opacity: grow,
                  })
                )
              })
              .join('') +
            (p > 0.9 ? pill(640, 190, '+5 %', { anchor: 'middle', fill: '#dcf5f1', ink: '#0b6e63', size: 34 }) : ''),
        )
      },
    },
    {
      say: [
        'Say the one thing that matters, right beside the line.',
        'Grey for everything else. The eye goes where the colour is.',
      ],
      tail: 1.6,
      draw: (at) => {
        const points = weeks.map((value, index) => [150 + index * 84, 600 - value * 4.4] as const)
        const grey = at.after(1, 0.2, 0.8)
        const peak = points[10] ?? [0, 0]
        return slide(
          at,
          { heading: 'One message, one colour', step: 2, of: 2 },
          [0, 1]
            .map((other) =>
              penPath(
                polyline(
                  weeks.map(
                    (value, index) =>
                      [
                        150 + index * 84,
                        610 - (value * (0.62 - other * 0.22) + Math.sin(index + other * 2) * 7) * 4.4,
                      ] as const,
                  ),
                ),
                ramp(at.t, 0.3, 1.4),
                { stroke: grey > 0.5 ? '#d3d0e2' : ([hue.teal, hue.rose][other] ?? ''), width: 6 },
              ),
            )
            .join('') +
            penPath(polyline(points), ramp(at.t, 0.3, 1.6), {
              stroke: grey > 0.5 ? saffron.base : hue.sky,
              width: 6 + grey * 4,
            }) +
            line(130, 626, 1120, 626, { stroke: '#bdb7dd', width: 3 }) +
            popAt(
              ramp(at.t, at.cue(0) + 1.2, 0.5),
              peak[0],
              peak[1],
              circle(peak[0], peak[1], 14, { fill: saffron.base, stroke: '#fff', width: 5 }),
              group(
                {},
                rect(peak[0] - 430, peak[1] - 44, 380, 92, 20, { fill: ink.deep }),
                path(`M${peak[0] - 52} ${peak[1] - 12} l26 12 l-26 12 Z`, { fill: ink.deep }),
                text(peak[0] - 240, peak[1] + 12, 'Festival week: +16 %', {
                  size: 32,
                  weight: 660,
                  fill: '#fff',
                  anchor: 'middle',
                }),
              ),
            ),
        )
      },
    },
    recapScene({
      say: ['Start at zero, say one thing, and colour only that.'],
      points: ['Bars begin at zero', 'Write the message on the chart', 'Colour is for the point you make'],
    }),
  ],
}
