import { lengthOf } from '../../draw/code.ts'
import { clamp, easeInOut, ramp, range } from '../../draw/motion.ts'
import { editor, pane } from '../../draw/parts.ts'
import { recapScene, slide, titleScene } from '../../draw/slides.ts'
import { group, line, rect, text } from '../../draw/svg.ts'
import { hue, ink, paper, saffron } from '../../draw/theme.ts'
import type { Film } from '../film.ts'

const rows = [
  ['Pune', '2026-06', '118'],
  ['pune ', '2026-07', '187'],
  ['Kochi', '2026-06', '—'],
  ['Kochi', '2026-07', '642'],
  ['Jaipur', '2026-06', '54'],
  ['JAIPUR', '2026-07', '211'],
] as const

const bad = (row: number): boolean => row === 1 || row === 5
const empty = (row: number): boolean => row === 2

const table = (x: number, y: number, tidy: number, drop: number): string => {
  let top = y + 62
  const drawn = rows.map(([city, month, rain], row) => {
    const leaving = empty(row) ? drop : 0
    const at = top
    top += 62 * (1 - leaving)
    const name =
      bad(row) && tidy > 0.5 ? city.trim().charAt(0).toUpperCase() + city.trim().slice(1).toLowerCase() : city
    const warn = (bad(row) && tidy <= 0.5) || (empty(row) && leaving === 0)
    return group(
      { opacity: 1 - leaving, x: leaving * 60 },
      rect(x, at, 490, 54, 10, { fill: warn ? '#ffe8ec' : '#f6f5fc' }),
      text(x + 22, at + 36, name, { size: 25, mono: true, fill: warn ? '#b0234e' : paper.text }),
      text(x + 210, at + 36, month, { size: 25, mono: true }),
      text(x + 462, at + 36, rain, { size: 25, mono: true, anchor: 'end' }),
    )
  })
  return (
    text(x + 22, y + 38, 'city', { size: 23, weight: 700, fill: ink.violet }) +
    text(x + 210, y + 38, 'month', { size: 23, weight: 700, fill: ink.violet }) +
    text(x + 462, y + 38, 'rain', { size: 23, weight: 700, fill: ink.violet, anchor: 'end' }) +
    drawn.join('')
  )
}

const clean = [
  'import pandas as pd',
  "rain = pd.read_csv('rain.csv')",
  "rain['city'] = (rain['city']",
  '  .str.strip().str.title())',
  "rain = rain.dropna(subset=['mm'])",
]
const sums = ["total = rain.groupby('city')['mm']", '  .sum()', "total.plot(kind='bar')"]
const totals = [
  ['Jaipur', 265, hue.teal],
  ['Kochi', 642, ink.violet],
  ['Pune', 305, saffron.base],
] as const

export const tidyTable: Film = {
  name: 'data-tidy-table',
  container: 'mp4',
  voice: 'slt',
  tune: 9,
  scenes: [
    titleScene({
      category: 'Data Science',
      title: 'From messy rows to one picture',
      say: ['Real data is never tidy. So the first skill is cleaning.'],
      picture: (at) =>
        range(5)
          .flatMap((row) =>
            range(4).map((column) => {
              const p = easeInOut(ramp(at.t, 0.7 + (row + column) * 0.14, 0.9))
              const mess = Math.sin(row * 5 + column * 3)
              return group(
                {
                  x: 20 + column * 124 + (1 - p) * mess * 60,
                  y: 50 + row * 86 + (1 - p) * mess * 70,
                  turn: (1 - p) * mess * 40,
                },
                rect(0, 0, 112, 72, 14, {
                  fill: row === 0 ? ink.violet : column === 3 ? saffron.base : '#3a338c',
                  stroke: '#ffffff22',
                  width: 2,
                }),
              )
            }),
          )
          .join(''),
    }),
    {
      say: [
        'Two spellings of one city. One month without a number.',
        'Strip and title repair the names. Drop the empty row, and write down that you did.',
      ],
      tail: 1.3,
      draw: (at) => {
        const typed = ramp(at.t, 0.6, at.seconds - 3) * (lengthOf(clean) + 1)
        const tidy = ramp(typed, lengthOf(clean.slice(0, 4)) - 2, 4)
        const drop = easeInOut(ramp(typed, lengthOf(clean) - 3, 4))
        return slide(
          at,
          { heading: 'Clean first', step: 1, of: 2 },
          editor(64, 140, 608, 500, clean, { name: 'monsoon.ipynb', size: 25, gap: 56, typed }) +
            pane(704, 140, 512, 500, { bar: false, inside: table(11, 16, tidy, drop) }),
        )
      },
    },
    {
      say: ['Now group by city, and add the rain of both months.', 'One line more, and the answer is a picture.'],
      tail: 1.6,
      draw: (at) => {
        const p = at.after(1, 0.5, 1)
        return slide(
          at,
          { heading: 'Then ask the question', step: 2, of: 2 },
          editor(64, 140, 608, 320, sums, {
            name: 'monsoon.ipynb',
            size: 25,
            gap: 56,
            typed: ramp(at.t, 0.4, at.cue(1) + 1) * (lengthOf(sums) + 4),
          }) +
            pane(704, 140, 512, 500, {
              bar: false,
              inside:
                line(60, 420, 460, 420, { stroke: '#cfcbe6', width: 3 }) +
                totals
                  .map(([name, value, fill], index) => {
                    const height = (value / 642) * 310 * clamp(p * 1.2 - index * 0.1)
                    return (
                      rect(86 + index * 128, 420 - height, 88, height, 12, { fill }) +
                      text(130 + index * 128, 462, name, { size: 25, anchor: 'middle', weight: 600 }) +
                      text(130 + index * 128, 406 - height, `${Math.round(value * clamp(p * 1.2 - index * 0.1))}`, {
                        size: 24,
                        anchor: 'middle',
                        weight: 680,
                        opacity: p,
                      })
                    )
                  })
                  .join('') +
                text(256, 60, 'rain in mm, June and July', { size: 24, anchor: 'middle', fill: paper.grey }),
            }),
        )
      },
    },
    recapScene({
      say: ['Look, clean, group, and only then draw.'],
      points: ['Look at the rows before you count', 'Write down what you dropped', 'One question, one picture'],
    }),
  ],
}
