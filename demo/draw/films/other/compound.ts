import { clamp, easeInOut, ramp, range } from '../../draw/motion.ts'
import { pill } from '../../draw/parts.ts'
import { popAt, recapScene, slide, titleScene } from '../../draw/slides.ts'
import { circle, group, line, path, rect, text } from '../../draw/svg.ts'
import { hue, ink, paper, saffron } from '../../draw/theme.ts'
import type { Film } from '../film.ts'

const rupees = (value: number): string => `₹${Math.round(value).toLocaleString('en-IN')}`
const monthly = 2000
const years = 20

/** Yearly: what was paid in, and what it is worth at 10 % a year. */
const growth = range(years).map((index) => {
  const months = (index + 1) * 12
  const rate = 0.1 / 12
  return { paid: monthly * months, worth: monthly * (((1 + rate) ** months - 1) / rate) * (1 + rate) }
})

const leafPair = (x: number, y: number, size: number): string =>
  path(
    `M${x} ${y} C${x - size} ${y - size * 0.2} ${x - size * 1.2} ${y - size} ${x - size * 1.3} ${y - size * 1.1} C${x - size * 0.4} ${y - size * 1.1} ${x} ${y - size * 0.6} ${x} ${y} Z`,
    { fill: hue.mint },
  ) +
  path(
    `M${x} ${y} C${x + size} ${y - size * 0.2} ${x + size * 1.2} ${y - size} ${x + size * 1.3} ${y - size * 1.1} C${x + size * 0.4} ${y - size * 1.1} ${x} ${y - size * 0.6} ${x} ${y} Z`,
    { fill: hue.leaf },
  )

export const compound: Film = {
  name: 'other-compound-growth',
  container: 'mp4',
  voice: 'slt',
  tune: 17,
  scenes: [
    titleScene({
      category: 'Personal Finance',
      title: 'Small money, long time',
      say: ['The most important part of saving is not the amount. It is the time.'],
      picture: (at) => {
        const p = easeInOut(ramp(at.t, 0.6, 2.2))
        return (
          path(`M260 430 C260 ${430 - 150 * p} 270 ${430 - 200 * p} 260 ${430 - 310 * p}`, {
            stroke: hue.leaf,
            width: 14,
          }) +
          (p > 0.4 ? leafPair(262, 330, 80 * ramp(p, 0.4, 0.3)) : '') +
          (p > 0.65 ? leafPair(262, 210, 62 * ramp(p, 0.65, 0.3)) : '') +
          [0, 1, 2, 3]
            .map((row) =>
              group(
                {},
                `<ellipse cx="260" cy="${486 - row * 24}" rx="150" ry="34" fill="${row % 2 ? '#ffc766' : '#f59e1b'}" stroke="#d9780a" stroke-width="3"/>`,
              ),
            )
            .join('') +
          text(260, 428, '₹', { size: 44, weight: 760, anchor: 'middle', fill: '#7a4200' })
        )
      },
    }),
    {
      say: [
        'Put away two thousand rupees a month, at ten percent a year.',
        'For years it looks slow. Then the interest earns interest, and the curve bends up.',
      ],
      tail: 2,
      draw: (at) => {
        const shown = clamp((at.t - at.cue(0) - 0.8) / (at.seconds - at.cue(0) - 3.2)) * years
        const now = growth[Math.min(years - 1, Math.max(0, Math.ceil(shown) - 1))] ?? { paid: 0, worth: 0 }
        const tall = 400 / (growth.at(-1)?.worth ?? 1)
        return slide(
          at,
          { heading: '₹2,000 a month for 20 years', step: 1, of: 1 },
          line(80, 622, 920, 622, { stroke: '#bdb7dd', width: 3 }) +
            growth
              .map(({ paid, worth }, index) => {
                const p = easeInOut(clamp(shown - index))
                return (
                  rect(92 + index * 41, 620 - worth * tall * p, 31, worth * tall * p, 7, { fill: saffron.base }) +
                  rect(92 + index * 41, 620 - paid * tall * p, 31, paid * tall * p, 7, { fill: ink.violet })
                )
              })
              .join('') +
            [1, 5, 10, 15, 20]
              .map((year) =>
                text(107 + (year - 1) * 41, 658, String(year), { size: 23, fill: paper.grey, anchor: 'middle' }),
              )
              .join('') +
            popAt(
              ramp(at.t, 0.4, 0.5),
              1080,
              330,
              rect(950, 180, 266, 290, 28, { fill: '#fff', filter: 'url(#near)', stroke: '#e4e2ee', width: 2 }),
              circle(984, 226, 11, { fill: ink.violet }),
              text(1006, 234, 'you paid', { size: 23, fill: paper.grey }),
              text(976, 284, rupees(shown > 0 ? now.paid : 0), { size: 38, weight: 720 }),
              circle(984, 356, 11, { fill: saffron.base }),
              text(1006, 364, 'it is worth', { size: 23, fill: paper.grey }),
              text(976, 416, rupees(shown > 0 ? now.worth : 0), { size: 38, weight: 720 }),
            ) +
            (shown >= years
              ? pill(1083, 540, 'time did the rest', { anchor: 'middle', fill: saffron.pale, ink: '#9a5300', size: 24 })
              : ''),
        )
      },
    },
    recapScene({
      say: ['Start early, stay regular, and let the years work.'],
      points: ['Start with what you have', 'Make it automatic', 'An example, not a promise: returns vary'],
    }),
  ],
}
