import { code, onDark } from '../draw/code.ts'
import { arrow, cursor, editor, pane, pill, tick, words } from '../draw/parts.ts'
import { circle, group, path, rect, text } from '../draw/svg.ts'
import { hue, ink, saffron } from '../draw/theme.ts'
import type { Picture } from './ground.ts'

const fromZero = (): string =>
  group(
    { x: 150, y: 130, turn: -3 },
    pane(0, 0, 620, 440, {
      name: '',
      dark: true,
      inside: code(
        ['<main>', '  <h1>Namaste!</h1>', '  <p>My first page</p>', '  <button>Say hi</button>', '</main>'],
        { x: 44, y: 122, size: 36, gap: 62, scheme: onDark },
      ),
    }),
  ) +
  group(
    { x: 640, y: 200, turn: 3 },
    pane(0, 0, 500, 410, {
      inside:
        rect(36, 84, 428, 130, 20, { fill: saffron.base }) +
        circle(110, 149, 40, { fill: '#fff' }) +
        words(176, 124, [220, 150], 36, '#ffffffcc', 16) +
        text(36, 272, 'Namaste!', { size: 50, weight: 780, display: true }) +
        words(36, 296, [300], 20, '#cfcbe6', 14) +
        rect(36, 328, 190, 58, 29, { fill: ink.violet }) +
        text(131, 367, 'Say hi', { size: 27, weight: 690, fill: '#fff', anchor: 'middle' }),
    }),
  ) +
  cursor(850, 560, 2.2)

const react = (): string =>
  group(
    { x: 640, y: 350 },
    ...[0, 60, 120].map((angle) =>
      group({ turn: angle }, `<ellipse rx="330" ry="126" fill="none" stroke="#8fd0ff" stroke-width="17"/>`),
    ),
    circle(0, 0, 58, { fill: saffron.base }),
    ...[
      [330, 0],
      [-165, 286],
      [-165, -286],
    ].map(([x = 0, y = 0]) => circle(x, y, 30, { fill: '#fff', filter: 'url(#near)' })),
  ) +
  group(
    { x: 112, y: 168, turn: -6 },
    rect(0, 0, 250, 96, 28, { fill: '#fff', filter: 'url(#lift)' }),
    text(125, 64, '<Card />', { size: 44, mono: true, weight: 700, anchor: 'middle', fill: ink.violet }),
  ) +
  group(
    { x: 926, y: 480, turn: 5 },
    rect(0, 0, 270, 96, 28, { fill: '#fff', filter: 'url(#lift)' }),
    text(135, 64, 'useState', { size: 44, mono: true, weight: 700, anchor: 'middle', fill: '#c2255c' }),
  )

const apis = (): string =>
  [0, 1, 2]
    .map((row) =>
      group(
        {},
        rect(720, 140 + row * 150, 400, 126, 26, {
          fill: row === 1 ? '#231d66' : '#1c1750',
          stroke: '#5a52b8',
          width: 3,
          filter: 'url(#soft)',
        }),
        circle(776, 203 + row * 150, 15, { fill: row === 1 ? saffron.base : hue.mint }),
        circle(822, 203 + row * 150, 15, { fill: hue.mint }),
        words(880, 184 + row * 150, [190, 130], 30, '#6c64c9', 12),
      ),
    )
    .join('') +
  ['GET /orders', 'POST /orders', '201 Created']
    .map((name, row) =>
      group(
        {},
        rect(130, 152 + row * 150, 400, 100, 50, { fill: row === 2 ? saffron.base : '#fff', filter: 'url(#lift)' }),
        text(330, 216 + row * 150, name, {
          size: 42,
          mono: true,
          weight: 700,
          anchor: 'middle',
          fill: row === 2 ? '#3a2200' : ink.indigo,
        }),
      ),
    )
    .join('') +
  arrow(548, 202, 700, 202, '#fff', 9) +
  arrow(548, 352, 700, 352, '#fff', 9) +
  arrow(700, 502, 548, 502, saffron.light, 9)

