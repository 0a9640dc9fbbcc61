import { randomFrom, range } from '../draw/motion.ts'
import { editor, pane, words } from '../draw/parts.ts'
import { circle, group, line, path, polyline, rect, text } from '../draw/svg.ts'
import { hue, ink, paper, saffron } from '../draw/theme.ts'
import type { Picture } from './ground.ts'

const notebook = (): string =>
  group(
    { x: 130, y: 120 },
    editor(0, 0, 560, 300, ['rain = read("rain.csv")', "rain.groupby('city')", '    .mm.sum().plot()'], {
      name: 'monsoon.ipynb',
      size: 31,
      gap: 66,
    }),
  ) +
  group(
    { x: 330, y: 372, turn: -3 },
    rect(0, 0, 330, 246, 26, { fill: '#fff', filter: 'url(#lift)' }),
    range(4)
      .map(
        (row) =>
          rect(22, 22 + row * 54, 286, 42, 10, { fill: row === 0 ? ink.violet : '#eeecf7' }) +
          (row
            ? words(40, 38 + row * 54, [92], 20, '#b9b3d8', 11) +
              words(224, 38 + row * 54, [[60, 44, 68][row - 1] ?? 50], 20, hue.teal, 11)
            : ''),
      )
      .join(''),
  ) +
  pane(700, 190, 450, 420, {
    bar: false,
    inside:
      [150, 250, 330, 190, 270]
        .map((height, index) =>
          rect(44 + index * 76, 380 - height, 56, height, 12, {
            fill: index === 2 ? saffron.base : index % 2 ? '#5fd3c4' : hue.teal,
          }),
        )
        .join('') + line(34, 382, 416, 382, { stroke: '#cfcbe6', width: 5 }),
  })

const bells = (): string => {
  const hump = (spread: number, height: number, shift: number): [number, number][] =>
    range(101).map((index) => [
      120 + index * 10.4,
      590 - Math.exp(-(((index - 50 - shift) / 16 / spread) ** 2) / 2) * height,
    ])
  const close = (points: [number, number][]): string => `${polyline(points)} L1160 590 L120 590 Z`
  return (
    path(close(hump(1.7, 250, 8)), { fill: '#0b5f66', opacity: 0.9 }) +
    path(polyline(hump(1.7, 250, 8)), { stroke: '#8eeedd', width: 8 }) +
    path(close(hump(0.8, 440, -6)), { fill: saffron.base, opacity: 0.88 }) +
    path(polyline(hump(0.8, 440, -6)), { stroke: '#ffe3ae', width: 9 }) +
    line(110, 592, 1170, 592, { stroke: '#ffffffcc', width: 8 }) +
    line(578, 130, 578, 590, { stroke: '#3a2200', width: 5, dash: '3 18' }) +
    text(578, 112, 'x̄', { size: 62, weight: 700, anchor: 'middle', fill: '#fff' }) +
    line(578, 520, 712, 520, { stroke: '#3a2200', width: 7 }) +
    text(645, 500, 'σ', { size: 52, weight: 700, anchor: 'middle', fill: '#3a2200' })
  )
}

const forecast = (): string => {
  const random = randomFrom(9)
  const past = range(24).map((index): [number, number] => [
    110 + index * 30,
    470 - index * 6 - Math.sin(index * 0.9) * 64 - random() * 26,
  ])
  const last = past.at(-1) ?? [800, 300]
  const next = range(10).map((index): [number, number] => [
    last[0] + index * 38,
    last[1] - index * 13 - Math.sin((23 + index) * 0.9) * 50 + Math.sin(23 * 0.9) * 50,
  ])
  const fan = (width: number): string =>
    `${polyline(next.map(([x, y], index) => [x, y - index * width]))} ${[...next]
      .reverse()
      .map(([x, y], index) => `L${x} ${y + (9 - index) * width}`)
      .join(' ')} Z`
  return (
    range(5)
      .map((row) => line(90, 160 + row * 110, 1190, 160 + row * 110, { stroke: '#ffffff26', width: 4 }))
      .join('') +
    path(fan(17), { fill: saffron.base, opacity: 0.28 }) +
    path(fan(9), { fill: saffron.base, opacity: 0.42 }) +
    path(polyline(past), { stroke: '#fff', width: 11 }) +
    path(polyline(next), { stroke: saffron.base, width: 11, dash: '4 22' }) +
    past
      .filter((_, index) => index % 3 === 0)
      .map(([x, y]) => circle(x, y, 14, { fill: '#8eeedd' }))
      .join('') +
    line(last[0], 110, last[0], 620, { stroke: '#ffffffaa', width: 5, dash: '3 16' }) +
    circle(last[0], last[1], 22, { fill: '#fff', stroke: saffron.base, width: 9 })
  )
}

