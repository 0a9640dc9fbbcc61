import { drawFace } from '../../avatars/face.ts'
import { people } from '../../avatars/people.ts'
import { code } from '../../draw/code.ts'
import { clamp, easeInOut, easeOut, lerp, ramp, range, spring } from '../../draw/motion.ts'
import { arrow, definitions, mark, pane, phone, tick, words } from '../../draw/parts.ts'
import { darkGround, popAt } from '../../draw/slides.ts'
import { circle, group, line, path, rect, text } from '../../draw/svg.ts'
import { hue, ink, paper, saffron } from '../../draw/theme.ts'
import type { Film, Moment } from '../film.ts'
import { tangle } from './tangle.ts'

const light = (at: Moment, heading: string, body: string): string => {
  const leave = easeInOut(ramp(at.t, at.seconds - 0.35, 0.35))
  return group(
    {},
    definitions,
    rect(0, 0, 1280, 720, 0, { fill: paper.base }),
    circle(1160, 60, 260, { fill: '#fff1d9', opacity: 0.7 }),
    circle(90, 690, 220, { fill: '#e9e8fd', opacity: 0.8 }),
    group(
      { opacity: 1 - leave },
      group(
        { opacity: easeOut(ramp(at.t, 0.1, 0.5)), y: (1 - easeOut(ramp(at.t, 0.1, 0.5))) * 18 },
        text(640, 150, heading, { size: 66, weight: 780, display: true, anchor: 'middle' }),
        rect(640 - 40 * easeOut(ramp(at.t, 0.4, 0.5)), 178, 80 * easeOut(ramp(at.t, 0.4, 0.5)), 6, 3, {
          fill: saffron.base,
        }),
      ),
      body,
    ),
  )
}

const teachers = [
  ['priya-raman', 'Web and apps'],
  ['harpreet-singh', 'Data science'],
  ['farah-siddiqui', 'Machine learning'],
  ['arjun-nair', 'Security'],
  ['neha-kulkarni', 'Design'],
] as const

const portrait = (key: string, x: number, y: number, r: number): string => {
  const face = people[key]
  return face
    ? `<clipPath id="round-${key}"><circle cx="${x}" cy="${y}" r="${r}"/></clipPath>${circle(x, y, r + 9, { fill: '#fff', filter: 'url(#near)' })}<g clip-path="url(#round-${key})">${group({ x: x - r, y: y - r, scale: (r * 2) / 256 }, drawFace(face))}</g>`
    : ''
}

const works = (at: Moment): string => {
  const p = (index: number): number => ramp(at.t, at.cue(1) - 0.1 + index * 0.5, 0.6)
  return (
    popAt(
      p(0),
      290,
      420,
      pane(110, 260, 370, 330, {
        dark: true,
        inside:
          code(['<h1>My shop</h1>', '<Cart items={3} />', '<Pay amount={450} />'], {
            x: 30,
            y: 106,
            size: 26,
            gap: 52,
          }) + rect(30, 254, 170, 48, 24, { fill: saffron.base }),
      }),
    ) +
    popAt(
      p(1),
      620,
      430,
      phone(
        545,
        250,
        0.58,
        rect(24, 66, 252, 180, 24, { fill: ink.violet }) +
          words(36, 280, [220, 170], 34, '#cfcbe0', 16) +
          rect(24, 380, 252, 76, 38, { fill: saffron.base }),
      ),
    ) +
    popAt(
      p(2),
      960,
      420,
      pane(780, 260, 390, 330, {
        bar: false,
        inside:
          [120, 190, 150, 240, 210]
            .map((height, index) =>
              rect(
                40 + index * 64,
                290 - height * clamp(p(2) * 1.6 - 0.3 - index * 0.08),
                46,
                height * clamp(p(2) * 1.6 - 0.3 - index * 0.08),
                10,
                { fill: index === 3 ? saffron.base : hue.teal },
              ),
            )
            .join('') + line(28, 292, 362, 292, { stroke: '#cfcbe6', width: 4 }),
      }),
    ) +
    range(3)
      .map((index) =>
        tick([480, 722, 1168][index] ?? 0, 264, 54, ramp(at.t, at.cue(1) + 1.7 + index * 0.25, 0.4), hue.leaf),
      )
      .join('')
  )
}

const calendar = (at: Moment): string => {
  const year = Math.floor(lerp(0, 6, easeInOut(ramp(at.t, at.cue(1) - 0.4, 3))))
  return (
    pane(130, 250, 420, 350, {
      bar: false,
      inside:
        rect(0, 0, 420, 84, 18, { fill: ink.violet }) +
        text(210, 58, String(2026 + year), { size: 46, weight: 760, anchor: 'middle', fill: '#fff', display: true }) +
        range(20)
          .map((index) =>
            rect(40 + (index % 5) * 70, 112 + Math.floor(index / 5) * 56, 54, 42, 10, {
              fill: index === (year * 7 + 3) % 20 ? saffron.base : '#eeecf7',
            }),
          )
          .join(''),
    }) +
    arrow(590, 424, 690, 424, saffron.base, 9, ramp(at.t, 1, 0.6)) +
    pane(730, 250, 420, 350, {
      bar: false,
      inside:
        rect(24, 24, 372, 210, 16, { fill: ink.deep }) +
        circle(210, 129, 48 + 3 * Math.sin(at.t * 4), { fill: saffron.base }) +
        path('M196 104 L238 129 L196 154 Z', { fill: '#fff', stroke: '#fff', width: 5 }) +
        rect(24, 262, 372, 14, 7, { fill: '#e4e2ee' }) +
        rect(24, 262, 150 + 30 * year, 14, 7, { fill: saffron.base }) +
        words(24, 300, [240, 150], 24, '#cfcbe0', 12),
    })
  )
}

