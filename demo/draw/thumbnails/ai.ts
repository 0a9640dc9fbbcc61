import { randomFrom, range } from '../draw/motion.ts'
import { arrow, editor, tick, words } from '../draw/parts.ts'
import { circle, group, line, path, rect, text } from '../draw/svg.ts'
import { hue, ink, saffron } from '../draw/theme.ts'
import type { Picture } from './ground.ts'

export const spark = (x: number, y: number, size: number, fill: string): string =>
  path(
    `M${x} ${y - size} C${x + size * 0.14} ${y - size * 0.2} ${x + size * 0.2} ${y - size * 0.14} ${x + size} ${y} C${x + size * 0.2} ${y + size * 0.14} ${x + size * 0.14} ${y + size * 0.2} ${x} ${y + size} C${x - size * 0.14} ${y + size * 0.2} ${x - size * 0.2} ${y + size * 0.14} ${x - size} ${y} C${x - size * 0.2} ${y - size * 0.14} ${x - size * 0.14} ${y - size * 0.2} ${x} ${y - size} Z`,
    { fill },
  )

const scatter = (): string => {
  const random = randomFrom(5)
  const points = range(62).map(() => {
    const side = random() > 0.5
    return {
      x: (side ? 760 : 330) + (random() + random() - 1) * 260,
      y: (side ? 240 : 470) + (random() + random() - 1) * 180,
      side,
    }
  })
  return (
    line(170, 630, 1110, 630, { stroke: '#ffffff88', width: 7 }) +
    line(170, 630, 170, 90, { stroke: '#ffffff88', width: 7 }) +
    path('M280 110 C470 230 520 420 930 610', { stroke: '#fff', width: 9, dash: '3 24' }) +
    points
      .map(({ x, y, side }) =>
        circle(x, y, 19, { fill: side ? saffron.base : '#ff7fd0', stroke: '#ffffff66', width: 3 }),
      )
      .join('') +
    group(
      {},
      circle(940, 470, 40, { fill: '#fff', filter: 'url(#near)' }),
      text(940, 488, '?', { size: 52, weight: 800, anchor: 'middle', fill: '#6a2a86' }),
    )
  )
}

const network = (): string => {
  const layers = [3, 4, 4, 3].map((count, layer) =>
    range(count).map((index) => ({ x: 220 + layer * 280, y: 360 + (index - (count - 1) / 2) * 140 })),
  )
  const strong = (a: number, b: number, c: number): number => Math.abs(Math.sin(a * 7.1 + b * 2.7 + c * 4.3))
  return (
    layers
      .slice(1)
      .flatMap((layer, index) =>
        layer.flatMap((to, row) =>
          (layers[index] ?? []).map((from, other) =>
            strong(index, other, row) < 0.4
              ? ''
              : line(from.x, from.y, to.x, to.y, {
                  stroke: strong(index, other, row) > 0.72 ? saffron.base : '#c9a4ea',
                  width: 2 + strong(index, other, row) * 5,
                  opacity: strong(index, other, row) > 0.72 ? 1 : 0.35,
                }),
          ),
        ),
      )
      .join('') +
    layers
      .flatMap((layer, index) =>
        layer.map(({ x, y }, row) =>
          circle(x, y, 44, {
            fill: index === 3 ? (row === 1 ? saffron.base : '#fff') : row % 2 ? '#d45fc4' : '#fff',
            stroke: '#2b1450',
            width: 7,
          }),
        ),
      )
      .join('')
  )
}

const vision = (): string =>
  group(
    { x: 200, y: 90 },
    `<clipPath id="photo"><rect width="880" height="540" rx="40"/></clipPath>`,
    group(
      { clip: 'url(#photo)' },
      rect(0, 0, 880, 540, 0, { fill: '#ffd9a0' }),
      circle(680, 140, 78, { fill: '#ffb02e' }),
      path('M0 330 L200 150 L360 330 L520 200 L880 400 V540 H0 Z', { fill: '#8a63c9' }),
      rect(0, 420, 880, 120, 0, { fill: '#3b2a6b' }),
      group(
        { x: 250, y: 370 },
        rect(-120, -30, 250, 76, 20, { fill: hue.teal }),
        path('M-70 -30 L-40 -84 H60 L96 -30 Z', { fill: hue.teal }),
        path('M-52 -34 L-32 -70 H4 V-34 Z M16 -70 H52 L74 -34 H16 Z', { fill: '#dff7f1' }),
        circle(-60, 48, 30, { fill: '#1c1633' }),
        circle(72, 48, 30, { fill: '#1c1633' }),
      ),
      group(
        { x: 620, y: 400 },
        circle(0, -96, 34, { fill: '#a9693f' }),
        path('M-46 90 V-20 Q-46 -58 0 -58 Q46 -58 46 -20 V90 Z', { fill: hue.rose }),
      ),
    ),
    ...[
      [112, 264, 284, 178, 'car 0.98', saffron.base],
      [546, 250, 148, 254, 'person 0.95', '#7ee2b8'],
    ].map(([x, y, w, h, name, colour]) =>
      group(
        { x: Number(x), y: Number(y) },
        rect(0, 0, Number(w), Number(h), 10, { stroke: String(colour), width: 8 }),
        rect(-4, -50, String(name).length * 20 + 26, 50, 10, { fill: String(colour) }),
        text(10, -14, String(name), { size: 32, mono: true, weight: 700, fill: '#1c1633' }),
      ),
    ),
  )

