import { clamp } from './motion.ts'
import { group, line, tag, text } from './svg.ts'
import { mono, paper } from './theme.ts'

export type Scheme = {
  plain: string
  keyword: string
  string: string
  number: string
  comment: string
  call: string
  tag: string
}

export const onDark: Scheme = {
  plain: '#e8e6ff',
  keyword: '#b9a7ff',
  string: '#ffd08a',
  number: '#7ee2b8',
  comment: '#8681b5',
  call: '#8cc8ff',
  tag: '#ff9fb6',
}

export const onLight: Scheme = {
  plain: '#2a2554',
  keyword: '#5b3fd6',
  string: '#b25a00',
  number: '#0c7f71',
  comment: '#8c88a8',
  call: '#1668c4',
  tag: '#c22f5c',
}

const keywords = new Set(
  'import from export const let function return if else await async new for of in class extends def as lambda with SELECT FROM JOIN ON WHERE GROUP BY ORDER LIMIT SUM COUNT AVG DESC AND Widget override void final print'.split(
    ' ',
  ),
)

const pattern =
  /(\/\/.*|#(?![0-9a-fA-F]{3,8}\b)\s.*|--\s.*)|("[^"]*"?|'[^']*'?|`[^`]*`?)|(<\/?[A-Za-z][\w-]*|\/?>)|(\b\d[\d.]*(?:px|rem|%|s)?\b|#[0-9a-fA-F]{3,8}\b)|([A-Za-z_$][\w$-]*)(?=(\s*\()?)/g

const pieces = (source: string, scheme: Scheme): { words: string; fill: string }[] => {
  const result: { words: string; fill: string }[] = []
  let from = 0
  for (const match of source.matchAll(pattern)) {
    if (match.index > from) result.push({ words: source.slice(from, match.index), fill: scheme.plain })
    const [all, comment, string, element, number, word, called] = match
    const fill = comment
      ? scheme.comment
      : string
        ? scheme.string
        : element
          ? scheme.tag
          : number
            ? scheme.number
            : word && keywords.has(word)
              ? scheme.keyword
              : called
                ? scheme.call
                : scheme.plain
    result.push({ words: all, fill })
    from = match.index + all.length
  }
  if (from < source.length) result.push({ words: source.slice(from), fill: scheme.plain })
  return result
}

const entities = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export type CodeStyle = {
  x: number
  y: number
  size?: number
  gap?: number
  scheme?: Scheme
  /** Characters typed so far; everything when absent. */
  typed?: number
  caret?: boolean
  numbers?: boolean
}

export const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, each) => sum + each.length + 1, 0)

/** Highlighted lines of code, optionally only as far as they have been typed. */
export const code = (lines: readonly string[], style: CodeStyle): string => {
  const { x, y, size = 24, scheme = onDark } = style
  const gap = style.gap ?? size * 1.6
  const advance = size * 0.6
  let left = style.typed ?? Number.POSITIVE_INFINITY
  const drawn: string[] = []
  let caretAt: [number, number] = [x, y]
  lines.forEach((source, row) => {
    if (left < 0) return
    const shown = source.slice(0, clamp(Math.floor(left), 0, source.length))
    left -= source.length + 1
    const top = y + row * gap
    if (style.numbers)
      drawn.push(
        text(x - 28, top, String(row + 1), { size: size * 0.8, mono: true, fill: scheme.comment, anchor: 'end' }),
      )
    let column = 0
    for (const piece of pieces(source, scheme)) {
      const words = piece.words.slice(0, Math.max(0, shown.length - column))
      if (words.trim())
        drawn.push(
          tag(
            'text',
            {
              x: x + column * advance,
              y: top,
              fill: piece.fill,
              'font-size': size,
              'font-family': mono,
              'font-weight': 500,
              'xml:space': 'preserve',
            },
            entities(words),
          ),
        )
      column += piece.words.length
    }
    caretAt = [x + shown.length * advance, top]
  })
  const typing = style.typed !== undefined && style.typed < lengthOf(lines)
  const caret = style.caret || typing
  return group(
    {},
    ...drawn,
    caret
      ? line(caretAt[0] + 3, caretAt[1] - size * 0.8, caretAt[0] + 3, caretAt[1] + size * 0.22, {
          stroke: scheme === onDark ? '#ffc766' : paper.text,
          width: 2.6,
        })
      : '',
  )
}
