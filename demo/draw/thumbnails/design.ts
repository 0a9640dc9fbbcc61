import { cursor, words } from '../draw/parts.ts'
import { circle, group, line, path, rect, text } from '../draw/svg.ts'
import { hue, ink, paper, saffron } from '../draw/theme.ts'
import type { Picture } from './ground.ts'

const foundations = (): string =>
  circle(360, 380, 220, { fill: ink.violet, filter: 'url(#soft)' }) +
  rect(500, 120, 330, 330, 60, { fill: saffron.base, filter: 'url(#soft)' }) +
  path('M820 610 L980 300 L1140 610 Z', { fill: hue.teal, stroke: hue.teal, width: 26 }) +
  text(665, 366, 'Aa', { size: 210, weight: 800, anchor: 'middle', fill: paper.text, display: true }) +
  rect(498, 118, 334, 334, 62, { stroke: '#fff', width: 6 }) +
  [
    [498, 118],
    [832, 118],
    [498, 452],
    [832, 452],
  ]
    .map(([x = 0, y = 0]) => rect(x - 15, y - 15, 30, 30, 8, { fill: '#fff', stroke: ink.violet, width: 6 }))
    .join('') +
  cursor(840, 462, 2.6)

const system = (): string =>
  group(
    { x: 170, y: 84 },
    rect(0, 0, 940, 552, 40, { fill: '#fff', filter: 'url(#lift)' }),
    ...[ink.violet, '#8d86f5', '#e9e8fd', saffron.base, hue.teal, hue.rose].map((fill, index) =>
      circle(90 + index * 96, 96, 38, { fill }),
    ),
    text(720, 122, 'Aa', { size: 84, weight: 800, display: true, fill: ink.indigo }),
    text(848, 122, 'a', { size: 52, weight: 600, fill: paper.grey }),
    rect(52, 182, 250, 92, 46, { fill: saffron.base }),
    words(112, 220, [130], 20, '#7a4a00', 18),
    rect(328, 182, 250, 92, 46, { fill: '#fff', stroke: ink.violet, width: 6 }),
    words(388, 220, [130], 20, ink.violet, 18),
    rect(604, 182, 284, 92, 24, { fill: '#f4f3fa', stroke: '#d9d6ea', width: 4 }),
    words(636, 220, [150], 20, '#cfcbe0', 18),
    rect(52, 314, 270, 186, 28, { fill: '#e9e8fd' }),
    rect(76, 338, 222, 84, 16, { fill: ink.violet }),
    words(76, 440, [180, 110], 28, '#b3adf0', 14),
    rect(352, 314, 270, 186, 28, { fill: saffron.pale }),
    ...[0, 1, 2].map(
      (row) =>
        circle(396, 356 + row * 52, 17, { fill: row === 1 ? saffron.base : '#fff', stroke: saffron.base, width: 6 }) +
        words(432, 348 + row * 52, [140], 20, '#e8c489', 15),
    ),
    rect(652, 314, 236, 72, 36, { fill: hue.teal }),
    circle(852, 350, 28, { fill: '#fff' }),
    rect(652, 418, 236, 82, 24, { fill: '#ffe3ea' }),
    words(684, 444, [160, 100], 28, hue.rose, 13),
  )

const note = (x: number, y: number, turn: number, fill: string, widths: readonly number[]): string =>
  group(
    { x, y, turn },
    rect(0, 0, 210, 190, 14, { fill, filter: 'url(#near)' }),
    words(28, 44, widths, 38, '#00000038', 16),
  )

