import { type CodeStyle, code, onDark, onLight } from './code.ts'
import { circle, fade, group, line, path, rect, shadow, text } from './svg.ts'
import { ink, paper, saffron } from './theme.ts'

/** Filters that drawings refer to; every frame begins with them. */
export const definitions = `<defs>${shadow('soft', 14, 10, 0.16)}${shadow('near', 5, 3, 0.14)}${shadow('lift', 26, 20, 0.34)}</defs>`

/** The mark of the house, as in the bar of the web app; `bare` leaves out its ground. */
export const mark = (x: number, y: number, size: number, bare = false): string =>
  group(
    { x, y, scale: size / 32 },
    bare ? '' : rect(0, 0, 32, 32, 9.5, { fill: '#2d2783' }),
    path('M6.6 12.2 16 17.4v8.9L9.1 22.5a5 5 0 0 1-2.5-4.3z', { fill: '#fff' }),
    path('M25.4 12.2 16 17.4v8.9l6.9-3.8a5 5 0 0 0 2.5-4.3z', { fill: '#b9b4f7' }),
    circle(16, 9.6, 3.9, { fill: '#fba81f' }),
  )

/** A window of an application with three dots, a name and room for `inside` (drawn in the window's own units). */
export const pane = (
  x: number,
  y: number,
  width: number,
  height: number,
  of: { name?: string; dark?: boolean; inside?: string; bar?: boolean },
): string => {
  const dark = of.dark ?? false
  const bar = of.bar ?? true
  return group(
    { x, y },
    rect(0, 0, width, height, 18, { fill: dark ? '#1a1640' : paper.card, filter: 'url(#soft)' }),
    rect(0.5, 0.5, width - 1, height - 1, 18, { stroke: dark ? '#3a3472' : paper.line, width: 1.5 }),
    bar
      ? group(
          {},
          ...['#ff8a7a', '#ffc766', '#7ee2b8'].map((fill, index) => circle(28 + index * 22, 26, 6.5, { fill })),
          of.name
            ? text(width / 2, 33, of.name, {
                size: 18,
                anchor: 'middle',
                fill: dark ? '#a7a1dc' : paper.grey,
                weight: 500,
              })
            : '',
          line(0, 52, width, 52, { stroke: dark ? '#2d2761' : paper.line, width: 1.5 }),
        )
      : '',
    of.inside ?? '',
  )
}

/** An editor pane with numbered, highlighted code. */
export const editor = (
  x: number,
  y: number,
  width: number,
  height: number,
  lines: readonly string[],
  of: { name: string; size?: number; gap?: number; typed?: number | undefined; light?: boolean; inside?: string },
): string => {
  const size = of.size ?? 24
  const style: CodeStyle = { x: 66, y: 52 + size * 1.75, size, numbers: true, scheme: of.light ? onLight : onDark }
  return pane(x, y, width, height, {
    name: of.name,
    dark: !of.light,
    inside:
      (of.inside ?? '') +
      code(lines, {
        ...style,
        ...(of.gap ? { gap: of.gap } : {}),
        ...(of.typed !== undefined ? { typed: of.typed } : {}),
      }),
  })
}

/** A telephone; `inside` is drawn in screen units of 300 x 600. */
export const phone = (
  x: number,
  y: number,
  scale: number,
  inside: string,
  of: { screen?: string; id?: string } = {},
): string => {
  const id = of.id ?? 'phone'
  return group(
    { x, y, scale },
    `<clipPath id="${id}"><rect width="300" height="600" rx="34"/></clipPath>`,
    rect(-13, -13, 326, 626, 46, { fill: '#17132f', filter: 'url(#lift)' }),
    rect(-12, -12, 324, 624, 45, { stroke: '#4a4482', width: 2 }),
    group(
      { clip: `url(#${id})` },
      rect(0, 0, 300, 600, 0, { fill: of.screen ?? paper.base }),
      inside,
      text(26, 32, '9:41', { size: 16, weight: 650 }),
      rect(250, 20, 26, 12, 3, { stroke: paper.text, width: 1.5 }),
      rect(252, 22, 18, 8, 1.5, { fill: paper.text }),
      rect(105, 12, 90, 24, 12, { fill: '#17132f' }),
      rect(100, 584, 100, 5, 2.5, { fill: fade(paper.text, 0.35) }),
    ),
  )
}

/** A small label on a rounded ground; the width follows the words. */
export const pill = (
  x: number,
  y: number,
  words: string,
  of: { fill?: string; ink?: string; size?: number; anchor?: 'start' | 'middle'; weight?: number } = {},
): string => {
  const size = of.size ?? 22
  const width = words.length * size * 0.58 + size * 1.5
  const left = of.anchor === 'middle' ? x - width / 2 : x
  return group(
    {},
    rect(left, y - size * 1.05, width, size * 1.9, size * 0.95, { fill: of.fill ?? ink.mist }),
    text(left + width / 2, y + size * 0.27, words, {
      size,
      weight: of.weight ?? 600,
      fill: of.ink ?? ink.indigo,
      anchor: 'middle',
    }),
  )
}

export const tick = (x: number, y: number, size: number, part = 1, fill: string = saffron.base): string =>
  group(
    {},
    circle(x, y, (size / 2) * Math.min(1, part * 1.4), { fill }),
    part > 0.3
      ? path(
          `M${x - size * 0.2} ${y + size * 0.02} L${x - size * 0.05} ${y + size * 0.17} L${x + size * 0.22} ${y - size * 0.15}`,
          { stroke: '#fff', width: size * 0.11 },
        )
      : '',
  )

export const cursor = (x: number, y: number, scale = 1, fill: string = paper.text): string =>
  group({ x, y, scale }, path('M0 0 L0 30 L8 23 L13 35 L19 32.4 L14 21 L24 20 Z', { fill, stroke: '#fff', width: 2.4 }))

export const arrow = (x1: number, y1: number, x2: number, y2: number, stroke: string, width = 4, part = 1): string => {
  if (part <= 0) return ''
  const [ex, ey] = [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part]
  const angle = Math.atan2(y2 - y1, x2 - x1)
  const wing = (turn: number): string =>
    `${(ex - Math.cos(angle + turn) * width * 3.6).toFixed(1)} ${(ey - Math.sin(angle + turn) * width * 3.6).toFixed(1)}`
  return path(
    `M${x1} ${y1} L${ex.toFixed(1)} ${ey.toFixed(1)} M${wing(0.5)} L${ex.toFixed(1)} ${ey.toFixed(1)} L${wing(-0.5)}`,
    {
      stroke,
      width,
    },
  )
}

/** Grey bars in place of words. */
export const words = (
  x: number,
  y: number,
  widths: readonly number[],
  gap: number,
  fill: string,
  height = 10,
): string => widths.map((width, index) => rect(x, y + index * gap, width, height, height / 2, { fill })).join('')
