const base = 'https://here.invalid'
/** First segment of the addresses that a message may link to. */
const pages = new Set([
  '',
  'allcourses',
  'viewcourse',
  'viewlecture',
  'enrolledcourses',
  'searchwithai',
  'wishlist',
  'notifications',
  'profile',
  'editprofile',
  'login',
  'signup',
  'forgotpassword',
])

/** Returns the path of one of our pages; null for everything else: other sites, scripts, endpoints of the API. */
export function localPath(href: string): string | null {
  if (!href.startsWith('/') || /[\\\s\p{Cc}]/u.test(href) || !URL.canParse(href, base)) return null
  const url = new URL(href, base)
  const [, first = '', second] = url.pathname.split('/')
  // "//other.example" has an empty first part too
  if (url.origin !== base || !pages.has(first) || (first === '' && second !== undefined)) return null
  return url.pathname + url.search + url.hash
}

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; to: string }
  | { kind: 'bold'; parts: Inline[] }

export type Block =
  | { kind: 'paragraph'; lines: Inline[][] }
  | { kind: 'list'; ordered: boolean; start: number; items: Inline[][] }
  | { kind: 'code'; text: string }

const marks = /\*\*([^*\n]+)\*\*|`([^`\n]+)`|\[([^[\]\n]+)\]\(([^()\s]+)\)/g
const bullet = /^\s*[-*•]\s+(\S.*)$/
const number = /^\s*(\d{1,3})[.)]\s+(\S.*)$/
const fence = /^\s*```/

/** Returns the parts of a line. Other Markdown, and links to other sites, stay plain text. */
export function readInline(line: string): Inline[] {
  const parts: Inline[] = []
  const text = (plain: string) => {
    const last = parts.at(-1)
    if (last?.kind === 'text') last.text += plain
    else if (plain) parts.push({ kind: 'text', text: plain })
  }
  let at = 0
  for (const match of line.matchAll(marks)) {
    const [whole, bold, code, label, href] = match
    text(line.slice(at, match.index))
    at = match.index + whole.length
    const to = href === undefined ? null : localPath(href)
    if (bold !== undefined) parts.push({ kind: 'bold', parts: readInline(bold) })
    else if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (label !== undefined && to !== null) parts.push({ kind: 'link', text: label, to })
    else text(whole)
  }
  text(line.slice(at))
  return parts
}

function readItem(line: string): { ordered: boolean; value: number; text: string } | null {
  const plain = bullet.exec(line)
  if (plain) return { ordered: false, value: 1, text: plain[1] ?? '' }
  const counted = number.exec(line)
  return counted ? { ordered: true, value: Number(counted[1]), text: counted[2] ?? '' } : null
}

/**
 * Reads the Markdown that replies use: paragraphs, lists, bold, code, and links to our own pages. HTML stays text. A part of a
 * reply is read like the start of the whole: an open code block extends to the end.
 */
export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  let gap = true
  let code: string[] | null = null
  const endCode = () => {
    if (code) blocks.push({ kind: 'code', text: code.join('\n') })
    code = null
  }
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    if (fence.test(line)) {
      if (code) endCode()
      else code = []
      gap = true
      continue
    }
    if (code) {
      code.push(line)
      continue
    }
    const last = blocks.at(-1)
    const item = readItem(line)
    if (line.trim() === '') gap = true
    else if (item) {
      if (last?.kind === 'list' && last.ordered === item.ordered) last.items.push(readInline(item.text))
      else blocks.push({ kind: 'list', ordered: item.ordered, start: item.value, items: [readInline(item.text)] })
      gap = false
    } else if (!gap && last?.kind === 'paragraph') last.lines.push(readInline(line))
    else if (!gap && last?.kind === 'list' && /^\s/.test(line))
      last.items.at(-1)?.push(...readInline(` ${line.trim()}`))
    else {
      blocks.push({ kind: 'paragraph', lines: [readInline(line)] })
      gap = false
    }
  }
  endCode()
  return blocks
}

const inlineText = (parts: readonly Inline[]): string =>
  parts.map((part) => (part.kind === 'bold' ? inlineText(part.parts) : part.text)).join('')

/** Returns a message without Markdown, for screen readers. */
export const plainText = (text: string): string =>
  readMarkdown(text)
    .flatMap((block) =>
      block.kind === 'code' ? [block.text] : (block.kind === 'list' ? block.items : block.lines).map(inlineText),
    )
    .join('\n')
