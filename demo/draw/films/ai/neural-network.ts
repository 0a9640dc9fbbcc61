import { clamp, easeInOut, ramp, range, spring } from '../../draw/motion.ts'
import { pill } from '../../draw/parts.ts'
import { popAt, recapScene, slide, titleScene } from '../../draw/slides.ts'
import { circle, fade, group, line, path, rect, text } from '../../draw/svg.ts'
import { hue, ink, paper, saffron } from '../../draw/theme.ts'
import type { Film } from '../film.ts'

type Net = { layers: readonly number[]; x: number; y: number; width: number; height: number; radius: number }

const spots = (net: Net): { x: number; y: number }[][] =>
  net.layers.map((count, layer) =>
    range(count).map((index) => ({
      x: net.x + (net.width * layer) / (net.layers.length - 1),
      y: net.y + net.height / 2 + (index - (count - 1) / 2) * (net.height / Math.max(...net.layers)),
    })),
  )

const weight = (layer: number, from: number, to: number): number =>
  Math.abs(Math.sin(layer * 7.1 + from * 2.7 + to * 4.3))

/** `front` is how far the signal has come, in layers. */
const network = (net: Net, front: number, dark: boolean, t: number): string => {
  const all = spots(net)
  const wires = all.slice(1).flatMap((layer, index) =>
    layer.flatMap((to, toIndex) =>
      (all[index] ?? []).map((from, fromIndex) => {
        const strength = weight(index, fromIndex, toIndex)
        const lit = clamp(front - index) * strength
        return line(from.x, from.y, to.x, to.y, {
          stroke: lit > 0.55 ? saffron.base : dark ? '#8d86f5' : '#b9b3e8',
          width: 1.2 + strength * 2.6,
          opacity: lit > 0.55 ? 0.9 : dark ? 0.4 : 0.5,
        })
      }),
    ),
  )
  const pulses = all.slice(1).flatMap((layer, index) => {
    const p = front - index
    if (p <= 0 || p >= 1) return []
    return layer.flatMap((to, toIndex) =>
      (all[index] ?? [])
        .filter((_, fromIndex) => weight(index, fromIndex, toIndex) > 0.6)
        .map((from) =>
          circle(from.x + (to.x - from.x) * p, from.y + (to.y - from.y) * p, net.radius * 0.26, { fill: saffron.base }),
        ),
    )
  })
  const cells = all.flatMap((layer, index) =>
    layer.map((spot, row) => {
      const lit = clamp((front - index + 0.25) * 3) * (0.45 + 0.55 * weight(index, row, 3))
      return (
        circle(spot.x, spot.y, net.radius + Math.sin(t * 2 + row + index) * 0.6, {
          fill: dark ? '#2b2570' : '#fff',
          stroke: dark ? '#8d86f5' : '#8f87d8',
          width: 3,
        }) +
        circle(spot.x, spot.y, net.radius - 4, {
          fill: fade(index === net.layers.length - 1 ? saffron.base : ink.violet, lit),
        })
      )
    }),
  )
  return [...wires, ...pulses, ...cells].join('')
}

const digit = ['..####..', '.##..##.', '.....##.', '...###..', '.....##.', '.##..##.', '..####..']

const pixels = (x: number, y: number, cell: number, p: number): string =>
  digit
    .flatMap((row, r) =>
      [...row].map((sign, c) =>
        rect(x + c * cell, y + r * cell, cell - 3, cell - 3, 4, {
          fill: sign === '#' && (r * 8 + c) / 56 < p ? ink.indigo : '#eeecf7',
        }),
      ),
    )
    .join('')

const guesses = [
  { name: '8', share: 0.07 },
  { name: '3', share: 0.91 },
  { name: '5', share: 0.02 },
]

