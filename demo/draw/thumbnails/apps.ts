import { phone, tick, words } from '../draw/parts.ts'
import { circle, group, path, rect, text } from '../draw/svg.ts'
import { hue, ink, paper, saffron } from '../draw/theme.ts'
import type { Picture } from './ground.ts'

const chai = (): string =>
  circle(150, 200, 100, { fill: '#ffe2b0' }) +
  path('M100 172 H200 L187 254 Q185 264 176 264 H124 Q115 264 113 254 Z', {
    fill: '#fff',
    stroke: '#c9793a',
    width: 4,
  }) +
  path('M104 192 H196 L189 240 Q187 248 180 248 H120 Q113 248 111 240 Z', { fill: '#c9793a' }) +
  path('M134 156 q-10 -16 0 -30 M164 156 q10 -16 0 -30', { stroke: '#d9a066', width: 6 }) +
  text(150, 366, 'Masala chai', { size: 38, weight: 740, anchor: 'middle' }) +
  words(70, 388, [160], 20, '#dcd9ea', 12) +
  rect(36, 446, 228, 76, 38, { fill: saffron.base }) +
  text(150, 494, 'Order', { size: 32, weight: 720, anchor: 'middle', fill: '#3a2200' })

const tile = (x: number, y: number, turn: number, name: string, fill: string): string =>
  group(
    { x, y, turn },
    rect(-150, -52, 300, 104, 28, { fill: '#fff', filter: 'url(#lift)' }),
    circle(-96, 0, 26, { fill }),
    text(-54, 15, name, { size: 42, weight: 700 }),
  )

const flutter = (): string =>
  phone(500, 66, 0.98, chai()) +
  tile(270, 240, -6, 'Column', ink.violet) +
  tile(254, 450, 4, 'Image', hue.teal) +
  tile(1030, 280, 6, 'Text', hue.rose) +
  tile(1040, 486, -4, 'Button', saffron.base)

const kotlin = (): string =>
  group(
    { x: 250, y: 120, turn: -9 },
    phone(
      0,
      0,
      0.84,
      rect(0, 0, 300, 210, 0, { fill: hue.teal }) +
        circle(150, 124, 54, { fill: '#fff' }) +
        words(30, 250, [240, 200, 160], 34, '#d6d2e6', 16) +
        rect(30, 380, 240, 130, 24, { fill: '#dff7f1' }),
      { id: 'k1' },
    ),
  ) +
  group(
    { x: 780, y: 76, turn: 9 },
    phone(
      0,
      0,
      0.84,
      rect(24, 66, 252, 60, 18, { fill: '#efeafd' }) +
        [0, 1, 2, 3]
          .map(
            (row) =>
              circle(58, 180 + row * 98, 28, { fill: [saffron.base, ink.violet, hue.coral, hue.teal][row] ?? '' }) +
              words(104, 166 + row * 98, [150, 96], 26, '#d6d2e6', 13),
          )
          .join(''),
      { id: 'k2' },
    ),
  ) +
  phone(
    500,
    84,
    0.94,
    rect(0, 0, 300, 600, 0, { fill: ink.deep }) +
      path('M150 130 L262 330 H38 Z', { fill: saffron.base }) +
      circle(150, 330, 84, { fill: ink.violet }) +
      rect(36, 460, 228, 74, 37, { fill: '#fff' }) +
      words(96, 488, [108], 20, ink.violet, 18),
    { id: 'k3' },
  )

const offline = (): string =>
  phone(
    250,
    70,
    0.97,
    [0, 1, 2, 3]
      .map(
        (row) =>
          rect(24, 74 + row * 122, 252, 100, 22, { fill: '#fff', stroke: '#e4e2ee', width: 2 }) +
          words(50, 106 + row * 122, [130, 84], 28, '#cfcbe6', 13) +
          tick(232, 124 + row * 122, 42, 1, row < 2 ? hue.leaf : saffron.base),
      )
      .join(''),
  ) +
  group(
    { x: 880, y: 300 },
    path(
      'M-190 90 C-260 90 -270 -10 -196 -22 C-190 -120 -60 -150 -14 -76 C40 -130 150 -96 144 -14 C226 -12 230 90 150 90 Z',
      { fill: '#fff', filter: 'url(#lift)' },
    ),
    path(
      'M-90 20 A70 70 0 0 1 34 -26 M34 -26 l4 -42 M34 -26 l-42 -2 M66 6 A70 70 0 0 1 -58 52 M-58 52 l-4 42 M-58 52 l42 2',
      { stroke: ink.violet, width: 16 },
    ),
  ) +
  path('M580 480 C660 580 820 570 880 440', { stroke: '#fff', width: 9, dash: '2 26' })

const progressive = (): string =>
  group(
    { x: 170, y: 130 },
    rect(0, 0, 700, 450, 30, { fill: '#fff', filter: 'url(#lift)' }),
    rect(0, 0, 700, 76, 30, { fill: '#efeafd' }),
    circle(44, 38, 11, { fill: hue.coral }),
    circle(80, 38, 11, { fill: saffron.base }),
    circle(116, 38, 11, { fill: hue.mint }),
    rect(160, 20, 380, 38, 19, { fill: '#fff' }),
    rect(40, 116, 620, 150, 24, { fill: ink.violet }),
    [0, 1, 2]
      .map((column) =>
        rect(40 + column * 214, 294, 190, 120, 22, { fill: [saffron.base, hue.teal, hue.coral][column] ?? '' }),
      )
      .join(''),
  ) +
  phone(
    830,
    160,
    0.84,
    rect(24, 66, 252, 160, 22, { fill: ink.violet }) +
      [0, 1, 2]
        .map((row) => rect(24, 248 + row * 108, 252, 90, 20, { fill: [saffron.base, hue.teal, hue.coral][row] ?? '' }))
        .join(''),
  ) +
  circle(810, 150, 60, { fill: saffron.base, filter: 'url(#near)' }) +
  path('M810 122 v44 m-20 -18 l20 20 l20 -20', { stroke: paper.text, width: 11 })

export const appPictures: readonly Picture[] = [
  { name: 'flutter-first', ground: 'app', draw: flutter },
  { name: 'android-kotlin', ground: 'app', draw: kotlin },
  { name: 'offline-apps', ground: 'app', draw: offline },
  { name: 'progressive-web-apps', ground: 'app', draw: progressive },
]
