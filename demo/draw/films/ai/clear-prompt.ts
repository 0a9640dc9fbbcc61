import { clamp, easeOut, ramp } from '../../draw/motion.ts'
import { tick, words } from '../../draw/parts.ts'
import { popAt, recapScene, slide, titleScene } from '../../draw/slides.ts'
import { circle, group, path, rect, text } from '../../draw/svg.ts'
import { hue, ink, paper, saffron } from '../../draw/theme.ts'
import type { Film } from '../film.ts'

const spark = (x: number, y: number, size: number, fill: string): string =>
  path(
    `M${x} ${y - size} C${x + size * 0.12} ${y - size * 0.2} ${x + size * 0.2} ${y - size * 0.12} ${x + size} ${y} C${x + size * 0.2} ${y + size * 0.12} ${x + size * 0.12} ${y + size * 0.2} ${x} ${y + size} C${x - size * 0.12} ${y + size * 0.2} ${x - size * 0.2} ${y + size * 0.12} ${x - size} ${y} C${x - size * 0.2} ${y - size * 0.12} ${x - size * 0.12} ${y - size * 0.2} ${x} ${y - size} Z`,
    { fill },
  )

const asked = (y: number, lines: readonly string[], p: number, typed: number): string => {
  const width = Math.max(...lines.map((each) => each.length)) * 14.2 + 56
  let left = typed
  return group(
    { opacity: p, y: (1 - p) * 20 },
    rect(1216 - width, y, width, lines.length * 40 + 36, 26, { fill: ink.violet }),
    ...lines.map((each, index) => {
      const shown = each.slice(0, clamp(left, 0, each.length))
      left -= each.length
      return text(1216 - width + 28, y + 50 + index * 40, shown, { size: 27, fill: '#fff' })
    }),
  )
}

const answered = (y: number, height: number, p: number, inside: string): string =>
  group(
    { opacity: clamp(p * 2), y: (1 - easeOut(p)) * 20 },
    circle(92, y + 32, 30, { fill: ink.deep }),
    spark(92, y + 32, 18, saffron.base),
    rect(140, y, 640, height, 26, { fill: '#fff', stroke: '#e4e2ee', width: 2, filter: 'url(#near)' }),
    inside,
  )

const parts = [
  ['Role', 'You are a patient maths teacher.', hue.sky],
  ['Task', 'Explain percentages.', hue.teal],
  ['Context', 'For a shopkeeper who left school early.', saffron.deep],
  ['Format', 'Five short lines and one ₹ example.', hue.plum],
] as const

export const clearPrompt: Film = {
  name: 'tools-clear-prompt',
  container: 'mp4',
  voice: 'slt',
  tune: 7,
  scenes: [
    titleScene({
      category: 'AI Tools',
      title: 'Ask clearly, get more',
      say: ['An assistant can only answer the question that you really asked.'],
      picture: (at) =>
        popAt(
          ramp(at.t, 0.6, 0.6),
          200,
          180,
          rect(20, 70, 340, 190, 40, { fill: ink.violet }),
          path('M70 250 L60 320 L140 256 Z', { fill: ink.violet }),
          words(64, 122, [240, 190, 220], 40, '#b9b3ff', 14),
        ) +
        popAt(
          ramp(at.t, 1.3, 0.6),
          360,
          380,
          rect(170, 290, 340, 170, 40, { fill: '#fff' }),
          path('M460 450 L480 516 L390 456 Z', { fill: '#fff' }),
          words(214, 338, [250, 210, 130], 38, '#cfcbe6', 14),
        ) +
        spark(440 + Math.sin(at.t * 2) * 4, 140, 60 * ramp(at.t, 1.8, 0.4), saffron.base) +
        spark(508, 232, 26 * ramp(at.t, 2.1, 0.4), saffron.light),
    }),
    {
      say: ['Ask something vague, and the answer is vague too.', 'It is polite, it is long, and it helps nobody.'],
      tail: 1.2,
      draw: (at) =>
        slide(
          at,
          { heading: 'A vague question', step: 1, of: 3 },
          asked(160, ['tell me about percentages'], at.after(0, -0.2), (at.t - 0.6) * 22) +
            answered(
              286,
              330,
              ramp(at.t, at.cue(0) + 1.7, 0.5),
              words(
                180,
                326,
                [520, 560, 480, 540, 500, 560, 300].map(
                  (width, index) => width * ramp(at.t, at.cue(0) + 2 + index * 0.3, 0.4),
                ),
                38,
                '#dcd9ea',
                14,
              ),
            ),
        ),
    },
    {
      say: ['Now give it four things.', 'A role, a task, the context, and the format that you want.'],
      tail: 1.6,
      draw: (at) =>
        slide(
          at,
          { heading: 'Four parts of a good prompt', step: 2, of: 3 },
          parts
            .map(([name, words, colour], index) =>
              popAt(
                ramp(at.t, at.cue(1) + index * 0.85, 0.5),
                640,
                200 + index * 118,
                rect(120, 150 + index * 118, 1040, 98, 22, {
                  fill: '#fff',
                  stroke: '#e4e2ee',
                  width: 2,
                  filter: 'url(#near)',
                }),
                rect(120, 150 + index * 118, 14, 98, 7, { fill: colour }),
                text(170, 211 + index * 118, name, { size: 32, weight: 720, fill: colour }),
                text(360, 210 + index * 118, words, { size: 30 }),
              ),
            )
            .join(''),
        ),
    },
    {
      say: ['The same assistant, a very different answer.'],
      tail: 2.4,
      draw: (at) => {
        const lines = [
          'Percent means: out of one hundred.',
          '10 % of ₹500 is ₹50.',
          'Halve it for 5 %: that is ₹25.',
          'Add them for 15 %: ₹75.',
          'So 15 % off ₹500 leaves ₹425.',
        ]
        return slide(
          at,
          { heading: 'A useful answer', step: 3, of: 3 },
          answered(
            150,
            430,
            ramp(at.t, 0.3, 0.5),
            lines
              .map((each, index) =>
                group(
                  { opacity: ramp(at.t, 0.7 + index * 0.6, 0.4) },
                  text(184, 220 + index * 74, each, { size: 32, weight: index === 4 ? 700 : 500 }),
                ),
              )
              .join(''),
          ) +
            lines
              .map((_, index) =>
                at.t > 0.9 + index * 0.6
                  ? tick(860, 208 + index * 74, 40, ramp(at.t, 0.9 + index * 0.6, 0.4), hue.teal)
                  : '',
              )
              .join('') +
            text(910, 218, 'short', { size: 26, fill: paper.grey, opacity: ramp(at.t, 1, 0.4) }) +
            text(910, 366, 'with rupees', { size: 26, fill: paper.grey, opacity: ramp(at.t, 2.2, 0.4) }) +
            text(910, 514, 'ready to use', { size: 26, fill: paper.grey, opacity: ramp(at.t, 3.4, 0.4) }),
        )
      },
    },
    recapScene({
      say: ['Role, task, context, format. Then check the answer yourself.'],
      points: ['Say who, what, for whom, how', 'Examples beat adjectives', 'You stay the editor'],
    }),
  ],
}