const research = (): string =>
  note(140, 110, -5, '#ffd36e', [140, 110, 130]) +
  note(390, 96, 3, '#b9b3ff', [120, 150]) +
  note(160, 350, 4, '#9fe3cf', [150, 120, 90]) +
  note(410, 340, -3, '#ffd36e', [130, 140]) +
  [0, 1, 2, 3, 4]
    .map((index) =>
      group(
        { x: 740 + (index % 3) * 150, y: 190 + Math.floor(index / 3) * 170 },
        circle(0, 0, 62, {
          fill: [ink.violet, saffron.base, hue.teal, hue.rose, '#2d2783'][index] ?? '',
          filter: 'url(#near)',
        }),
        circle(0, -12, 22, { fill: '#fff' }),
        path('M-36 42 Q0 -6 36 42 Z', { fill: '#fff' }),
      ),
    )
    .join('') +
  group(
    { x: 1010, y: 500 },
    circle(0, 0, 96, { fill: '#ffffffaa', stroke: paper.text, width: 22 }),
    path('M70 70 L140 140', { stroke: paper.text, width: 34 }),
    path('M-40 6 l28 28 l52 -60', { stroke: hue.leaf, width: 18 }),
  )

export const designPictures: readonly Picture[] = [
  { name: 'ui-foundations', ground: 'design', draw: foundations },
  { name: 'design-systems', ground: 'design', draw: system },
  { name: 'ux-research', ground: 'design', draw: research },
]

const plant = (): string =>
  path('M640 500 C640 390 652 330 640 190', { stroke: hue.leaf, width: 26 }) +
  path('M642 330 C520 316 480 220 470 190 C590 190 646 250 642 330 Z', { fill: '#6cc38a' }) +
  path('M642 330 C764 306 806 210 812 176 C696 180 640 246 642 330 Z', { fill: hue.leaf }) +
  path('M640 214 C560 200 544 130 542 104 C616 112 650 150 640 214 Z', { fill: hue.leaf }) +
  path('M640 214 C724 198 738 124 738 96 C664 106 632 150 640 214 Z', { fill: '#6cc38a' }) +
  [
    [640, 620, 5],
    [350, 620, 3],
    [930, 620, 7],
  ]
    .map(([x = 0, y = 0, count = 0]) =>
      Array.from(
        { length: count },
        (_, row) =>
          `<ellipse cx="${x}" cy="${y - row * 30}" rx="128" ry="36" fill="${row % 2 ? '#ffc766' : '#fba81f'}" stroke="#c77700" stroke-width="5"/>`,
      ).join(''),
    )
    .join('') +
  text(640, 516, '₹', { size: 54, weight: 800, anchor: 'middle', fill: '#7a4200' })

const stagelight = (): string =>
  path('M640 60 L300 640 H980 Z', { fill: '#ffffff', opacity: 0.55 }) +
  `<ellipse cx="640" cy="640" rx="340" ry="46" fill="#fff" opacity="0.8"/>` +
  group(
    { x: 640, y: 250 },
    rect(-74, -150, 148, 250, 74, { fill: '#2d2783', filter: 'url(#soft)' }),
    ...[-96, -52, -8].map((y) => line(-40, y, 40, y, { stroke: '#8d86f5', width: 9 })),
    path('M-120 20 V40 A120 120 0 0 0 120 40 V20', { stroke: saffron.base, width: 24 }),
    line(0, 162, 0, 300, { stroke: saffron.base, width: 24 }),
    rect(-110, 300, 220, 34, 17, { fill: '#2d2783' }),
  ) +
  [
    [-1, 250],
    [1, 1030],
  ]
    .map(([side = 1, x = 0]) =>
      [0, 1, 2]
        .map((ring) =>
          path(`M${x + side * ring * 54} ${200 - ring * 34} q${side * 60} ${80 + ring * 34} 0 ${160 + ring * 68}`, {
            stroke: [hue.coral, saffron.base, hue.leaf][ring] ?? '',
            width: 18,
          }),
        )
        .join(''),
    )
    .join('')

export const otherPictures: readonly Picture[] = [
  { name: 'personal-finance', ground: 'other', draw: plant },
  { name: 'public-speaking', ground: 'other', draw: stagelight },
]