export const neuralNetwork: Film = {
  name: 'ai-neural-network',
  container: 'mp4',
  voice: 'slt',
  tune: 5,
  scenes: [
    titleScene({
      category: 'AI/ML',
      title: 'Inside a neural network',
      say: ['A neural network is a great many small votes, counted in layers.'],
      picture: (at) =>
        network(
          { layers: [4, 6, 6, 3], x: 20, y: 20, width: 470, height: 480, radius: 22 },
          ((at.t - 0.8) * 1.05) % 4.4,
          true,
          at.t,
        ),
    }),
    {
      say: [
        'Show it a hand-written digit. Every pixel is one number going in.',
        'Each layer mixes those numbers, some with more weight than others.',
        'At the end, the strongest vote wins. This is a three.',
      ],
      tail: 1.5,
      draw: (at) => {
        const front = easeInOut(ramp(at.t, at.cue(1) - 0.2, 3.6)) * 3.4
        const vote = at.after(2, 0.1, 0.9)
        return slide(
          at,
          { heading: 'From pixels to an answer', step: 1, of: 2 },
          pixels(64, 236, 36, ramp(at.t, 0.5, 2)) +
            text(206, 540, '8 × 7 pixels', { size: 24, fill: paper.grey, anchor: 'middle' }) +
            network({ layers: [5, 6, 6, 3], x: 430, y: 180, width: 420, height: 400, radius: 19 }, front, false, 0) +
            guesses
              .map(({ name, share }, index) => {
                const y = 313 + index * 66.7
                return group(
                  { opacity: at.after(2, -0.3) },
                  text(892, y + 11, name, { size: 34, weight: 720 }),
                  rect(930, y - 14, 210, 28, 14, { fill: '#eeecf7' }),
                  rect(930, y - 14, Math.max(28, 210 * share * vote), 28, 14, {
                    fill: share > 0.5 ? saffron.base : '#c3bdf0',
                  }),
                  text(1156, y + 9, `${Math.round(share * 100 * vote)} %`, { size: 24, weight: 640 }),
                )
              })
              .join(''),
        )
      },
    },
    {
      say: [
        'At first the votes are random, and often wrong.',
        'Every mistake moves the weights a little. That is all training is.',
      ],
      tail: 1.5,
      draw: (at) => {
        const p = easeInOut(ramp(at.t, 0.8, at.seconds - 2.4))
        const points = range(61).map((index) => {
          const x = index / 60
          return [110 + x * 760, 600 - (70 + 330 * Math.exp(-x * 4.2) + Math.sin(index * 2.3) * 14 * (1 - x))] as const
        })
        const shown = points.slice(0, Math.max(2, Math.round(p * 61)))
        const last = shown.at(-1) ?? [110, 200]
        return slide(
          at,
          { heading: 'Learning from mistakes', step: 2, of: 2 },
          range(5)
            .map((row) => line(110, 200 + row * 100, 880, 200 + row * 100, { stroke: '#e7e4f1', width: 2 }))
            .join('') +
            path(shown.map(([x, y], index) => `${index ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join(' '), {
              stroke: ink.violet,
              width: 6,
            }) +
            circle(last[0], last[1], 12, { fill: saffron.base, stroke: '#fff', width: 4 }) +
            text(110, 650, 'rounds of training', { size: 24, fill: paper.grey }) +
            text(110, 178, 'error', { size: 24, fill: paper.grey }) +
            group(
              { x: 1060, y: 400 },
              circle(0, 0, 118, { stroke: '#e9e6f5', width: 26 }),
              path(
                `M0 -118 A118 118 0 ${p * 0.97 > 0.5 ? 1 : 0} 1 ${(Math.sin(p * 0.97 * 6.283) * 118).toFixed(1)} ${(-Math.cos(p * 0.97 * 6.283) * 118).toFixed(1)}`,
                { stroke: hue.teal, width: 26 },
              ),
              text(0, 18, `${Math.round(10 + p * 87)} %`, { size: 52, weight: 740, anchor: 'middle' }),
            ) +
            popAt(
              spring(p),
              1060,
              590,
              pill(1060, 590, 'correct answers', { anchor: 'middle', fill: '#dcf5f1', ink: '#0b6e63' }),
            ),
        )
      },
    },
    recapScene({
      say: ['Numbers in, weighted votes, and many small corrections.'],
      points: ['Every input is a number', 'Weights decide how much it counts', 'Training moves the weights'],
    }),
  ],
}
