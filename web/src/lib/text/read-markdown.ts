import { readFormula, sitePageKinds } from '@virtual-courses/contract'
import MarkdownIt, { type MarkdownIt as Reader, type Token } from 'markdown-it'
import { readUrl } from './read-url.ts'

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
  'browse',
  'purchases',
  'account',
  ...sitePageKinds,
])

/** Returns the path of one of our pages; null for everything else: other sites, scripts, endpoints of the API. */
export function localPath(href: string): string | null {
  const url = href.startsWith('/') && !/[\\\s\p{Cc}]/u.test(href) ? readUrl(href, base) : null
  if (!url) return null
  const [, first = '', second] = url.pathname.split('/')
  // "//other.example" has an empty first part too
  if (url.origin !== base || !pages.has(first) || (first === '' && second !== undefined)) return null
  // a link that someone writes must not change the language of its reader
  if (url.searchParams.has('lang')) url.searchParams.delete('lang')
  return url.pathname + url.search + url.hash
}

/** Addresses that a text may link to: pages of this site, or those of other sites too. */
export type Links = 'own' | 'any'

/** Returns the address of a link to another site, or to a mail program; null for scripts, data and everything else. */
export function foreignAddress(href: string): string | null {
  const url = /^(https?:\/\/|mailto:)/i.test(href) && !/[\\\s\p{Cc}]/u.test(href) ? readUrl(href) : null
  if (!url) return null
  const { protocol, username, password, href: address } = url
  const safe = ['http:', 'https:', 'mailto:'].includes(protocol) && username === '' && password === ''
  return safe ? address : null
}

function linkTo(href: string, links: Links): { to: string; foreign: boolean } | null {
  const own = localPath(href)
  if (own !== null) return { to: own, foreign: false }
  const foreign = links === 'any' ? foreignAddress(href) : null
  return foreign === null ? null : { to: foreign, foreign: true }
}

/** Markdown as people write it in a field: line breaks stay, and indented lines are no code. HTML, tables and references stay text. */
function createReader(links: Links): Reader {
  const reader = new MarkdownIt({ html: false, linkify: true, breaks: true })
  reader.disable(['code', 'lheading', 'reference', 'entity', 'table', 'strikethrough'])
  // bare addresses begin with http; "file.name" and "me@here" are text
  reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  for (const schema of ['ftp:', '//', 'mailto:']) reader.linkify.add(schema, null)
  // what is refused stays text, with its label
  reader.validateLink = (href) => linkTo(href, links) !== null
  return reader
}

/** Returns the address of a picture that was uploaded to this site; null for all others. */
export const picturePath = (src: string): string | null =>
  /^\/api\/media\/images\/[\w-]{1,64}\/\d{2,4}\.(?:webp|avif)$/.test(src) ? src : null

/** Reads formulas, uploaded pictures and the marks of gaps, too. */
function createRichReader(): Reader {
  const reader = createReader('any')
  reader.validateLink = (href) => picturePath(href) !== null || linkTo(href, 'any') !== null
  reader.inline.ruler.before('escape', 'formula', (state, silent) => {
    const read = state.src[state.pos] === '$' ? readFormula(state.src, state.pos) : null
    if (!read) return false
    if (!silent) {
      const token = state.push('formula', '', 0)
      token.content = read.tex
      token.markup = read.block ? '$$' : '$'
    }
    state.pos += read.length
    return true
  })
  reader.inline.ruler.before('link', 'gap', (state, silent) => {
    const mark = /^\[\[(\d{1,2})\]\]/.exec(state.src.slice(state.pos, state.pos + 6))
    if (!mark) return false
    if (!silent) state.push('gap', '', 0).content = mark[1] ?? ''
    state.pos += mark[0].length
    return true
  })
  return reader
}

const readers = { own: createReader('own'), any: createReader('any'), rich: createRichReader() }

/** Elements inside of each other; deeper ones join their parent, so that hostile texts cannot exhaust the stack. */
const maxDepth = 40

/** A part of a text: a token of markdown-it (its `type` less `_open`) with what is in it. */
export type Part = {
  kind: string
  token: Token
  parts: Part[]
  /** of a link */
  link: { to: string; foreign: boolean } | null
}

function partsOf(tokens: readonly Token[], links: Links, depth: number): Part[] {
  const all: Part[] = []
  const open = [all]
  for (const token of tokens) {
    if (token.nesting === -1) {
      open.pop()
      continue
    }
    const around = open.at(-1) ?? all
    const tooDeep = depth + open.length > maxDepth
    const kind = token.type.replace('_open', '')
    // the label of an image is shown as it was written
    const inside = token.children && kind !== 'image' ? partsOf(token.children, links, depth + open.length) : []
    const part: Part = {
      kind,
      token,
      parts: inside,
      link: kind === 'link' ? linkTo(String(token.attrGet('href')), links) : null,
    }
    if (token.nesting === 0 || !tooDeep) around.push(part)
    if (token.nesting === 1) open.push(tooDeep ? around : part.parts)
  }
  return all
}

/**
 * Makes headings an outline without gaps: the highest around each is one level above it, whatever the author wrote (## below nothing is h1).
 * `markup` still has what was written. Headings in quotations are none of the text's own.
 */
function outline(tokens: Token[]): Token[] {
  const above: number[] = []
  let quotes = 0
  for (const token of tokens) {
    if (token.type.startsWith('blockquote_')) quotes += token.nesting
    if (token.type !== 'heading_open' || quotes > 0) continue
    const level = token.markup.length
    while ((above.at(-1) ?? 0) >= level) above.pop()
    above.push(level)
    token.tag = `h${above.length}`
  }
  return tokens
}

/** Reads Markdown. The start of a text is read like the start of the whole: an open code block extends to the end. */
export const readMarkdown = (text: string, links: Links | 'rich' = 'own'): Part[] =>
  partsOf(outline(readers[links].parse(text, {})), links === 'rich' ? 'any' : links, 0)

/** What a part without parts shows; images as they were written. */
export function textOf({ kind, token }: Part): string {
  if (kind === 'image') return `![${token.content}](${token.attrGet('src')})`
  return kind === 'fence' ? token.content.replace(/\n$/, '') : token.content
}

const inlineText = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (part.kind === 'softbreak' || part.kind === 'hardbreak') return '\n'
      return part.parts.length > 0 ? inlineText(part.parts) : textOf(part)
    })
    .join('')

const blockText = (part: Part): string[] =>
  part.kind === 'inline'
    ? [inlineText(part.parts)]
    : part.kind === 'fence'
      ? [textOf(part)]
      : part.parts.flatMap(blockText)

/** Returns what a part of a text says, in one line. */
export const wordsOf = (part: Part): string => blockText(part).join(' ').replace(/\s+/g, ' ').trim()

/** Returns a message without Markdown, for screen readers. */
export const plainText = (text: string): string => readMarkdown(text).flatMap(blockText).join('\n')
