import { pane, words } from '../draw/parts.ts'
import { circle, fade, group, line, path, rect, text } from '../draw/svg.ts'
import { hue, saffron } from '../draw/theme.ts'
import type { Picture } from './ground.ts'

const shield = (x: number, y: number, scale: number, fill: string, inside = ''): string =>
  group(
    { x, y, scale },
    path('M0 -60 L52 -40 V4 C52 36 26 56 0 66 C-26 56 -52 36 -52 4 V-40 Z', { fill, filter: 'url(#near)' }),
    inside,
  )

const radar = (): string =>
  [290, 205, 120].map((r) => circle(640, 360, r, { stroke: '#3fbf95', width: 5, opacity: 0.75 })).join('') +
  path('M350 360 H930 M640 70 V650', { stroke: '#3fbf95', width: 3, opacity: 0.4 }) +
  group(
    { x: 640, y: 360, turn: -30 },
    path('M0 0 L290 0 A290 290 0 0 0 205 -205 Z', { fill: fade('#7ee2b8', 0.35) }),
    line(0, 0, 290, 0, { stroke: hue.mint, width: 8 }),
  ) +
  shield(640, 356, 1.9, saffron.base, path('M-22 2 l16 16 l30 -34', { stroke: '#10202a', width: 11 })) +
  [
    [470, 230],
    [800, 470],
    [520, 540],
    [830, 200],
  ]
    .map(([x = 0, y = 0]) => circle(x, y, 19, { fill: hue.mint }))
    .join('') +
  group(
    { x: 90, y: 110 },
    rect(0, 0, 280, 96, 26, { fill: '#0c1c24', stroke: '#2fae83', width: 4 }),
    text(34, 62, '$ scan_', { size: 44, mono: true, weight: 700, fill: hue.mint }),
  ) +
  group(
    { x: 930, y: 520 },
    rect(0, 0, 260, 96, 26, { fill: '#0c1c24', stroke: '#2fae83', width: 4 }),
    text(34, 62, '22 open', { size: 44, mono: true, weight: 700, fill: saffron.light }),
  )

const bug = (): string =>
  pane(170, 110, 820, 500, {
    dark: true,
    name: '',
    inside:
      rect(46, 92, 500, 62, 20, { fill: '#2d2761' }) +
      text(72, 134, "name = ' OR 1=1 --", { size: 36, mono: true, weight: 600, fill: '#ff9fb6' }) +
      words(46, 196, [560, 480, 620, 420, 540], 52, '#2d2761', 22),
  }) +
  group(
    { x: 940, y: 400 },
    circle(0, 0, 168, { fill: fade('#7ee2b8', 0.16), stroke: '#e8fff6', width: 26 }),
    path('M122 122 L216 216', { stroke: '#e8fff6', width: 42 }),
    path('M-40 -50 L-70 -84 M40 -50 L70 -84 M-56 0 H-104 M56 0 H104 M-50 44 L-86 80 M50 44 L86 80', {
      stroke: hue.rose,
      width: 13,
    }),
    `<ellipse cx="0" cy="8" rx="58" ry="74" fill="#e5537a"/>`,
    path('M-44 -40 A44 40 0 0 1 44 -40 Z', { fill: '#a8264c' }),
    line(0, -40, 0, 80, { stroke: '#a8264c', width: 8 }),
    circle(-24, 16, 11, { fill: '#a8264c' }) + circle(24, 16, 11, { fill: '#a8264c' }),
  )

const wall = (): string =>
  [0, 1, 2, 3, 4, 5]
    .map((row) =>
      [0, 1, 2]
        .map((column) =>
          rect(500 + column * 112 - (row % 2 ? 56 : 0), 110 + row * 86, 104, 78, 12, {
            fill: (row + column) % 3 === 0 ? '#ff9d5c' : (row + column) % 3 === 1 ? saffron.base : '#e58a06',
          }),
        )
        .join(''),
    )
    .join('') +
  [
    [200, 170],
    [130, 360],
    [220, 560],
  ]
    .map(
      ([x = 0, y = 0], index) =>
        path(`M${x} ${y} C${x + 130} ${y} 330 ${200 + index * 150} 420 ${210 + index * 150}`, {
          stroke: hue.rose,
          width: 8,
          dash: '3 20',
        }) +
        circle(x, y, 40, { fill: '#2a1420', stroke: hue.rose, width: 8 }) +
        path(`M${x - 15} ${y - 15} l30 30 M${x + 15} ${y - 15} l-30 30`, { stroke: hue.rose, width: 9 }),
    )
    .join('') +
  [
    [1000, 190],
    [1130, 370],
    [980, 540],
  ]
    .map(([x = 0, y = 0], index, all) =>
      line(x, y, all[(index + 1) % 3]?.[0] ?? 0, all[(index + 1) % 3]?.[1] ?? 0, { stroke: '#3fbf95', width: 7 }),
    )
    .join('') +
  [
    [1000, 190],
    [1130, 370],
    [980, 540],
  ]
    .map(
      ([x = 0, y = 0]) =>
        rect(x - 66, y - 50, 132, 92, 18, { fill: '#e8fff6' }) +
        rect(x - 52, y - 38, 104, 58, 8, { fill: '#17725a' }) +
        rect(x - 36, y + 44, 72, 12, 6, { fill: '#e8fff6' }),
    )
    .join('')

export const securityPictures: readonly Picture[] = [
  { name: 'hacking-basics', ground: 'security', draw: radar },
  { name: 'web-security', ground: 'security', draw: bug },
  { name: 'network-defence', ground: 'security', draw: wall },
]
