import { clamp, easeInOut, ramp, randomFrom, range } from '../../draw/motion.ts'
import { arrow, pill } from '../../draw/parts.ts'
import { popAt, recapScene, slide, titleScene } from '../../draw/slides.ts'
import { circle, group, path, rect, text } from '../../draw/svg.ts'
import { hue, ink, paper, saffron } from '../../draw/theme.ts'
import type { Film } from '../film.ts'

const letters = '0123456789abcdef'
const scramble = (seed: number, length: number): string => {
  const random = randomFrom(seed)
  return range(length)
    .map(() => letters[Math.floor(random() * 16)] ?? '0')
    .join('')
}
const settle = (goal: string, p: number, t: number): string =>
  goal.slice(0, Math.floor(goal.length * p)) +
  (p < 1 ? scramble(Math.floor(t * 12), goal.length - Math.floor(goal.length * p)) : '')

const field = (
  x: number,
  y: number,
  width: number,
  words: string,
  of: { name: string; fill?: string; ink?: string },
): string =>
  group(
    {},
    text(x, y - 16, of.name, { size: 23, fill: paper.grey }),
    rect(x, y, width, 76, 18, { fill: of.fill ?? '#fff', stroke: '#d9d6ea', width: 2 }),
    text(x + 24, y + 48, words, { size: 28, mono: true, fill: of.ink ?? paper.text }),
  )

const hashes = ['9b74c9897bac770f', '9b74c9897bac770f', '1f3870be274f6c49']
const salted = ['e41d7a0c95b2f836', '57c0be1928fa64d3', 'b80f62d3a97e154c']
const names = ['asha', 'imran', 'leela']

export const saltedHash: Film = {
  name: 'hacking-salted-hash',
  container: 'mp4',
  voice: 'slt',
  tune: 14,
  scenes: [
    titleScene({
      category: 'Ethical Hacking',
      title: 'How passwords should be kept',
      say: ['A good site does not know your password. It keeps only a fingerprint.'],
      picture: (at) =>
        group(
          { y: Math.sin(at.t * 1.6) * 5 },
          path('M150 240 V170 A110 110 0 0 1 370 170 V240', { stroke: '#8d86f5', width: 42 }),
          rect(90, 230, 340, 260, 44, { fill: saffron.base }),
          circle(260, 340, 38, { fill: ink.deep }),
          rect(244, 350, 32, 80, 14, { fill: ink.deep }),
        ),
    }),
    {
      say: [
        'A hash turns any password into a fixed row of letters.',
        'There is no way back. But equal passwords look equal, and that is a leak.',
      ],
      tail: 1.6,
      draw: (at) => {
        const p = at.after(0, 0.8, 1.4)
        const leak = at.after(1, 2.1, 0.5)
        return slide(
          at,
          { heading: 'A plain hash', step: 1, of: 2 },
          names
            .map((name, row) => {
              const y = 190 + row * 146
              const hash = hashes[row] ?? ''
              return group(
                { opacity: ramp(at.t, 0.3 + row * 0.2, 0.4) },
                field(100, y, 340, ['mango123', 'mango123', 'Tr@in-0810'][row] ?? '', { name }),
                arrow(470, y + 38, 570, y + 38, '#a59fdc', 5, p),
                p > 0
                  ? field(600, y, 360, settle(hash, p, at.t), {
                      name: 'stored',
                      fill: row < 2 && leak > 0.3 ? '#ffe3ea' : '#f3f1fc',
                      ink: row < 2 && leak > 0.3 ? '#b0234e' : ink.indigo,
                    })
                  : '',
              )
            })
            .join('') +
            (leak > 0
              ? group(
                  { opacity: leak },
                  path('M980 228 h30 v146 h-30', { stroke: hue.rose, width: 5 }),
                  pill(1030, 300, 'the same!', { fill: hue.rose, ink: '#fff', size: 26 }),
                )
              : ''),
        )
      },
    },
    {
      say: [
        'So add a salt, a random word for each person, before hashing.',
        'Now every fingerprint is different, and a slow hash makes guessing expensive.',
      ],
      tail: 1.6,
      draw: (at) => {
        const salt = at.after(0, 0.6, 0.8)
        const p = easeInOut(clamp(at.after(1, 0, 1.3)))
        return slide(
          at,
          { heading: 'With a salt', step: 2, of: 2 },
          names
            .map((name, row) => {
              const y = 190 + row * 146
              return group(
                {},
                field(64, y, 260, ['mango123', 'mango123', 'Tr@in-0810'][row] ?? '', { name }),
                text(350, y + 50, '+', { size: 40, weight: 700, anchor: 'middle', opacity: salt }),
                salt > 0
                  ? popAt(
                      salt,
                      470,
                      y + 38,
                      field(380, y, 190, scramble(row + 7, 8), { name: 'salt', fill: saffron.pale, ink: '#9a5300' }),
                    )
                  : '',
                arrow(600, y + 38, 700, y + 38, '#a59fdc', 5, p),
                p > 0
                  ? field(730, y, 360, settle(salted[row] ?? '', p, at.t), {
                      name: 'stored',
                      fill: '#e6f7f1',
                      ink: '#0b6e63',
                    })
                  : '',
                p >= 1 ? circle(1140, y + 38, 22, { fill: [hue.teal, saffron.base, ink.violet][row] ?? '' }) : '',
              )
            })
            .join(''),
        )
      },
    },
    recapScene({
      say: ['Hash it, salt it, and make it slow.'],
      points: ['Never store a password itself', 'A salt makes equal ones differ', 'Slow hashes stop guessing'],
    }),
  ],
}
