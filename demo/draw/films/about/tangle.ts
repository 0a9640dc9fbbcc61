import { clamp, lerp, range } from '../../draw/motion.ts'
import { tick } from '../../draw/parts.ts'
import { circle, group, path, polyline, rect, text } from '../../draw/svg.ts'
import { ink, paper, saffron } from '../../draw/theme.ts'

/** A knotted thread that becomes a straight row of five short lessons as `p` goes 0..1. */
export const tangle = (p: number, done: number): string => {
  const points = range(121).map((index): [number, number] => {
    const u = index / 120
    const knot = u * Math.PI * 9
    const wild: [number, number] = [
      640 + Math.sin(knot) * (170 + 60 * Math.cos(knot * 0.37)) + (u - 0.5) * 160,
      400 + Math.cos(knot * 1.31) * 150,
    ]
    return [lerp(wild[0], 130 + u * 1020, p), lerp(wild[1], 400, p)]
  })
  const lessons = range(5)
    .map((index) => {
      const x = 200 + index * 220
      const grown = clamp(p * 3 - 2)
      const finished = clamp(done * 5 - index)
      return grown <= 0
        ? ''
        : group(
            { opacity: grown },
            rect(x - 84, 400 - 58, 168, 116, 26, {
              fill: finished > 0 ? '#efeafd' : paper.card,
              stroke: finished > 0 ? ink.violet : paper.line,
              width: 3,
              filter: 'url(#near)',
            }),
            finished > 0
              ? tick(x, 400, 54, finished)
              : path(`M${x - 13} ${380} L${x + 21} 400 L${x - 13} 420 Z`, {
                  fill: ink.violet,
                  stroke: ink.violet,
                  width: 5,
                }),
            text(x, 502, `Lesson ${index + 1}`, { size: 25, weight: 620, anchor: 'middle', fill: paper.grey }),
          )
    })
    .join('')
  return (
    path(polyline(points), { stroke: p > 0.75 ? '#cfcbe6' : ink.violet, width: lerp(9, 6, p) }) +
    circle(points[0]?.[0] ?? 0, points[0]?.[1] ?? 0, 12 * (1 - p), { fill: saffron.base }) +
    lessons
  )
}
