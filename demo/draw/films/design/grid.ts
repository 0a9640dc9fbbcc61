import { easeInOut, lerp, ramp, range } from '../../draw/motion.ts'
import { pill, words } from '../../draw/parts.ts'
import { popAt, recapScene, slide, titleScene } from '../../draw/slides.ts'
import { circle, fade, group, line, path, rect, text } from '../../draw/svg.ts'
import { hue, ink, paper, saffron } from '../../draw/theme.ts'
import type { Film } from '../film.ts'

const columns = (opacity: number): string =>
  range(6)
    .map((index) => rect(24 + index * 124, 0, 104, 500, 0, { fill: fade(hue.rose, 0.11 * opacity) }))
    .join('')

/** Blocks of a shop page: crooked at 0, on the grid at 1. */
const blocks: readonly {
  from: readonly [number, number, number, number]
  to: readonly [number, number, number, number]
}[] = [
  { from: [30, 22, 190, 40], to: [24, 24, 228, 48] },
  { from: [610, 14, 120, 52], to: [644, 24, 104, 48] },
  { from: [38, 92, 660, 150], to: [24, 96, 724, 168] },
  { from: [20, 270, 240, 190], to: [24, 288, 228, 188] },
  { from: [281, 262, 200, 205], to: [272, 288, 228, 188] },
  { from: [500, 283, 262, 176], to: [520, 288, 228, 188] },
]

const page = (snap: number, skin: number): string =>
  group(
    {},
    rect(0, 0, 772, 500, 22, { fill: '#fff', filter: 'url(#soft)' }),
    ...blocks.map(({ from, to }, index) => {
      const [x = 0, y = 0, w = 0, h = 0] = from.map((value, at) => lerp(value, to[at] ?? value, snap))
      const colour = ['#ffffff', saffron.base, '#2b2570', '#fff1d9', '#e9e8fd', '#dcf5f1'][index] ?? '#fff'
      return group(
        {},
        rect(x, y, w, h, lerp(4, 16, skin), { fill: '#eceaf4', stroke: '#b9b5cf', width: 2 }),
        skin > 0 ? rect(x, y, w, h, lerp(4, 16, skin), { fill: colour, opacity: skin }) : '',
        skin > 0.2
          ? group(
              { opacity: skin },
              index === 0 ? text(x, y + 34, 'Mitti Pottery', { size: 30, weight: 760 }) : '',
              index === 1
                ? text(x + w / 2, y + 31, 'Cart 2', { size: 22, weight: 680, anchor: 'middle', fill: '#3a2200' })
                : '',
              index === 2
                ? text(x + 36, y + 78, 'Made by hand,', { size: 36, weight: 720, fill: '#fff' }) +
                    text(x + 36, y + 124, 'made to last.', { size: 36, weight: 720, fill: saffron.light }) +
                    circle(x + 590, y + 96, 62, { fill: hue.coral }) +
                    path(`M${x + 540} ${y + 60} h100 q-6 84 -50 84 q-44 0 -50 -84 Z`, { fill: '#ffd9a0' })
                : '',
              index > 2
                ? circle(x + w / 2, y + 74, 44, { fill: [hue.coral, ink.violet, hue.teal][index - 3] ?? '' }) +
                    words(x + 54, y + 140, [120, 70], 20, '#6d688a55', 10)
                : '',
            )
          : group(
              {},
              index === 2
                ? line(x, y, x + w, y + h, { stroke: '#b9b5cf', width: 2 }) +
                    line(x + w, y, x, y + h, { stroke: '#b9b5cf', width: 2 })
                : '',
            ),
      )
    }),
  )

export const grid: Film = {
  name: 'design-grid',
  container: 'webm',
  voice: 'rms',
  tune: 16,
  scenes: [
    titleScene({
      category: 'UI UX Designing',
      title: 'The grid you never see',
      say: ['Behind every calm page there is a grid that nobody sees.'],
      picture: (at) =>
        range(16)
          .map((index) => {
            const [column, row] = [index % 4, Math.floor(index / 4)]
            return popAt(
              ramp(at.t, 0.5 + index * 0.09, 0.5),
              80 + column * 122,
              80 + row * 122,
              rect(28 + column * 122, 28 + row * 122, 104, 104, 22, {
                fill: [5, 6].includes(index) ? saffron.base : [8, 12, 3].includes(index) ? '#8d86f5' : '#3a338c',
              }),
            )
          })
          .join(''),
    }),
    {
      say: [
        'Here is a sketch. Every block was placed by eye, and it feels restless.',
        'Six columns, and steps of eight pixels. Let the blocks fall into place.',
      ],
      tail: 1.3,
      draw: (at) => {
        const show = at.after(1, 0.1, 0.6)
        const snap = easeInOut(ramp(at.t, at.cue(1) + 2.2, 1.3))
        return slide(
          at,
          { heading: 'Snap to the grid', step: 1, of: 2 },
          group({ x: 254, y: 140 }, page(snap, 0), columns(show)) +
            (show > 0.1
              ? group({ opacity: show }, pill(640, 676, '6 columns · 8 px steps', { anchor: 'middle', size: 22 }))
              : ''),
        )
      },
    },
    {
      say: ['Now add words, pictures, and colour. The rhythm carries them.'],
      tail: 2.2,
      draw: (at) => {
        const skin = easeInOut(ramp(at.t, 0.8, 2))
        return slide(
          at,
          { heading: 'From wireframe to page', step: 2, of: 2 },
          group({ x: 254, y: 140 }, page(1, skin), columns(1 - skin)) +
            (at.t > 3
              ? text(640, 684, 'Same boxes, new clothes', {
                  size: 24,
                  anchor: 'middle',
                  fill: paper.grey,
                  opacity: ramp(at.t, 3, 0.5),
                })
              : ''),
        )
      },
    },
    recapScene({
      say: ['First the columns, then the steps, and only then the paint.'],
      points: ['Choose the columns first', 'Space in steps of eight', 'Break the grid only on purpose'],
    }),
  ],
}
