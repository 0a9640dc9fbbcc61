import { lengthOf } from '../../draw/code.ts'
import { easeInOut, lerp, ramp } from '../../draw/motion.ts'
import { editor, pane, words } from '../../draw/parts.ts'
import { popAt, recapScene, slide, titleScene } from '../../draw/slides.ts'
import { circle, group, line, path, rect, text } from '../../draw/svg.ts'
import { hue, ink, paper, saffron } from '../../draw/theme.ts'
import type { Film } from '../film.ts'

const markup = [
  '<article class="card">',
  '  <img src="hills.jpg" alt="Hills">',
  '  <h2>A week in Coorg</h2>',
  '  <p>Coffee, mist and slow trains.</p>',
  '</article>',
]

const rules = ['.card {', '  padding: 24px;', '  border-radius: 20px;', '  display: grid;', '  gap: 16px;', '}']

const hills = (width: number, height: number, radius: number): string =>
  group(
    {},
    `<clipPath id="hills"><rect width="${width}" height="${height}" rx="${radius}"/></clipPath>`,
    group(
      { clip: 'url(#hills)' },
      rect(0, 0, width, height, 0, { fill: '#ffe2b0' }),
      circle(width * 0.74, height * 0.34, height * 0.16, { fill: saffron.base }),
      path(
        `M0 ${height * 0.62} Q${width * 0.25} ${height * 0.3} ${width * 0.5} ${height * 0.62} T${width} ${height * 0.5} V${height} H0 Z`,
        { fill: '#8fc7a6' },
      ),
      path(
        `M0 ${height * 0.8} Q${width * 0.3} ${height * 0.55} ${width * 0.62} ${height * 0.8} T${width} ${height * 0.72} V${height} H0 Z`,
        { fill: hue.leaf },
      ),
    ),
  )

const card = (of: {
  pad: number
  round: number
  gap: number
  image: number
  title: number
  line: number
  width: number
}): string => {
  const inner = of.width - of.pad * 2
  const photo = inner * 0.5
  const height = of.pad * 2 + photo + of.gap + 34 + of.gap + 24
  return group(
    {},
    rect(0, 0, of.width, height, of.round, {
      fill: '#fff',
      stroke: '#d9d6ea',
      width: 2,
      filter: of.round > 4 ? 'url(#near)' : '',
    }),
    group(
      { x: of.pad, y: of.pad },
      group({ opacity: of.image }, hills(inner, photo, of.round * 0.6)),
      group({ opacity: of.title }, text(0, photo + of.gap + 27, 'A week in Coorg', { size: 30, weight: 720 })),
      group(
        { opacity: of.line },
        text(0, photo + of.gap * 2 + 54, 'Coffee, mist and slow trains.', { size: 20, fill: paper.grey }),
      ),
    ),
  )
}

export const boxes: Film = {
  name: 'web-boxes',
  container: 'mp4',
  voice: 'slt',
  tune: 0,
  scenes: [
    titleScene({
      category: 'Web Development',
      title: 'Every page is made of boxes',
      say: ['Every page you have ever seen is made of boxes, inside boxes.'],
      picture: (at) =>
        [0, 1, 2, 3]
          .map((step) =>
            popAt(
              ramp(at.t, 0.6 + step * 0.35, 0.6),
              260,
              260,
              rect(step * 58, step * 58, 520 - step * 116, 520 - step * 116, 30 - step * 4, {
                fill: ['#2b2570', '#3d349a', ink.violet, saffron.base][step] ?? ink.violet,
                stroke: '#ffffff2e',
                width: 2,
              }),
            ),
          )
          .join(''),
    }),
    {
      say: ['First comes the structure.', 'An article holds a picture, a heading, and one line of text.'],
      tail: 1,
      draw: (at) => {
        const typed = ramp(at.t, 0.5, at.seconds - 2.2) * (lengthOf(markup) + 1)
        const seen = (line: number): number => ramp(typed, lengthOf(markup.slice(0, line)), 12)
        return slide(
          at,
          { heading: 'Structure: HTML', step: 1, of: 3 },
          editor(64, 140, 672, 500, markup, { name: 'index.html', size: 25, gap: 50, typed }) +
            pane(768, 140, 448, 500, {
              name: 'Preview',
              inside: group(
                { x: 34, y: 110 },
                card({ pad: 0, round: 0, gap: 4, image: seen(2), title: seen(3), line: seen(4), width: 380 }),
              ),
            }),
        )
      },
    },
    {
      say: [
        'Now the style. Padding gives every edge some room.',
        'A radius softens the corners, and one gap keeps the rhythm.',
      ],
      tail: 1.4,
      draw: (at) => {
        const typed = ramp(at.t, 0.4, at.seconds - 2.4) * (lengthOf(rules) + 1)
        const done = (line: number): number => easeInOut(ramp(typed, lengthOf(rules.slice(0, line)), 8))
        return slide(
          at,
          { heading: 'Style: CSS', step: 2, of: 3 },
          editor(64, 140, 672, 500, rules, { name: 'style.css', size: 30, gap: 54, typed }) +
            pane(768, 140, 448, 500, {
              name: 'Preview',
              inside: group(
                { x: 34, y: 110 },
                card({
                  pad: 24 * done(2),
                  round: 20 * done(3),
                  gap: 4 + 12 * done(5),
                  image: 1,
                  title: 1,
                  line: 1,
                  width: 380,
                }),
              ),
            }),
        )
      },
    },
    {
      say: ['Make the window narrow. The boxes still hold.'],
      tail: 1.5,
      draw: (at) => {
        const p = easeInOut(ramp(at.t, 0.9, 2.2))
        const width = lerp(1000, 400, p)
        const columns = width > 820 ? 3 : width > 560 ? 2 : 1
        const each = (width - 64 - (columns - 1) * 22) / columns
        return slide(
          at,
          { heading: 'It bends, it does not break', step: 3, of: 3 },
          pane(640 - width / 2, 140, width, 520, {
            name: 'coorg.example',
            inside: group(
              {},
              `<clipPath id="page"><rect x="0" y="54" width="${width}" height="464"/></clipPath>`,
              group(
                { clip: 'url(#page)' },
                ...[0, 1, 2].map((index) =>
                  group(
                    {
                      x: 32 + (index % columns) * (each + 22),
                      y: 84 + Math.floor(index / columns) * (each * 0.56 + 150),
                    },
                    rect(0, 0, each, each * 0.5 + 116, 18, { fill: '#fff', stroke: '#e4e2ee', width: 2 }),
                    group({ x: 14, y: 14 }, hills(each - 28, each * 0.5 - 14, 10)),
                    words(16, each * 0.5 + 24, [each * 0.6], 20, paper.text, 14),
                    words(16, each * 0.5 + 56, [each * 0.82, each * 0.5], 24, '#cfcce0', 10),
                  ),
                ),
              ),
            ),
          }) + line(640 + width / 2 + 18, 360, 640 + width / 2 + 18, 440, { stroke: saffron.base, width: 6 }),
        )
      },
    },
    recapScene({
      say: ['Structure first. Style second. Then try it small.'],
      points: ['Structure says what it is', 'Style says how it looks', 'Test it on a narrow screen'],
    }),
  ],
}