const language = (): string => {
  const tokens = ['the', 'mango', 'is', 'very', '?']
  const xs = [160, 400, 620, 812, 1030]
  return (
    [
      [4, 1, 12],
      [4, 3, 8],
      [4, 0, 3],
      [3, 1, 4],
      [2, 1, 6],
    ]
      .map(([from = 0, to = 0, width = 3]) =>
        path(
          `M${xs[from]} 420 C${xs[from]} ${420 - Math.abs(from - to) * 105} ${xs[to]} ${420 - Math.abs(from - to) * 105} ${xs[to]} 420`,
          { stroke: width > 7 ? saffron.base : '#d9a5ee', width, opacity: width > 7 ? 1 : 0.6 },
        ),
      )
      .join('') +
    tokens
      .map((name, index) =>
        group(
          {},
          rect((xs[index] ?? 0) - (name.length * 14 + 46), 420, name.length * 28 + 92, 112, 28, {
            fill: index === 4 ? saffron.base : '#fff',
            filter: 'url(#lift)',
          }),
          text(xs[index] ?? 0, 492, name, {
            size: 46,
            mono: true,
            weight: 700,
            anchor: 'middle',
            fill: index === 4 ? '#3a2200' : ink.indigo,
          }),
        ),
      )
      .join('') +
    [
      ['sweet', 150],
      ['ripe', 90],
      ['green', 50],
    ]
      .map(([name, width], index) =>
        group(
          {},
          rect(880, 562 + index * 46, Number(width), 30, 15, { fill: index ? '#d9a5ee' : saffron.base }),
          text(880 + Number(width) + 18, 587 + index * 46, String(name), {
            size: 29,
            mono: true,
            weight: 600,
            fill: '#fff',
          }),
        ),
      )
      .join('')
  )
}

const prompt = (): string =>
  group(
    {},
    rect(150, 120, 560, 250, 56, { fill: ink.violet, filter: 'url(#soft)' }),
    path('M230 350 L200 450 L330 366 Z', { fill: ink.violet }),
    words(210, 186, [420, 330, 380], 56, '#cdc8ff', 22),
  ) +
  group(
    {},
    rect(560, 330, 570, 250, 56, { fill: '#fff', filter: 'url(#soft)' }),
    path('M1040 560 L1080 660 L940 576 Z', { fill: '#fff' }),
    [0, 1, 2]
      .map(
        (row) =>
          tick(630, 396 + row * 62, 42, 1, hue.teal) +
          words(674, 386 + row * 62, [[380, 300, 340][row] ?? 0], 20, '#d3cff2', 20),
      )
      .join(''),
  ) +
  spark(900, 200, 110, saffron.base) +
  spark(1040, 130, 46, '#ff9d5c') +
  spark(320, 560, 56, saffron.base)

const office = (): string =>
  [
    ['mail', 250, hue.sky],
    ['ai', 640, ink.violet],
    ['sheet', 1030, hue.teal],
  ]
    .map(([kind, x, colour], index) => {
      const at = Number(x)
      return (
        (index ? arrow(at - 260, 340, at - 158, 340, '#8d86f5', 12) : '') +
        rect(at - 135, 205, 270, 270, 66, { fill: String(colour), filter: 'url(#soft)' }) +
        (kind === 'mail'
          ? rect(at - 84, 282, 168, 118, 18, { fill: '#fff' }) +
            path(`M${at - 78} 292 L${at} 352 L${at + 78} 292`, { stroke: hue.sky, width: 11 })
          : kind === 'ai'
            ? spark(at - 10, 344, 84, '#fff') + spark(at + 70, 268, 32, saffron.base)
            : rect(at - 80, 272, 160, 136, 18, { fill: '#fff' }) +
              path(`M${at - 80} 318 h160 M${at - 80} 362 h160 M${at - 24} 272 v136`, { stroke: hue.teal, width: 8 }))
      )
    })
    .join('') +
  group(
    {},
    rect(390, 530, 500, 92, 46, { fill: '#fff', filter: 'url(#near)' }),
    tick(444, 576, 56, 1, hue.leaf),
    words(494, 566, [330], 20, '#cfcbe6', 20),
  )

const partner = (): string =>
  group(
    { x: 160, y: 120 },
    editor(
      0,
      0,
      700,
      480,
      [
        'def total(orders):',
        '  paid = [o for o in orders',
        '          if o.paid]',
        '  return sum(o.rupees',
        '             for o in paid)',
      ],
      { name: 'orders.py', size: 33, gap: 66 },
    ),
  ) +
  group(
    { x: 790, y: 360, turn: 4 },
    rect(0, 0, 380, 250, 40, { fill: '#fff', filter: 'url(#lift)' }),
    circle(64, 66, 36, { fill: ink.violet }),
    spark(64, 66, 24, saffron.base),
    words(120, 46, [200, 150], 32, '#cfcbe6', 16),
    rect(32, 134, 150, 78, 24, { fill: hue.leaf }),
    path('M84 174 l18 18 l36 -38', { stroke: '#fff', width: 12 }),
    rect(200, 134, 148, 78, 24, { fill: '#ffe3ea' }),
    path('M254 154 l38 38 M292 154 l-38 38', { stroke: hue.rose, width: 12 }),
  ) +
  spark(1080, 190, 78, saffron.base)

export const aiPictures: readonly Picture[] = [
  { name: 'ml-foundations', ground: 'ai', draw: scatter },
  { name: 'deep-learning', ground: 'ai', draw: network },
  { name: 'computer-vision', ground: 'ai', draw: vision },
  { name: 'language-models', ground: 'ai', draw: language },
  { name: 'prompt-craft', ground: 'tools', draw: prompt },
  { name: 'ai-office', ground: 'tools', draw: office },
  { name: 'ai-coding', ground: 'tools', draw: partner },
]
