import { easeInOut, lerp, ramp } from '../../draw/motion.ts'
import { pill } from '../../draw/parts.ts'
import { recapScene, slide, titleScene } from '../../draw/slides.ts'
import { circle, group, path, rect, text } from '../../draw/svg.ts'
import { hue, ink, saffron } from '../../draw/theme.ts'
import type { Film } from '../film.ts'

const mix = (from: string, to: string, p: number): string =>
  `#${[1, 3, 5]
    .map((at) =>
      Math.round(lerp(Number.parseInt(from.slice(at, at + 2), 16), Number.parseInt(to.slice(at, at + 2), 16), p))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** A concert card that goes from all-the-same (0) to well ordered (1) in size, weight, colour and space. */
const card = (of: { size: number; weight: number; colour: number; space: number }): string => {
  const ys = [lerp(330, 334, of.space), lerp(366, 384, of.space), lerp(402, 428, of.space), lerp(438, 520, of.space)]
  const quiet = mix('#221e45', '#8a86a3', of.colour)
  return group(
    {},
    rect(0, 0, 440, 560, 32, { fill: '#fff', filter: 'url(#soft)' }),
    `<clipPath id="concert"><path d="M0 270 V32 A32 32 0 0 1 32 0 H408 A32 32 0 0 1 440 32 V270 Z"/></clipPath>`,
    group(
      { clip: 'url(#concert)' },
      rect(0, 0, 440, 270, 0, { fill: '#2b2570' }),
      circle(330, 90, 130, { fill: ink.violet }),
      circle(110, 250, 120, { fill: hue.rose }),
      circle(220, 140, 64, { fill: saffron.base }),
      path('M196 60 V200 M220 50 V210 M244 60 V200', { stroke: '#fff', width: 7, opacity: 0.85 }),
    ),
    text(32, ys[0] ?? 0, 'Sitar at Sunset', { size: lerp(24, 42, of.size), weight: lerp(500, 760, of.weight) }),
    text(32, ys[1] ?? 0, 'Friday 7 pm, Lake Garden', {
      size: lerp(24, 25, of.size),
      weight: lerp(500, 560, of.weight),
    }),
    text(32, ys[2] ?? 0, 'Bring a mat. Doors open at six.', {
      size: lerp(24, 21, of.size),
      weight: lerp(500, 430, of.weight),
      fill: quiet,
    }),
    rect(28, (ys[3] ?? 0) - 42, 384 * of.colour, 64, 32, { fill: saffron.base, opacity: of.colour }),
    text(lerp(32, 220 - 58, of.colour), ys[3] ?? 0, 'Book now', {
      size: lerp(24, 27, of.size),
      weight: lerp(500, 720, of.weight),
    }),
  )
}

export const hierarchy: Film = {
  name: 'design-hierarchy',
  container: 'mp4',
  voice: 'slt',
  tune: 15,
  scenes: [
    titleScene({
      category: 'UI UX Designing',
      title: 'What do you see first?',
      say: ['Good design decides what you see first, second, and last.'],
      picture: (at) =>
        [
          [200, 210, 190],
          [400, 350, 110],
          [190, 440, 64],
          [420, 130, 36],
        ]
          .map(([x, y, r], index) => {
            const p = easeInOut(ramp(at.t, 0.6 + index * 0.35, 0.7))
            return circle(x ?? 0, (y ?? 0) + Math.sin(at.t * 1.3 + index) * 5, (r ?? 0) * p, {
              fill: [saffron.base, '#8d86f5', hue.rose, '#ffffff'][index] ?? '',
            })
          })
          .join(''),
    }),
    {
      say: [
        'Here, everything has the same voice. So nothing speaks.',
        'Make the title larger and heavier. Give the parts some room.',
        'Let the details step back in grey, and give the one action a colour.',
      ],
      tail: 1.8,
      draw: (at) => {
        const size = easeInOut(ramp(at.t, at.cue(1) + 0.2, 1))
        const weight = easeInOut(ramp(at.t, at.cue(1) + 0.9, 0.7))
        const space = easeInOut(ramp(at.t, at.cue(1) + 2.2, 1))
        const colour = easeInOut(ramp(at.t, at.cue(2) + 0.6, 1.2))
        const labels = [
          ['Size', size],
          ['Weight', weight],
          ['Space', space],
          ['Colour', colour],
        ] as const
        return slide(
          at,
          { heading: 'Four quiet tools', step: 1, of: 2 },
          group({ x: 690, y: 124 }, card({ size, weight, colour, space })) +
            labels
              .map(([name, p], index) =>
                group(
                  {},
                  rect(110, 160 + index * 124, 440, 96, 24, {
                    fill: mix('#ffffff', '#ece9ff', p),
                    stroke: mix('#e4e2ee', '#5b4fe0', p),
                    width: 3,
                  }),
                  text(146, 220 + index * 124, name, { size: 34, weight: 680 }),
                  rect(330, 200 + index * 124, 180, 14, 7, { fill: '#e4e2ee' }),
                  rect(330, 200 + index * 124, Math.max(14, 180 * p), 14, 7, { fill: ink.violet }),
                  circle(330 + 7 + 166 * p, 207 + index * 124, 16, { fill: '#fff', stroke: ink.violet, width: 5 }),
                ),
              )
              .join(''),
        )
      },
    },
    {
      say: ['Now close your eyes a little. One, two, three. The order is still there.'],
      tail: 1.8,
      draw: (at) => {
        const blur = 9 * easeInOut(ramp(at.t, 0.6, 1)) * (1 - easeInOut(ramp(at.t, at.seconds - 1.3, 0.8)))
        const seen = [0, 1, 2].map((index) => ramp(at.t, at.cue(0) + 1.3 + index * 0.5, 0.4))
        return slide(
          at,
          { heading: 'The squint test', step: 2, of: 2 },
          `<filter id="squint"><feGaussianBlur stdDeviation="${blur.toFixed(2)}"/></filter>` +
            `<g filter="url(#squint)">${group({ x: 420, y: 124 }, card({ size: 1, weight: 1, colour: 1, space: 1 }))}</g>` +
            [
              [372, 446],
              [372, 610],
              [372, 508],
            ]
              .map(([x, y], index) =>
                group(
                  { opacity: seen[index] ?? 0 },
                  circle(x ?? 0, y ?? 0, 28, { fill: ink.deep }),
                  text(x ?? 0, (y ?? 0) + 11, String(index + 1), {
                    size: 30,
                    weight: 720,
                    anchor: 'middle',
                    fill: '#fff',
                  }),
                ),
              )
              .join('') +
            group(
              { opacity: seen[2] ?? 0 },
              pill(930, 446, 'title', { size: 24 }),
              pill(930, 610, 'action', { size: 24 }),
              pill(930, 508, 'time and place', { size: 24 }),
            ),
        )
      },
    },
    recapScene({
      say: ['Size, weight, space, and colour. Use each one on purpose.'],
      points: ['One thing is the loudest', 'Space is part of the design', 'Squint before you ship'],
    }),
  ],
}
