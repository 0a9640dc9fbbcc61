import { clamp, easeInOut, ramp } from '../../draw/motion.ts'
import { pane, tick } from '../../draw/parts.ts'
import { popAt, recapScene, slide, titleScene } from '../../draw/slides.ts'
import { circle, fade, group, line, path, rect, text } from '../../draw/svg.ts'
import { hue, ink, paper, saffron } from '../../draw/theme.ts'
import type { Film } from '../film.ts'

export const shield = (x: number, y: number, size: number, fill: string): string =>
  group({ x, y, scale: size / 100 }, path('M0 -56 L48 -38 V4 C48 34 24 52 0 62 C-24 52 -48 34 -48 4 V-38 Z', { fill }))

const output = [
  ['$ scan 10.0.0.7   # our own lab machine', hue.mint],
  ['Scanning 10.0.0.7 (lab.local) ...', '#a7a1dc'],
  ['PORT      STATE    SERVICE', '#a7a1dc'],
  ['22/tcp    open     ssh      9.2', '#e8e6ff'],
  ['80/tcp    open     http     2.4.41', '#e8e6ff'],
  ['443/tcp   open     https    2.4.41', '#e8e6ff'],
  ['3306/tcp  open     mysql    5.7', '#ff9fb6'],
  ['Done: 1 host, 4 open ports, 6.2 s', hue.mint],
] as const

const terminal = (t: number, mark: number): string => {
  const typed = (output[0]?.[0] ?? '').slice(0, clamp(Math.floor(t * 24), 0, 60))
  return pane(64, 140, 1152, 500, {
    name: 'lab terminal',
    dark: true,
    inside:
      (mark > 0 ? rect(20, 112 - 34 + 6 * 52, 1112 * mark, 48, 8, { fill: fade('#e5537a', 0.28) }) : '') +
      output
        .map(([words, fill], index) => {
          const shown = index === 0 ? typed : t > 2 + index * 0.45 ? words : ''
          return shown ? text(40, 112 + index * 52, shown, { size: 29, mono: true, fill, weight: 500 }) : ''
        })
        .join('') +
      (t < 2.2 ? rect(46 + typed.length * 17.4, 88, 16, 32, 2, { fill: saffron.light }) : ''),
  })
}

export const labScan: Film = {
  name: 'hacking-lab-scan',
  container: 'mp4',
  voice: 'rms',
  tune: 13,
  scenes: [
    titleScene({
      category: 'Ethical Hacking',
      title: 'Ask first, then scan',
      say: ['Before any scan comes a signature. We test only what we may test.'],
      picture: (at) => {
        const sweep = at.t * 70
        return (
          [230, 165, 100].map((r) => circle(260, 260, r, { stroke: '#6a62d8', width: 3 })).join('') +
          group(
            { x: 260, y: 260, turn: sweep },
            path('M0 0 L230 0 A230 230 0 0 0 162.6 -162.6 Z', { fill: fade(hue.mint, 0.3) }),
            line(0, 0, 230, 0, { stroke: hue.mint, width: 4 }),
          ) +
          shield(260, 256, 96, saffron.base) +
          [
            [120, 150],
            [400, 190],
            [350, 420],
            [150, 370],
          ]
            .map(([x, y], index) => circle(x ?? 0, y ?? 0, 12 + 3 * Math.sin(at.t * 4 + index), { fill: hue.mint }))
            .join('')
        )
      },
    }),
    {
      say: ['Three questions on paper. Who allows it? Which machines? Until when?', 'No answer means no scan.'],
      tail: 1.2,
      draw: (at) =>
        slide(
          at,
          { heading: 'Permission comes first', step: 1, of: 3 },
          pane(330, 136, 620, 520, {
            bar: false,
            inside:
              text(50, 78, 'Test agreement', { size: 36, weight: 730 }) +
              [
                ['Who', 'Owner of lab.local'],
                ['Which', '10.0.0.7 and nothing else'],
                ['Until', 'Friday, 18:00'],
              ]
                .map(([name, words], index) =>
                  group(
                    { opacity: at.after(0, 0.7 + index * 1.05) },
                    rect(44, 112 + index * 96, 532, 80, 16, { fill: '#f3f1fc' }),
                    text(68, 162 + index * 96, name ?? '', { size: 27, weight: 700, fill: ink.violet }),
                    text(180, 162 + index * 96, words ?? '', { size: 27 }),
                  ),
                )
                .join('') +
              line(50, 470, 300, 470, { stroke: '#bdb7dd', width: 2 }) +
              path('M60 452 C90 400 100 480 130 440 S180 420 200 452 S250 440 280 430', {
                stroke: ink.indigo,
                width: 5,
                dash: '600 600',
                shift: 600 * (1 - at.after(1, -0.2, 1.2)),
              }) +
              (at.after(1, 0.9) > 0 ? tick(510, 448, 72, at.after(1, 0.9, 0.4), hue.leaf) : ''),
          }),
        ),
    },
    {
      say: [
        'Now the scan of our own lab machine. Four ports answer.',
        'Look at the last one. A database should not face the network.',
      ],
      tail: 1.4,
      draw: (at) =>
        slide(
          at,
          { heading: 'Look, do not touch', step: 2, of: 3 },
          terminal(at.t - 0.5, easeInOut(ramp(at.t, at.cue(1) + 0.5, 0.7))),
        ),
    },
    {
      say: ['So the report has one line that matters, and one clear repair.'],
      tail: 1.8,
      draw: (at) =>
        slide(
          at,
          { heading: 'Report what helps', step: 3, of: 3 },
          popAt(
            ramp(at.t, 0.4, 0.5),
            640,
            260,
            rect(120, 170, 1040, 180, 26, { fill: '#fff', stroke: '#f3b9c8', width: 3, filter: 'url(#near)' }),
            circle(196, 260, 40, { fill: hue.rose }),
            text(196, 276, '!', { size: 46, weight: 800, anchor: 'middle', fill: '#fff' }),
            text(270, 248, 'High: MySQL 5.7 open on port 3306', { size: 36, weight: 700 }),
            text(270, 300, 'Reachable by every machine of the network', { size: 28, fill: paper.grey }),
          ) +
            popAt(
              ramp(at.t, at.cue(0) + 2, 0.5),
              640,
              480,
              rect(120, 390, 1040, 180, 26, { fill: '#eefaf4', stroke: '#9fdcbf', width: 3 }),
              tick(196, 480, 80, 1, hue.leaf),
              text(270, 468, 'Repair: listen on 127.0.0.1 only', { size: 36, weight: 700 }),
              text(270, 520, 'Then update, and scan again to prove it', { size: 28, fill: paper.grey }),
            ),
        ),
    },
    recapScene({
      say: ['Permission, care, and a report that repairs.'],
      points: ['Get permission in writing', 'Scan only what is named', 'Every finding has a repair'],
    }),
  ],
}