/** The still picture before the film plays; its middle is left free for a play button. */
export const poster = (): string =>
  group(
    {},
    definitions,
    darkGround(0),
    text(640, 140, 'Learn from people who do the work', {
      size: 62,
      weight: 780,
      display: true,
      anchor: 'middle',
      fill: '#fff',
    }),
    rect(600, 172, 80, 6, 3, { fill: saffron.base }),
    ...teachers.map(([key], index) => portrait(key, 220 + index * 210, 556, 84)),
    mark(48, 40, 44),
  )

/** The short film of the home page's about section. */
export const about: Film = {
  name: 'about',
  container: 'mp4',
  voice: 'slt',
  tune: 1,
  scenes: [
    {
      say: ['Virtual Courses. Learn from people who do the work.'],
      lead: 0.9,
      tail: 0.7,
      draw: (at) => {
        const p = easeOut(ramp(at.t, 0.2, 0.8))
        const leave = easeInOut(ramp(at.t, at.seconds - 0.35, 0.35))
        return group(
          {},
          definitions,
          darkGround(at.t),
          range(14)
            .map((index) =>
              circle(
                640 + Math.cos(index * 0.45 + at.t * 0.3) * (300 + (index % 3) * 120),
                340 + Math.sin(index * 0.45 + at.t * 0.3) * (190 + (index % 3) * 60),
                5 + (index % 3) * 4,
                { fill: [saffron.base, '#8d86f5', '#fff'][index % 3] ?? '', opacity: 0.7 * p },
              ),
            )
            .join(''),
          group(
            { opacity: 1 - leave },
            group(
              { x: 640, y: 270, scale: 0.6 + 0.4 * spring(ramp(at.t, 0.2, 0.9)), opacity: p },
              mark(-120, -132, 240, true),
            ),
            group(
              { opacity: easeOut(ramp(at.t, 0.9, 0.6)) },
              text(640, 500, 'Virtual Courses', {
                size: 92,
                weight: 800,
                display: true,
                anchor: 'middle',
                fill: '#fff',
              }),
            ),
            group(
              { opacity: easeOut(ramp(at.t, 1.7, 0.6)) },
              text(640, 568, 'Learn from people who do the work', {
                size: 34,
                weight: 520,
                anchor: 'middle',
                fill: '#c9c4ea',
              }),
            ),
          ),
        )
      },
    },
    {
      say: ['Simplified learning.', 'Hard things are cut into short lessons that you can follow, one after the other.'],
      tail: 0.9,
      draw: (at) =>
        light(
          at,
          'Simplified learning',
          group(
            { opacity: ramp(at.t, 0.2, 0.4) },
            tangle(easeInOut(ramp(at.t, at.cue(1) + 0.1, 1.7)), ramp(at.t, at.cue(1) + 2.3, 2.2)),
          ),
        ),
    },
    {
      say: ['Expert trainers.', 'Your teachers build, design and defend these things every day.'],
      tail: 0.9,
      draw: (at) =>
        light(
          at,
          'Expert trainers',
          teachers
            .map(([key, craft], index) => {
              const x = 160 + index * 240
              return popAt(
                ramp(at.t, 0.3 + index * 0.3, 0.6),
                x,
                390,
                portrait(key, x, 390 + Math.sin(at.t * 1.6 + index) * 4, 94),
                text(x, 548, craft, { size: 27, weight: 620, anchor: 'middle' }),
              )
            })
            .join(''),
        ),
    },
    {
      say: ['Big experience.', 'You make real things: pages, apps, and charts that answer a question.'],
      tail: 1.1,
      draw: (at) => light(at, 'Big experience', works(at)),
    },
    {
      say: ['Lifetime access.', 'Buy a course once, and come back whenever you like.'],
      tail: 1,
      draw: (at) => light(at, 'Lifetime access', calendar(at)),
    },
    {
      say: ['Start with one lesson today.'],
      lead: 0.5,
      tail: 2,
      draw: (at) => {
        const out = easeInOut(ramp(at.t, at.seconds - 0.7, 0.7))
        return group(
          {},
          definitions,
          darkGround(at.t),
          group(
            { opacity: 1 - out },
            popAt(ramp(at.t, 0.1, 0.6), 640, 230, mark(560, 130, 160)),
            group(
              { opacity: easeOut(ramp(at.t, 0.4, 0.5)) },
              text(640, 420, 'Start with one lesson today', {
                size: 68,
                weight: 780,
                display: true,
                anchor: 'middle',
                fill: '#fff',
              }),
            ),
            group(
              { opacity: easeOut(ramp(at.t, 1, 0.6)) },
              text(640, 492, 'Virtual Courses', {
                size: 36,
                weight: 700,
                display: true,
                anchor: 'middle',
                fill: saffron.light,
              }),
            ),
          ),
        )
      },
    },
  ],
}
