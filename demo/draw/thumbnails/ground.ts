import { definitions } from '../draw/parts.ts'
import { circle, gradient, group, path, rect } from '../draw/svg.ts'

export type Picture = { name: string; ground: keyof typeof grounds; draw: () => string }

/** Each category has its own air; indigo, saffron and near-white stay in all of them. */
export const grounds = {
  web: { from: '#17133f', to: '#3a49c9', glow: '#6d7bff', dots: '#ffffff' },
  app: { from: '#2b1a66', to: '#7a55e8', glow: '#b79bff', dots: '#ffffff' },
  ai: { from: '#17103d', to: '#6a2a86', glow: '#d45fc4', dots: '#ffffff' },
  tools: { from: '#f0eeff', to: '#d3ccff', glow: '#ffffff', dots: '#5b4fe0' },
  science: { from: '#062f3a', to: '#0f8f80', glow: '#4fd8c2', dots: '#ffffff' },
  analytics: { from: '#fff4e0', to: '#ffd48a', glow: '#ffffff', dots: '#c77700' },
  security: { from: '#0a1220', to: '#14483c', glow: '#2fae83', dots: '#ffffff' },
  design: { from: '#ffeae2', to: '#ffb9a8', glow: '#ffffff', dots: '#d4513a' },
  other: { from: '#f1f7e8', to: '#bfe0b4', glow: '#ffffff', dots: '#2f7d46' },
} as const

const dots = (colour: string): string =>
  `<pattern id="dots" width="44" height="44" patternUnits="userSpaceOnUse"><circle cx="6" cy="6" r="2.6" fill="${colour}" opacity="0.16"/></pattern>` +
  `<rect width="1280" height="720" fill="url(#dots)"/>`

export const paint = (picture: Picture): string => {
  const air = grounds[picture.ground]
  const turned = [...picture.name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const [x, y] = [200 + (turned % 5) * 220, turned % 2 ? 110 : 620]
  return group(
    {},
    definitions,
    `<defs>${gradient(
      'air',
      [
        [0, air.from],
        [1, air.to],
      ],
      30 + (turned % 4) * 12,
    )}<radialGradient id="sun"><stop offset="0" stop-color="${air.glow}" stop-opacity="0.6"/><stop offset="1" stop-color="${air.glow}" stop-opacity="0"/></radialGradient></defs>`,
    rect(0, 0, 1280, 720, 0, { fill: 'url(#air)' }),
    circle(x, y, 520, { fill: 'url(#sun)' }),
    dots(air.dots),
    path(
      `M0 ${600 + (turned % 3) * 24} C320 ${520 + (turned % 7) * 14} 760 ${720 - (turned % 5) * 18} 1280 ${560 + (turned % 4) * 20} V720 H0 Z`,
      { fill: air.dots, opacity: 0.06 },
    ),
    picture.draw(),
  )
}
