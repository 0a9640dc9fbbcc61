import { lengthOf } from '../../draw/code.ts'
import { ramp } from '../../draw/motion.ts'
import { editor } from '../../draw/parts.ts'
import { popAt, recapScene, slide, titleScene } from '../../draw/slides.ts'
import { circle, group, path, penPath, rect, text } from '../../draw/svg.ts'
import { hue, ink, paper, saffron } from '../../draw/theme.ts'
import type { Film } from '../film.ts'

const customers = [
  ['1', 'Asha'],
  ['2', 'Imran'],
  ['3', 'Leela'],
] as const
const orders = [
  ['1', '₹450'],
  ['3', '₹1,200'],
  ['1', '₹275'],
  ['2', '₹640'],
] as const
const colours = [hue.teal, saffron.base, ink.violet]

const grid = (
  x: number,
  y: number,
  title: string,
  heads: readonly [string, string],
  rows: readonly (readonly [string, string])[],
  lit: number,
): string =>
  group(
    { x, y },
    rect(0, 0, 360, 116 + rows.length * 66, 22, { fill: '#fff', stroke: '#e4e2ee', width: 2, filter: 'url(#near)' }),
    text(24, 44, title, { size: 28, weight: 720 }),
    text(24, 92, heads[0], { size: 22, fill: paper.grey, mono: true }),
    text(210, 92, heads[1], { size: 22, fill: paper.grey, mono: true }),
    ...rows.map(([id, value], index) => {
      const colour = colours[Number(id) - 1] ?? ink.violet
      return group(
        {},
        rect(14, 106 + index * 66, 332, 56, 12, { fill: lit > index / rows.length ? `${colour}26` : '#f6f5fc' }),
        circle(44, 134 + index * 66, 18, { fill: colour }),
        text(44, 142 + index * 66, id, { size: 22, weight: 700, anchor: 'middle', fill: '#fff' }),
        text(210, 143 + index * 66, value, { size: 26, weight: 600 }),
      )
    }),
  )

const query = [
  'SELECT name, SUM(amount)',
  'FROM customers',
  'JOIN orders',
  '  ON orders.customer = customers.id',
  'GROUP BY name',
  'ORDER BY SUM(amount) DESC',
]
const result = [
  ['Leela', '₹1,200'],
  ['Asha', '₹725'],
  ['Imran', '₹640'],
] as const

export const sqlJoin: Film = {
  name: 'analytics-sql-join',
  container: 'mp4',
  voice: 'slt',
  tune: 11,
  scenes: [
    titleScene({
      category: 'Data Analytics',
      title: 'Two tables, one answer',
      say: ['Names are in one table, and orders in another. A join brings them together.'],
      picture: (at) => {
        const near = 70 * (1 - ramp(at.t, 0.8, 1.4) ** 0.5)
        return (
          circle(190 - near, 260, 165, { fill: '#8d86f5', opacity: 0.75 }) +
          circle(350 + near, 260, 165, { fill: saffron.base, opacity: 0.8 }) +
          group(
            { opacity: ramp(at.t, 2, 0.6) },
            path('M270 116 A165 165 0 0 1 270 404 A165 165 0 0 1 270 116', { fill: '#fff' }),
          )
        )
      },
    }),
    {
      say: [
        'Every order carries the number of its customer.',
        'Match number with number, and each order finds its name.',
      ],
      tail: 1.5,
      draw: (at) =>
        slide(
          at,
          { heading: 'Follow the key', step: 1, of: 2 },
          orders
            .map(([id], index) => {
              const from = 180 + 134 + (Number(id) - 1) * 66
              const to = 160 + 134 + index * 66
              return penPath(`M480 ${from} C620 ${from} 660 ${to} 800 ${to}`, at.after(1, 0.2 + index * 0.5, 0.6), {
                stroke: colours[Number(id) - 1] ?? ink.violet,
                width: 7,
              })
            })
            .join('') +
            grid(120, 180, 'customers', ['id', 'name'], customers, at.after(1, 0, 1)) +
            grid(800, 160, 'orders', ['customer', 'amount'], orders, at.after(1, 0.4, 1.6)),
        ),
    },
    {
      say: ['In SQL you write exactly that, and then add up the amounts.', 'The best customer comes first.'],
      tail: 1.8,
      draw: (at) =>
        slide(
          at,
          { heading: 'The query', step: 2, of: 2 },
          editor(64, 140, 700, 500, query, {
            name: 'best_customers.sql',
            size: 27,
            gap: 62,
            typed: ramp(at.t, 0.3, at.cue(1) - 0.2) * (lengthOf(query) + 1),
          }) +
            result
              .map(([name, amount], index) =>
                popAt(
                  ramp(at.t, at.cue(1) + 0.2 + index * 0.45, 0.5),
                  1006,
                  220 + index * 130,
                  rect(800, 164 + index * 130, 416, 110, 24, {
                    fill: index === 0 ? saffron.base : '#fff',
                    stroke: index === 0 ? saffron.deep : '#e4e2ee',
                    width: 2,
                    filter: 'url(#near)',
                  }),
                  text(836, 231 + index * 130, name, { size: 36, weight: 700 }),
                  text(1184, 231 + index * 130, amount, { size: 36, weight: 640, anchor: 'end' }),
                ),
              )
              .join(''),
        ),
    },
    recapScene({
      say: ['Find the key, join on it, and group what you want to know.'],
      points: ['A key connects two tables', 'JOIN … ON matches the rows', 'GROUP BY sums each group'],
    }),
  ],
}
