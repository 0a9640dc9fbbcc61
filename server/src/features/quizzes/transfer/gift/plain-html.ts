const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' }
const signs: Record<string, string> = { b: '**', strong: '**', i: '*', em: '*', code: '`' }
const breaks = new Set(['br', 'p', 'div', 'li', 'tr', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

function characterOf(code: number): string {
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''
}

/** Returns HTML as Markdown: paragraphs, bold, italic and code. Other elements leave their text, and `isPlain` is false. */
export function plainHtml(html: string): { text: string; isPlain: boolean } {
  let isPlain = true
  const text = html
    .replace(/<(\/?)([a-z][a-z0-9]{0,15})([^<>]{0,2000})>/gi, (_, close: string, name: string, rest: string) => {
      const tag = name.toLowerCase()
      const sign = signs[tag]
      if (sign !== undefined) return sign
      if (tag === 'li' && close === '') return '\n- '
      if (breaks.has(tag)) return tag === 'br' || close !== '' ? '\n' : ''
      if (tag !== 'span' || rest.includes('=')) isPlain = false
      return ''
    })
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi, (whole, name: string) => {
      if (name.startsWith('#x') || name.startsWith('#X')) return characterOf(Number.parseInt(name.slice(2), 16))
      if (name.startsWith('#')) return characterOf(Number(name.slice(1)))
      return entities[name.toLowerCase()] ?? whole
    })
  return { text: text.replace(/\n{3,}/g, '\n\n').trim(), isPlain }
}
