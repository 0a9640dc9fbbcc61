import { clamp, easeInOut, ramp } from '../../draw/motion.ts'
import { arrow, pill, tick, words } from '../../draw/parts.ts'
import { popAt, recapScene, slide, titleScene } from '../../draw/slides.ts'
import { circle, group, line, path, rect, text } from '../../draw/svg.ts'
import { hue, ink, paper, saffron } from '../../draw/theme.ts'
import type { Film } from '../film.ts'

const envelope = (x: number, y: number, scale: number, fill = '#fff'): string =>
  group(
    { x, y, scale },
    rect(-60, -42, 120, 84, 12, { fill, stroke: ink.indigo, width: 5 }),
    path('M-56 -36 L0 10 L56 -36', { stroke: ink.indigo, width: 5 }),
  )

const gear = (x: number, y: number, r: number, turn: number, fill: string): string =>
  group(
    { x, y, turn },
    ...[0, 45, 90, 135, 180, 225, 270, 315].map((angle) =>
      group({ turn: angle }, rect(-r * 0.17, -r * 1.28, r * 0.34, r * 0.5, r * 0.08, { fill })),
    ),
    circle(0, 0, r, { fill }),
    circle(0, 0, r * 0.42, { fill: ink.deep }),
  )

const stations = [
  { name: 'Mail arrives', x: 190, colour: hue.sky },
  { name: 'AI summary', x: 490, colour: ink.violet },
  { name: 'You approve', x: 790, colour: saffron.base },
  { name: 'Sheet', x: 1090, colour: hue.teal },
] as const

const icon = (index: number, x: number, t: number): string =>
  [
    envelope(x, 340, 0.9),
    group(
      {},
      rect(x - 52, 288, 104, 104, 24, { fill: '#fff' }),
      words(x - 32, 312, [64, 50, 58, 36], 18, ink.violet, 8),
      circle(x + 46, 292, 17 + Math.sin(t * 4) * 2, { fill: saffron.base }),
    ),
    group({}, circle(x, 318, 26, { fill: '#fff' }), path(`M${x - 50} 396 Q${x} 330 ${x + 50} 396 Z`, { fill: '#fff' })),
    group(
      {},
      rect(x - 54, 296, 108, 90, 10, { fill: '#fff' }),
      line(x - 54, 326, x + 54, 326, { stroke: hue.teal, width: 4 }),
      line(x - 54, 356, x + 54, 356, { stroke: hue.teal, width: 4 }),
      line(x - 14, 296, x - 14, 386, { stroke: hue.teal, width: 4 }),
    ),
  ][index] ?? ''

export const automate: Film = {
  name: 'tools-automate',
  container: 'mp4',
  voice: 'rms',
  tune: 8,
  scenes: [
    titleScene({
      category: 'AI Tools',
      title: 'Let the boring part run itself',
      say: ['Some work repeats every morning. Let us hand over the boring part.'],
      picture: (at) =>
        gear(190, 200, 120, at.t * 24, '#8d86f5') +
        gear(392, 340, 84, -at.t * 34 + 20, saffron.base) +
        gear(190, 424, 52, at.t * 55, '#5b4fe0'),
    }),
    {
      say: [
        'A mail comes in. The model writes two lines about it.',
        'You read them and approve, and only then the sheet is filled.',
      ],
      tail: 1.6,
      draw: (at) => {
        const stops = [at.cue(0) + 0.2, at.cue(0) + 1.6, at.cue(1) + 0.2, at.cue(1) + 2.2]
        const travel = stops.slice(1).reduce((sum, start) => sum + easeInOut(ramp(at.t, start - 0.2, 0.8)), 0)
        const x = 190 + travel * 300
        const waits = travel > 1.98 && travel < 2.02
        return slide(
          at,
          { heading: 'A flow with a person in it', step: 1, of: 2 },
          stations
            .map(
              (station, index) =>
                (index ? arrow(station.x - 200, 340, station.x - 112, 340, '#c9c4e6', 5) : '') +
                popAt(
                  ramp(at.t, 0.2 + index * 0.22, 0.5),
                  station.x,
                  340,
                  rect(station.x - 92, 248, 184, 184, 40, { fill: station.colour, filter: 'url(#near)' }),
                  icon(index, station.x, at.t),
                  text(station.x, 484, station.name, { size: 28, weight: 650, anchor: 'middle' }),
                ),
            )
            .join('') +
            group(
              { opacity: clamp((at.t - 0.9) * 3) },
              circle(x, 216, 19 + (waits ? Math.sin(at.t * 7) * 4 : 0), {
                fill: saffron.base,
                stroke: '#fff',
                width: 5,
              }),
            ) +
            (waits ? pill(x, 166, 'waits for you', { anchor: 'middle', fill: saffron.pale, ink: '#9a5300' }) : '') +
            (travel > 2.9 ? tick(1180, 252, 52, ramp(at.t, (stops[3] ?? 0) + 0.6, 0.4), hue.leaf) : ''),
        )
      },
    },
    {
      say: [
        'Count the minutes. Forty mails took an hour.',
        'With the flow, you read for ten minutes, and you still decide.',
      ],
      tail: 1.5,
      draw: (at) => {
        const before = at.after(0, 0.8, 1)
        const now = at.after(1, 0.4, 0.8)
        return slide(
          at,
          { heading: 'What it saves', step: 2, of: 2 },
          text(120, 236, 'By hand', { size: 32, weight: 660 }) +
            rect(120, 262, 1000 * before, 96, 24, { fill: '#c3bdf0' }) +
            text(150, 324, `${Math.round(60 * before)} minutes`, { size: 38, weight: 720 }) +
            text(120, 446, 'With the flow', { size: 32, weight: 660, opacity: now }) +
            rect(120, 472, 1000 * (10 / 60) * now, 96, 24, { fill: saffron.base }) +
            text(310, 534, `${Math.round(10 * now)} minutes, and every mail was seen`, {
              size: 34,
              weight: 650,
              opacity: now,
              fill: paper.text,
            }),
        )
      },
    },
    recapScene({
      say: ['Automate the typing. Keep the judgement.'],
      points: ['Pick a task that repeats', 'Put a person before the last step', 'Measure what it saves'],
    }),
  ],
}
