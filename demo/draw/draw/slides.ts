import type { Moment, Scene } from '../films/film.ts'
import { clamp, easeInOut, easeOut, ramp, spring } from './motion.ts'
import { definitions, mark, tick } from './parts.ts'
import { around, circle, fade, gradient, group, line, rect, text } from './svg.ts'
import { ink, paper, saffron, stage } from './theme.ts'

export const darkGround = (t = 0): string =>
  `<defs>${gradient('night', [
    [0, '#17133f'],
    [0.55, ink.deep],
    [1, '#362c8e'],
  ])}<radialGradient id="glow"><stop offset="0" stop-color="${ink.violet}" stop-opacity="0.55"/><stop offset="1" stop-color="${ink.violet}" stop-opacity="0"/></radialGradient></defs>` +
  rect(0, 0, stage.width, stage.height, 0, { fill: 'url(#night)' }) +
  circle(1060 + Math.sin(t * 0.5) * 10, 120, 480, { fill: 'url(#glow)' })

/** A light slide: heading, thin rule, the number of the step, `body` below. */
export const slide = (at: Moment, of: { heading: string; step: number; of: number }, body: string): string =>
  group(
    {},
    definitions,
    rect(0, 0, stage.width, stage.height, 0, { fill: paper.base }),
    rect(0, 0, stage.width, 8, 0, { fill: ink.mist }),
    rect(0, 0, stage.width * ((of.step - 1 + clamp(at.t / at.seconds)) / of.of), 8, 0, { fill: saffron.base }),
    group(
      { y: (1 - easeOut(ramp(at.t, 0, 0.5))) * 14, opacity: easeOut(ramp(at.t, 0, 0.4)) },
      text(64, 92, of.heading, { size: 43, weight: 740, display: true }),
    ),
    mark(1176, 44, 44),
    group({ opacity: easeOut(ramp(at.t, 0.1, 0.4)) }, body),
  )

const wrapped = (title: string, most: number): string[] => {
  const lines: string[] = []
  for (const word of title.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || `${last} ${word}`.length > most) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

/** The opening card: category, title word by word, an illustration on the right (drawn in a 520 x 520 box). */
export const titleScene = (of: {
  category: string
  title: string
  say: readonly string[]
  picture: (at: Moment) => string
}): Scene => ({
  say: of.say,
  lead: 1.1,
  tail: 0.7,
  draw: (at) => {
    const lines = wrapped(of.title, 17)
    const size = lines.length > 3 ? 64 : 74
    const top = 384 - ((lines.length - 1) * size * 1.12) / 2
    const leave = easeInOut(ramp(at.t, at.seconds - 0.35, 0.35))
    return group(
      {},
      definitions,
      darkGround(at.t),
      group(
        { x: -leave * 40, opacity: 1 - leave },
        rect(80, top - size - 62, 54 * easeOut(ramp(at.t, 0.25, 0.5)), 5, 2.5, { fill: saffron.base }),
        group(
          { opacity: easeOut(ramp(at.t, 0.35, 0.5)) },
          text(80, top - size - 16, of.category.toUpperCase(), {
            size: 22,
            weight: 650,
            fill: saffron.light,
            spacing: 2.4,
          }),
        ),
        ...lines.map((words, index) => {
          const p = easeOut(ramp(at.t, 0.45 + index * 0.16, 0.6))
          return group(
            { y: (1 - p) * 30, opacity: p },
            text(80, top + index * size * 1.12, words, { size, weight: 780, fill: '#ffffff', display: true }),
          )
        }),
        group(
          { opacity: easeOut(ramp(at.t, 0.9, 0.6)) },
          mark(80, 618, 40),
          text(132, 647, 'Virtual Courses', { size: 25, weight: 700, fill: '#f7f5ff', display: true }),
        ),
      ),
      group({ x: 700 + leave * 40, y: 100, opacity: easeOut(ramp(at.t, 0.5, 0.8)) * (1 - leave) }, of.picture(at)),
    )
  },
})

/** The closing card: three things to remember, each with its spoken line. */
export const recapScene = (of: { say: readonly string[]; points: readonly string[]; heading?: string }): Scene => ({
  say: of.say,
  lead: 0.7,
  tail: 1.6,
  draw: (at) => {
    const out = easeInOut(ramp(at.t, at.seconds - 0.6, 0.6))
    return group(
      {},
      definitions,
      darkGround(at.t),
      group(
        { opacity: 1 - out },
        text(120, 176, of.heading ?? 'Remember', { size: 56, weight: 780, fill: '#fff', display: true }),
        rect(122, 204, 64 * easeOut(ramp(at.t, 0.2, 0.5)), 5, 2.5, { fill: saffron.base }),
        ...of.points.map((point, index) => {
          const p = at.after(
            Math.min(index, of.say.length - 1),
            index >= of.say.length ? 0.5 * (index - of.say.length + 1) : 0,
            0.5,
          )
          return group(
            { x: (1 - p) * 24, opacity: p },
            tick(148, 296 + index * 96, 50, spring(p)),
            text(200, 308 + index * 96, point, { size: 38, weight: 560, fill: '#f1efff' }),
          )
        }),
        line(120, 598, 1160, 598, { stroke: fade('#ffffff', 0.14), width: 1.5 }),
        mark(120, 622, 38),
        text(170, 649, 'Virtual Courses', { size: 23, weight: 700, fill: '#f7f5ff', display: true }),
      ),
    )
  },
})

/** Children popping in one after the other around their own centres. */
export const popAt = (p: number, x: number, y: number, ...inside: string[]): string =>
  around(x, y, 0.7 + 0.3 * spring(p), clamp(p * 2.5), ...inside)
