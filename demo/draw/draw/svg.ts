import { display, mono, paper, sans } from './theme.ts'

type Value = string | number | undefined

const entities = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const attributes = (values: Record<string, Value>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? Math.round(value * 100) / 100 : value}"`)
    .join('')

export const tag = (name: string, values: Record<string, Value>, inside = ''): string =>
  `<${name}${attributes(values)}>${inside}</${name}>`

export type Look = {
  fill?: string
  stroke?: string
  width?: number
  opacity?: number
  dash?: string
  shift?: number
  filter?: string
  cap?: string
}

const look = (of: Look): Record<string, Value> => ({
  fill: of.fill ?? 'none',
  stroke: of.stroke,
  'stroke-width': of.width,
  opacity: of.opacity,
  'stroke-dasharray': of.dash,
  'stroke-dashoffset': of.shift,
  filter: of.filter,
  'stroke-linecap': of.cap ?? (of.stroke ? 'round' : undefined),
  'stroke-linejoin': of.stroke ? 'round' : undefined,
})

export const rect = (x: number, y: number, width: number, height: number, radius: number, of: Look): string =>
  width <= 0 || height <= 0 ? '' : tag('rect', { x, y, width, height, rx: radius, ...look(of) })

export const circle = (cx: number, cy: number, r: number, of: Look): string =>
  r <= 0 ? '' : tag('circle', { cx, cy, r, ...look(of) })

export const line = (x1: number, y1: number, x2: number, y2: number, of: Look): string =>
  tag('line', { x1, y1, x2, y2, ...look(of) })

export const path = (d: string, of: Look): string => tag('path', { d, ...look(of) })

/** Draws only the first `part` (0..1) of a path, as if by a pen. */
export const penPath = (d: string, part: number, of: Look): string =>
  part <= 0 ? '' : tag('path', { d, pathLength: 1000, ...look({ ...of, dash: '1000 1000', shift: 1000 * (1 - part) }) })

export const polyline = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join(' ')

/** A smooth curve through the points. */
export const curve = (points: readonly (readonly [number, number])[]): string =>
  points
    .map(([x, y], index) => {
      const before = points[index - 1]
      if (!before) return `M${x} ${y}`
      const middle = (before[0] + x) / 2
      return `C${middle.toFixed(1)} ${before[1].toFixed(1)} ${middle.toFixed(1)} ${y.toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join(' ')

export type Type = {
  size?: number
  weight?: number
  fill?: string
  anchor?: 'start' | 'middle' | 'end'
  mono?: boolean
  display?: boolean
  opacity?: number
  spacing?: number
}

export const text = (x: number, y: number, words: string, of: Type = {}): string =>
  tag(
    'text',
    {
      x,
      y,
      fill: of.fill ?? paper.text,
      'font-size': of.size ?? 28,
      'font-weight': of.weight ?? 500,
      'font-family': of.mono ? mono : of.display ? display : sans,
      'text-anchor': of.anchor,
      'letter-spacing': of.spacing ?? (of.mono ? undefined : (of.size ?? 28) > 40 ? '-0.025em' : '-0.01em'),
      opacity: of.opacity,
      'xml:space': 'preserve',
    },
    entities(words),
  )

export type Place = { x?: number; y?: number; scale?: number; turn?: number; opacity?: number; clip?: string }

export const group = (place: Place, ...inside: string[]): string => {
  if (place.opacity !== undefined && place.opacity <= 0) return ''
  const moves = [
    place.x !== undefined || place.y !== undefined
      ? `translate(${(place.x ?? 0).toFixed(2)} ${(place.y ?? 0).toFixed(2)})`
      : '',
    place.turn ? `rotate(${place.turn.toFixed(2)})` : '',
    place.scale !== undefined && place.scale !== 1 ? `scale(${place.scale.toFixed(4)})` : '',
  ].filter(Boolean)
  return tag(
    'g',
    {
      transform: moves.join(' ') || undefined,
      opacity: place.opacity !== undefined && place.opacity < 1 ? place.opacity : undefined,
      'clip-path': place.clip,
    },
    inside.join(''),
  )
}

/** Scales around a point instead of the corner. */
export const around = (x: number, y: number, scale: number, opacity: number, ...inside: string[]): string =>
  opacity <= 0
    ? ''
    : tag(
        'g',
        {
          transform: scale === 1 ? undefined : `translate(${x} ${y}) scale(${scale.toFixed(4)}) translate(${-x} ${-y})`,
          opacity: opacity < 1 ? opacity : undefined,
        },
        inside.join(''),
      )

export const gradient = (id: string, stops: readonly (readonly [number, string])[], degrees = 45): string => {
  const radians = (degrees * Math.PI) / 180
  const [dx, dy] = [Math.cos(radians) / 2, Math.sin(radians) / 2]
  return tag(
    'linearGradient',
    { id, x1: 0.5 - dx, y1: 0.5 - dy, x2: 0.5 + dx, y2: 0.5 + dy },
    stops.map(([offset, colour]) => tag('stop', { offset, 'stop-color': colour })).join(''),
  )
}

/** `#rrggbb` with an opacity. */
export const fade = (colour: string, opacity: number): string =>
  `${colour}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`

export const shadow = (id: string, blur: number, down: number, opacity: number, colour = '#14112f'): string =>
  tag(
    'filter',
    { id, x: '-30%', y: '-30%', width: '160%', height: '170%' },
    tag('feDropShadow', {
      dx: 0,
      dy: down,
      stdDeviation: blur,
      'flood-color': colour,
      'flood-opacity': opacity,
    }),
  )