const shop = (): string =>
  group(
    { x: 300, y: 120 },
    path('M30 150 H390 L426 500 Q428 530 398 530 H22 Q-8 530 -6 500 Z', { fill: saffron.base, filter: 'url(#lift)' }),
    path('M30 150 H390 L396 210 H24 Z', { fill: '#e58a06' }),
    path('M118 200 V120 A92 92 0 0 1 302 120 V200', { stroke: '#fff', width: 24 }),
    circle(118, 206, 15, { fill: '#fff' }),
    circle(302, 206, 15, { fill: '#fff' }),
    path('M140 330 q70 74 140 0', { stroke: '#fff', width: 20 }),
  ) +
  group(
    { x: 690, y: 300, turn: -7 },
    rect(0, 0, 430, 260, 32, { fill: '#fff', filter: 'url(#lift)' }),
    rect(0, 48, 430, 56, 0, { fill: ink.indigo }),
    rect(36, 140, 84, 60, 12, { fill: saffron.light }),
    words(150, 150, [210, 130], 34, '#cfcbe6', 15),
  ) +
  tick(1096, 286, 118, 1, hue.leaf)

const layout = (): string =>
  group(
    { x: 210, y: 96 },
    rect(0, 0, 860, 528, 36, { fill: '#ffffff', filter: 'url(#lift)' }),
    rect(36, 36, 788, 90, 22, { fill: ink.violet }),
    circle(86, 81, 22, { fill: '#fff' }),
    words(600, 72, [80], 20, '#c9c4ff', 18) + words(710, 72, [80], 20, '#c9c4ff', 18),
    rect(36, 150, 200, 342, 22, { fill: '#e9e8fd' }),
    words(66, 190, [120, 140, 90, 130], 50, '#b3adf0', 16),
    rect(260, 150, 564, 190, 22, { fill: saffron.base }),
    ...[0, 1, 2].map((column) =>
      rect(260 + column * 196, 364, 172, 128, 22, { fill: [hue.teal, '#8d86f5', hue.coral][column] ?? '' }),
    ),
    path('M248 138 V504 M24 138 H836 M248 352 H836', { stroke: hue.rose, width: 4, dash: '4 14' }),
  ) + cursor(1010, 470, 2.4)

const types = (): string =>
  group(
    { x: 190, y: 120 },
    editor(0, 0, 640, 470, ['type Order = {', '  id: string', '  paise: number', '  paid: boolean', '}'], {
      name: 'order.ts',
      size: 37,
      gap: 66,
    }),
  ) +
  group(
    { x: 800, y: 190, turn: 6 },
    rect(0, 0, 290, 290, 44, { fill: '#3b6fe0', filter: 'url(#lift)' }),
    text(145, 196, 'T', { size: 190, weight: 820, fill: '#fff', anchor: 'middle' }),
  ) +
  pill(820, 560, 'string | number', { fill: '#fff', size: 34 })

const tree = (): string =>
  path(
    'M180 500 H1100 M360 500 C460 500 440 300 560 300 H820 C920 300 900 500 1000 500 M480 500 C560 500 540 640 640 640 H760',
    { stroke: '#2d2783', width: 20 },
  ) +
  [
    [180, 500],
    [360, 500],
    [520, 500, 1],
    [700, 500],
    [1000, 500, 2],
    [1100, 500],
  ]
    .map(([x = 0, y = 0, special]) =>
      circle(x, y, special === 2 ? 46 : 32, {
        fill: special === 2 ? saffron.base : '#fff',
        stroke: '#2d2783',
        width: 14,
      }),
    )
    .join('') +
  [
    [560, 300],
    [690, 300],
    [820, 300],
  ]
    .map(([x = 0, y = 0]) => circle(x, y, 32, { fill: hue.mint, stroke: '#1f7a50', width: 14 }))
    .join('') +
  [
    [640, 640],
    [760, 640],
  ]
    .map(([x = 0, y = 0]) => circle(x, y, 30, { fill: '#ffd0da', stroke: hue.rose, width: 14 }))
    .join('') +
  group(
    { x: 520, y: 108 },
    rect(0, 0, 380, 112, 30, { fill: '#fff', filter: 'url(#soft)' }),
    text(190, 72, 'feature/chai', { size: 44, mono: true, weight: 700, anchor: 'middle', fill: '#1f7a50' }),
    path('M150 110 l40 44 l40 -44 Z', { fill: '#fff' }),
  )

export const webPictures: readonly Picture[] = [
  { name: 'web-from-zero', ground: 'web', draw: fromZero },
  { name: 'modern-react', ground: 'web', draw: react },
  { name: 'node-apis', ground: 'web', draw: apis },
  { name: 'full-stack-shop', ground: 'web', draw: shop },
  { name: 'css-layout', ground: 'web', draw: layout },
  { name: 'typescript-teams', ground: 'web', draw: types },
  { name: 'git-teamwork', ground: 'other', draw: tree },
]
