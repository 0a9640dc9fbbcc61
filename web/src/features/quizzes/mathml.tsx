import { createElement, Fragment, type ReactNode } from 'react'

const elements = new Set(
  'math semantics mrow mi mn mo ms mspace mtext mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mpadded mphantom menclose merror mstyle mmultiscripts mprescripts none'.split(
    ' ',
  ),
)
const attributes = new Set(
  'display displaystyle scriptlevel mathvariant stretchy fence separator form lspace rspace minsize maxsize symmetric largeop movablelimits accent accentunder linethickness columnalign rowspacing columnspacing rowlines columnlines rowspan columnspan width height depth voffset notation'.split(
    ' ',
  ),
)

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
const decode = (text: string): string =>
  text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w+);/gi, (all, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? all
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

function propsOf(given: string): Record<string, string> {
  const props: Record<string, string> = {}
  for (const [, name = '', value = ''] of given.matchAll(/([\w:-]+)="([^"]*)"/g))
    if (attributes.has(name.toLowerCase())) props[name.toLowerCase()] = decode(value)
  return props
}

type Open = { tag: string | null; props: Record<string, string>; children: ReactNode[] }

function element({ tag, props, children }: Open): ReactNode {
  const made: ReactNode = createElement(tag ?? Fragment, tag === null ? null : props, ...children)
  return made
}

/** Draws MathML of the server as elements. What is not MathML for showing formulas is left out, whatever the text says. */
export function Mathml({ text }: { text: string }): ReactNode {
  const root: Open = { tag: null, props: {}, children: [] }
  const open = [root]
  for (const [, closing, name, given, selfClosing, words] of text.matchAll(
    /<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>|([^<]+)/gi,
  )) {
    const around = open.at(-1) ?? root
    if (words !== undefined) around.children.push(decode(words))
    else if (closing === '/') {
      if (open.length > 1) open.pop()
      open.at(-1)?.children.push(element(around))
    } else {
      const tag = name?.toLowerCase() ?? ''
      const props = propsOf(given ?? '')
      const one = { tag: elements.has(tag) ? tag : null, props, children: [] }
      if (selfClosing === '/') around.children.push(element(one))
      else open.push(one)
    }
  }
  return element(root)
}
