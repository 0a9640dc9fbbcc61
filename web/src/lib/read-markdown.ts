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

/** Addresses that a text may link to: pages of this site, or those of other sites too. */
export type Links = 'own' | 'any'

/** Returns the address of a link to another site, or to a mail program; null for scripts, data and everything else. */
export function foreignAddress(href: string): string | null {
  if (!/^(https?:\/\/|mailto:)/i.test(href) || /[\\\s\p{Cc}]/u.test(href) || !URL.canParse(href)) return null
  const { protocol, username, password, href: address } = new URL(href)
  const safe = ['http:', 'https:', 'mailto:'].includes(protocol) && username === '' && password === ''
  return safe ? address : null
}

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  /** `foreign`: to another site */
  | { kind: 'link'; text: string; to: string; foreign?: true }
  | { kind: 'bold' | 'emphasis'; parts: Inline[] }

type ListBlock = { kind: 'list'; ordered: boolean; start: number; items: Item[] }
type Item = { parts: Inline[] /** lists inside the item */; lists: ListBlock[] }

export type Block =
  | { kind: 'paragraph'; lines: Inline[][] }
  | { kind: 'heading' /** from 1 */; level: number; parts: Inline[] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'rule' }
  | { kind: 'code'; text: string }
  | ListBlock

// Each part ends at the sign that it begins with, so that reading takes time in proportion to the length of the text.
const marks =
  /\\([\\`*_[\]()#>!-])|\*\*([^*\n]+)\*\*|`([^`\n]+)`|(!?)\[([^[\]\n]+)\]\(((?:[^()\s]|\([^()\s]*\))+)\)|\*(?![\s*])([^*\n]+)\*|(?<![\p{L}\p{N}_])_(?![\s_])([^_\n]+)_(?![\p{L}\p{N}_])|(https?:\/\/[^\s<>"'`()[\]*\\]+)/gu
const bullet = /^(\s*)[-*•]\s+(\S.*)$/
const number = /^(\s*)(\d{1,3})[.)]\s+(\S.*)$/
const fence = /^\s*```/
const heading = /^ {0,3}(#{1,6})\s+(\S.*)$/
const rule = /^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/
const quote = /^ {0,3}> ?/

/** Quotes inside of quotes, and lists inside of lists, that are read; deeper ones stay text. */
const maxDepth = 4

function linkTo(href: string, links: Links): { to: string; foreign?: true } | null {
  const own = localPath(href)
  if (own !== null) return { to: own }
  const foreign = links === 'any' ? foreignAddress(href) : null
  return foreign === null ? null : { to: foreign, foreign: true }
}

/** Returns the parts of a line. Other Markdown, images, and links that are not allowed stay plain text. */
export function readInline(line: string, links: Links = 'own'): Inline[] {
  const parts: Inline[] = []
  const text = (plain: string) => {
    const last = parts.at(-1)
    if (last?.kind === 'text') last.text += plain
    else if (plain) parts.push({ kind: 'text', text: plain })
  }
  let at = 0
  for (const match of line.matchAll(marks)) {
    const [whole, escaped, bold, code, image, label, href, starred, underlined, bare] = match
    text(line.slice(at, match.index))
    at = match.index + whole.length
    const to = href === undefined || image ? null : linkTo(href, links)
    const emphasis = starred ?? underlined
    if (escaped !== undefined) text(escaped)
    else if (bold !== undefined) parts.push({ kind: 'bold', parts: readInline(bold, links) })
    else if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (label !== undefined && to !== null) parts.push({ kind: 'link', text: label, ...to })
    else if (emphasis !== undefined && !/\s$/.test(emphasis))
      parts.push({ kind: 'emphasis', parts: readInline(emphasis, links) })
    else if (bare !== undefined) {
      // the end of the sentence is not part of the address
      const address = bare.slice(0, bare.length - (/[.,;:!?]{1,3}$/.exec(bare)?.[0].length ?? 0))
      const bareTo = linkTo(address, links)
      if (bareTo === null) text(whole)
      else {
        parts.push({ kind: 'link', text: address, ...bareTo })
        text(bare.slice(address.length))
      }
    } else text(whole)
  }
  text(line.slice(at))
  return parts
}

type ReadItem = { indent: number; ordered: boolean; value: number; text: string }

function readItem(line: string): ReadItem | null {
  const plain = bullet.exec(line)
  if (plain) return { indent: plain[1]?.length ?? 0, ordered: false, value: 1, text: plain[2] ?? '' }
  const counted = number.exec(line)
  if (!counted) return null
  return { indent: counted[1]?.length ?? 0, ordered: true, value: Number(counted[2]), text: counted[3] ?? '' }
}

/** The lists that are open, the innermost last, each with the indentation of its items. */
type OpenLists = { indent: number; list: ListBlock }[]

/** Adds an item to the list that it belongs to by its indentation, or begins one, inside of the last item where it is deeper. */
function addItem(blocks: Block[], open: OpenLists, { indent, ordered, value, text }: ReadItem, links: Links): void {
  while (open.length > 1 && indent < (open.at(-1)?.indent ?? 0)) open.pop()
  const innermost = open.at(-1)
  const item: Item = { parts: readInline(text, links), lists: [] }
  const deeper = innermost !== undefined && indent >= innermost.indent + 2 && open.length < maxDepth
  if (innermost && !deeper && innermost.list.ordered === ordered) {
    innermost.list.items.push(item)
    return
  }
  const list: ListBlock = { kind: 'list', ordered, start: value, items: [item] }
  if (!deeper) open.pop()
  const parent = open.at(-1)?.list.items.at(-1)
  if (parent) parent.lists.push(list)
  else blocks.push(list)
  open.push({ indent, list })
}

/** Removes the signs that may close a heading. */
function headingText(text: string): string {
  let end = text.trimEnd().length
  while (end > 0 && text[end - 1] === '#') end--
  return end > 0 && text[end - 1] === ' ' ? text.slice(0, end).trimEnd() : text.trimEnd()
}

/**
 * Reads Markdown: headings, paragraphs whose line breaks stay, lists, quotes, rules, bold, emphasis, code, and links. HTML, tables and
 * images stay text. The start of a text is read like the start of the whole: an open code block extends to the end.
 */
export function readMarkdown(text: string, links: Links = 'own', depth = 0): Block[] {
  const blocks: Block[] = []
  const open: OpenLists = []
  let gap = true
  let code: string[] | null = null
  let quoted: string[] | null = null
  const endCode = () => {
    if (code) blocks.push({ kind: 'code', text: code.join('\n') })
    code = null
  }
  const endQuote = () => {
    if (quoted) blocks.push({ kind: 'quote', blocks: readMarkdown(quoted.join('\n'), links, depth + 1) })
    quoted = null
  }
  const add = (block: Block) => {
    open.length = 0
    gap = true
    blocks.push(block)
  }
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    if (!code && depth < maxDepth && quote.test(line)) {
      quoted ??= []
      quoted.push(line.replace(quote, ''))
      open.length = 0
      gap = true
      continue
    }
    endQuote()
    if (fence.test(line)) {
      if (code) endCode()
      else code = []
      open.length = 0
      gap = true
      continue
    }
    if (code) {
      code.push(line)
      continue
    }
    const title = heading.exec(line)
    if (title) {
      add({ kind: 'heading', level: title[1]?.length ?? 1, parts: readInline(headingText(title[2] ?? ''), links) })
      continue
    }
    if (rule.test(line)) {
      add({ kind: 'rule' })
      continue
    }
    const last = blocks.at(-1)
    const item = readItem(line)
    if (line.trim() === '') gap = true
    else if (item) {
      addItem(blocks, open, item, links)
      gap = false
    } else if (!gap && last?.kind === 'paragraph') last.lines.push(readInline(line, links))
    else if (!gap && open.length > 0 && /^\s/.test(line))
      open
        .at(-1)
        ?.list.items.at(-1)
        ?.parts.push(...readInline(` ${line.trim()}`, links))
    else {
      add({ kind: 'paragraph', lines: [readInline(line, links)] })
      gap = false
    }
  }
  endQuote()
  endCode()
  return blocks
}

const inlineText = (parts: readonly Inline[]): string =>
  parts.map((part) => ('parts' in part ? inlineText(part.parts) : part.text)).join('')

const listText = ({ items }: ListBlock): string[] =>
  items.flatMap(({ parts, lists }) => [inlineText(parts), ...lists.flatMap(listText)])

function blockText(block: Block): string[] {
  switch (block.kind) {
    case 'code':
      return [block.text]
    case 'rule':
      return []
    case 'heading':
      return [inlineText(block.parts)]
    case 'quote':
      return block.blocks.flatMap(blockText)
    case 'list':
      return listText(block)
    case 'paragraph':
      return block.lines.map(inlineText)
  }
}

/** Returns a message without Markdown, for screen readers. */
export const plainText = (text: string): string => readMarkdown(text).flatMap(blockText).join('\n')
