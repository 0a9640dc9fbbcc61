import { lengthOf } from '../../draw/code.ts'
import { ramp } from '../../draw/motion.ts'
import { editor, phone, pill } from '../../draw/parts.ts'
import { popAt, recapScene, slide, titleScene } from '../../draw/slides.ts'
import { circle, group, line, path, rect, text } from '../../draw/svg.ts'
import { hue, ink, paper, saffron } from '../../draw/theme.ts'
import type { Film } from '../film.ts'

const source = [
  'Column(children: [',
  "  Image('chai.jpg'),",
  "  Text('Masala chai'),",
  "  Text('₹20 a cup'),",
  '  Button(',
  "    'Order',",
  '    onPressed: order,',
  '  ),',
  '])',
]

const cup = (scale = 1): string =>
  group(
    { x: 150, y: 190, scale },
    circle(0, 0, 96, { fill: '#ffe2b0' }),
    path('M-46 -24 H46 L34 52 Q32 60 24 60 H-24 Q-32 60 -34 52 Z', { fill: '#fff', stroke: '#c9793a', width: 4 }),
    path('M-43 -6 H43 L36 40 Q34 46 28 46 H-28 Q-34 46 -36 40 Z', { fill: '#c9793a' }),
    path('M-16 -40 q-10 -14 0 -26 M12 -40 q10 -14 0 -26', { stroke: '#d9a066', width: 5 }),
  )

const screen = (parts: readonly number[]): string =>
  [
    popAt(parts[0] ?? 0, 150, 190, cup()),
    popAt(parts[1] ?? 0, 150, 340, text(150, 350, 'Masala chai', { size: 34, weight: 720, anchor: 'middle' })),
    popAt(parts[2] ?? 0, 150, 390, text(150, 394, '₹20 a cup', { size: 24, fill: paper.grey, anchor: 'middle' })),
    popAt(
      parts[3] ?? 0,
      150,
      470,
      rect(36, 436, 228, 68, 34, { fill: saffron.base }),
      text(150, 479, 'Order', { size: 28, weight: 700, anchor: 'middle', fill: '#3a2200' }),
    ),
  ].join('')

const tree = [
  { name: 'Column', x: 360, y: 220 },
  { name: 'Image', x: 140, y: 400 },
  { name: 'Text', x: 290, y: 400 },
  { name: 'Text', x: 430, y: 400 },
  { name: 'Button', x: 600, y: 400 },
] as const

export const widgetTree: Film = {
  name: 'app-widget-tree',
  container: 'mp4',
  voice: 'slt',
  tune: 3,
  scenes: [
    titleScene({
      category: 'App Development',
      title: 'A screen is a tree of widgets',
      say: ['A phone screen looks like one picture. It is really a tree of small parts.'],
      picture: (at) => phone(150, -10, 0.9, screen([0, 1, 2, 3].map((index) => ramp(at.t, 0.9 + index * 0.5, 0.6)))),
    }),
    {
      say: ['A column stacks its children from top to bottom.', 'An image, two lines of text, and a button.'],
      tail: 1.5,
      draw: (at) => {
        const starts = [0, 0, 0.9, 0.9, 2.1].map((delay, index) => (index === 0 ? at.cue(0) : at.cue(1) + delay))
        return slide(
          at,
          { heading: 'The tree and the screen', step: 1, of: 2 },
          tree
            .map((node, index) => {
              const p = ramp(at.t, starts[index] ?? 0, 0.5)
              return (
                (index > 0 && p > 0 ? line(360, 254, node.x, 366, { stroke: '#cfcbe6', width: 4, opacity: p }) : '') +
                popAt(
                  p,
                  node.x,
                  node.y,
                  rect(node.x - 64, node.y - 36, 128, 72, 18, {
                    fill: index === 0 ? ink.violet : '#fff',
                    stroke: index === 0 ? ink.violet : '#bdb7e6',
                    width: 3,
                  }),
                  text(node.x, node.y + 9, node.name, {
                    size: 26,
                    weight: 640,
                    anchor: 'middle',
                    fill: index === 0 ? '#fff' : paper.text,
                  }),
                )
              )
            })
            .join('') +
            group(
              { opacity: at.after(1, 2.8) },
              pill(64, 560, 'order in the tree = order on the screen', { size: 22 }),
            ) +
            phone(870, 122, 0.92, screen(starts.slice(1).map((start) => ramp(at.t, start + 0.25, 0.6)))),
        )
      },
    },
    {
      say: ['In code the tree reads the same way.', 'When you press, the button calls your function.'],
      tail: 1.4,
      draw: (at) => {
        const press = Math.max(0, 1 - Math.abs(at.t - at.cue(1) - 1) / 0.2)
        const done = at.after(1, 1.15, 0.4)
        return slide(
          at,
          { heading: 'The same tree, written down', step: 2, of: 2 },
          editor(64, 140, 690, 510, source, {
            name: 'chai_screen.dart',
            size: 25,
            gap: 46,
            typed: ramp(at.t, 0.2, 3.6) * (lengthOf(source) + 1),
          }) +
            phone(
              870,
              122,
              0.92,
              screen([1, 1, 1, 1]) +
                circle(150, 470, 60 * press, { fill: '#ffffff88' }) +
                group(
                  { opacity: done, y: (1 - done) * 40 },
                  rect(20, 524, 260, 52, 16, { fill: ink.deep }),
                  circle(50, 550, 12, { fill: hue.mint }),
                  text(74, 558, 'Chai is on its way', { size: 21, fill: '#fff' }),
                ),
            ),
        )
      },
    },
    recapScene({
      say: ['Small parts, clear nesting, one function for each tap.'],
      points: ['Every screen is a tree', 'Parents place their children', 'A tap calls a function'],
    }),
  ],
}
