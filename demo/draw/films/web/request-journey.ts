import { lengthOf } from '../../draw/code.ts'
import { easeInOut, lerp, ramp } from '../../draw/motion.ts'
import { editor, pane, pill, words } from '../../draw/parts.ts'
import { popAt, recapScene, slide, titleScene } from '../../draw/slides.ts'
import { circle, curve, group, line, path, penPath, rect, text } from '../../draw/svg.ts'
import { hue, ink, saffron } from '../../draw/theme.ts'
import type { Film } from '../film.ts'

const handler = [
  "app.get('/trains/:number', async (request) => {",
  '  const number = Number(request.params.number)',
  '  const train = await findTrain(number)',
  '  if (!train) return notFound()',
  '  return { name: train.name, leaves: train.leaves }',
  '})',
]

const server = (x: number, y: number, t: number): string =>
  [0, 1, 2]
    .map((row) =>
      group(
        {},
        rect(x - 105, y - 110 + row * 76, 210, 64, 14, { fill: ink.deep }),
        circle(x - 76, y - 78 + row * 76, 8, { fill: Math.sin(t * 5 + row * 2) > 0 ? hue.mint : '#4b4590' }),
        words(x - 44, y - 88 + row * 76, [110, 74], 18, '#4b4590', 7),
      ),
    )
    .join('')

const database = (x: number, y: number): string =>
  group(
    { x, y },
    path('M-90 -80 V80 A90 30 0 0 0 90 80 V-80 Z', { fill: hue.teal }),
    path('M-90 -27 A90 30 0 0 0 90 -27 M-90 27 A90 30 0 0 0 90 27', { stroke: '#0c7f71', width: 4 }),
    `<ellipse cx="0" cy="-80" rx="90" ry="30" fill="#5fd3c4"/>`,
  )

const packet = (x: number, y: number, words: string, fill: string): string =>
  pill(x, y, words, { fill, ink: '#fff', anchor: 'middle', size: 22 })

export const requestJourney: Film = {
  name: 'web-request-journey',
  container: 'mp4',
  voice: 'rms',
  tune: 2,
  scenes: [
    titleScene({
      category: 'Web Development',
      title: 'The journey of one request',
      say: ['You press a key, and a page appears. What happened in between?'],
      picture: (at) => {
        const road: [number, number][] = [
          [30, 420],
          [160, 150],
          [300, 380],
          [480, 110],
        ]
        const p = ramp(at.t, 0.6, 2.4)
        return (
          penPath(curve(road), 1, { stroke: '#4a41a8', width: 8 }) +
          penPath(curve(road), p, { stroke: saffron.base, width: 8 }) +
          road
            .map(([x, y], index) =>
              popAt(
                ramp(at.t, 0.6 + index * 0.7, 0.5),
                x,
                y,
                circle(x, y, 30, { fill: index === 3 ? saffron.base : '#8d86f5', stroke: '#fff', width: 5 }),
              ),
            )
            .join('')
        )
      },
    }),
    {
      say: [
        'The browser sends a request to the server.',
        'The server asks the database, and waits for a row.',
        'Then the answer travels all the way back.',
      ],
      tail: 1.2,
      draw: (at) => {
        const go = easeInOut(ramp(at.t, at.cue(0) + 0.4, 1.5))
        const ask = easeInOut(ramp(at.t, at.cue(1) + 0.2, 1.3))
        const row = easeInOut(ramp(at.t, at.cue(1) + 1.7, 1.1))
        const back = easeInOut(ramp(at.t, at.cue(2) + 0.1, 1.6))
        return slide(
          at,
          { heading: 'There and back', step: 1, of: 2 },
          line(350, 360, 560, 360, { stroke: '#d5d1ea', width: 5, dash: '4 14' }) +
            line(750, 360, 960, 360, { stroke: '#d5d1ea', width: 5, dash: '4 14' }) +
            pane(64, 230, 286, 260, {
              inside:
                back > 0.95
                  ? group(
                      {},
                      text(30, 106, 'Udyan Express', { size: 28, weight: 680 }),
                      text(30, 152, 'leaves 08:10', { size: 25, fill: hue.teal, weight: 600 }),
                      words(30, 186, [210, 160], 22, '#dedbea'),
                    )
                  : words(30, 90, [150, 210, 190, 120], 34, '#e6e4f0', 14),
            }) +
            server(655, 376, at.t) +
            database(1060, 360) +
            [
              ['Browser', 207],
              ['Server', 655],
              ['Database', 1060],
            ]
              .map(([name, x]) => text(Number(x), 556, String(name), { size: 28, weight: 650, anchor: 'middle' }))
              .join('') +
            (go > 0 && ask <= 0 ? packet(lerp(207, 655, go), 196, 'GET /trains/11301', ink.violet) : '') +
            (ask > 0 && row <= 0 ? packet(lerp(655, 1060, ask), 196, 'SELECT', hue.teal) : '') +
            (row > 0 && back <= 0 ? packet(lerp(1060, 655, row), 196, 'one row', hue.teal) : '') +
            (back > 0 && back < 0.96 ? packet(lerp(655, 207, back), 196, '200 OK', saffron.deep) : ''),
        )
      },
    },
    {
      say: ['On the server, that is six lines.', 'Read the number, look it up, and say clearly when nothing is there.'],
      tail: 1.4,
      draw: (at) => {
        const typed = ramp(at.t, 0.3, at.seconds - 3) * (lengthOf(handler) + 1)
        const spot = at.t > at.cue(1) + 1.9 ? 3 : at.t > at.cue(1) + 1 ? 2 : at.t > at.cue(1) ? 1 : -1
        return slide(
          at,
          { heading: 'The handler', step: 2, of: 2 },
          editor(64, 140, 1152, 500, handler, {
            name: 'trains.js',
            size: 30,
            gap: 62,
            typed,
            inside:
              spot > 0 && typed > lengthOf(handler.slice(0, spot))
                ? rect(20, 104.5 - 38 + spot * 62, 1112, 56, 10, { fill: '#322b72' })
                : '',
          }),
        )
      },
    },
    recapScene({
      say: ['A request, a lookup, and an honest answer.'],
      points: [
        'The browser asks, the server answers',
        'Slow parts are awaited, never guessed',
        'Missing things get a clear 404',
      ],
    }),
  ],
}