const query = (): string =>
  group(
    { x: 170, y: 150 },
    editor(0, 0, 580, 420, ['SELECT city, SUM(paise)', 'FROM orders', 'JOIN customers', 'GROUP BY city'], {
      name: 'cities.sql',
      size: 36,
      gap: 76,
    }),
  ) +
  group(
    { x: 930, y: 360 },
    path('M-150 -170 V170 A150 52 0 0 0 150 170 V-170 Z', { fill: ink.violet, filter: 'url(#soft)' }),
    path('M-150 -60 A150 52 0 0 0 150 -60 M-150 55 A150 52 0 0 0 150 55', { stroke: '#b9b3ff', width: 9 }),
    `<ellipse cx="0" cy="-170" rx="150" ry="52" fill="#8d86f5"/>`,
    [-105, 8, 120].map((y) => circle(96, y + 14, 13, { fill: saffron.base })).join(''),
  )

const dashboard = (): string =>
  pane(150, 84, 980, 552, {
    inside:
      [0, 1, 2]
        .map(
          (index) =>
            rect(36 + index * 308, 84, 288, 118, 22, { fill: ['#efeafd', saffron.pale, '#dff7f1'][index] ?? '' }) +
            words(62 + index * 308, 108, [110], 20, '#8a86a3', 14) +
            text(62 + index * 308, 180, ['₹8.4 L', '1,204', '92 %'][index] ?? '', { size: 48, weight: 760 }),
        )
        .join('') +
      rect(36, 226, 596, 290, 22, { fill: '#f7f6fb' }) +
      path('M66 470 L150 400 L234 424 L318 340 L402 370 L486 292 L600 268 L600 490 L66 490 Z', {
        fill: ink.violet,
        opacity: 0.16,
      }) +
      path('M66 470 L150 400 L234 424 L318 340 L402 370 L486 292 L600 268', { stroke: ink.violet, width: 10 }) +
      circle(600, 268, 17, { fill: saffron.base, stroke: '#fff', width: 6 }) +
      rect(654, 226, 290, 290, 22, { fill: '#f7f6fb' }) +
      group(
        { x: 799, y: 371 },
        circle(0, 0, 90, { stroke: '#e4e2ee', width: 44 }),
        path('M0 -90 A90 90 0 1 1 -85.6 -27.8', { stroke: saffron.base, width: 44, cap: 'butt' }),
        path('M-85.6 -27.8 A90 90 0 0 1 0 -90', { stroke: hue.teal, width: 44, cap: 'butt' }),
      ),
  })

const sheet = (): string =>
  group(
    { x: 190, y: 96 },
    rect(0, 0, 900, 528, 30, { fill: '#fff', filter: 'url(#lift)' }),
    path('M0 84 V30 A30 30 0 0 1 30 0 H870 A30 30 0 0 1 900 30 V84 Z', { fill: '#1d7a4c' }),
    text(40, 58, '=SUM(D2:D6)', { size: 40, mono: true, weight: 700, fill: '#fff' }),
    ...range(5).map((row) =>
      range(5)
        .map(
          (column) =>
            rect(24 + column * 172, 108 + row * 80, 164, 72, 10, {
              fill: row === 0 ? '#d9f0e3' : column === 3 ? '#fff1d9' : '#f4f3fa',
            }) +
            words(
              48 + column * 172,
              138 + row * 80,
              [[90, 116, 74, 104, 82][(row * 2 + column) % 5] ?? 80],
              20,
              row === 0 ? '#5aa67f' : column === 3 ? '#e0a03a' : '#cfcbe0',
              14,
            ),
        )
        .join(''),
    ),
    rect(536, 184, 172, 320, 14, { stroke: '#1d7a4c', width: 7 }),
    circle(708, 504, 14, { fill: '#1d7a4c' }),
  ) +
  group(
    { x: 950, y: 400 },
    circle(90, 90, 116, { fill: saffron.base, filter: 'url(#lift)' }),
    path('M30 130 L72 88 L104 112 L152 52 M152 52 h-40 M152 52 v40', { stroke: paper.text, width: 15 }),
  )

export const dataPictures: readonly Picture[] = [
  { name: 'python-data', ground: 'science', draw: notebook },
  { name: 'useful-statistics', ground: 'science', draw: bells },
  { name: 'forecasting', ground: 'science', draw: forecast },
  { name: 'sql-analysts', ground: 'analytics', draw: query },
  { name: 'dashboards', ground: 'analytics', draw: dashboard },
  { name: 'spreadsheet-analytics', ground: 'analytics', draw: sheet },
]
