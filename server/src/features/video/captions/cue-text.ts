/** SubRip tags that players render as a style. */
const subRipTag = /^<(\/?)(i|b|u|s|font)(?:\s[^<>]*)?>$/i
/** WebVTT tags. Those without a class take no annotation, so that "a <b && c> d" remains text. */
const vttTag =
  /^<(\/?)(?:(v|lang)(?:\.[^\s<>&]*)?(?:[ \t][^<>]*)|(v|lang)|(c|i|b|u|ruby|rt)(?:\.[^\s<>&]*)?|(s|font)(?:\s[^<>]*)?)>$/i
const vttTime = /^<(?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3}>$/
/** Tags that WebVTT does not have: they are removed, and their content is kept. */
const unknownToVtt = new Set(['s', 'font'])

/**
 * Positions and styles in braces, a syntax of Advanced SubStation Alpha that players drop in other formats too. Braces with other commands
 * are text, such as "{\frac 1 2}" in a lesson about LaTeX. Parentheses are read in pairs, so that a text can be read in one way
 * only: otherwise the time doubles with each command.
 */
const override =
  /\{(?:\\(?:an?\d{0,2}|(?:pos|move|org|i?clip|fade?|t)\((?:[^{}()]|\([^{}()]{0,100}\)){0,200}\)|fn[^\\{}]{0,60}|fs(?:c[xy]|p)?[-+.\d]*|(?:[1-4]?[ac]|alpha)&H?[\da-fA-F]{0,8}&?|[1-4]?c|[ius]\d|b\d{1,3}|(?:k[fo]?|K)\d+|r|p(?:bo)?-?\d+|[xy]?(?:bord|shad)[.\d]*|be\d*|blur[.\d]*|fr[xyz]?[-.\d]*|fa[xy][-.\d]*|fe\d+|q\d))+\s*\}/g

const piece = /<[^<>]{0,300}>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});|[<>&]|[^<>&]+/gi

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Escapes plain text for a WebVTT cue. */
export const escapeText = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => signs[sign] ?? sign)

type Piece = {
  text: string
  /** name of the tag if the piece looks like one, and whether it is a closing tag */
  tag?: { name: string; closes: boolean }
  style: boolean
}

/** Converts the lines of a cue in a WebVTT or SubRip file to WebVTT text; returns "" if nothing is said. */
export function cleanCueText(lines: readonly string[], isVtt: boolean): string {
  const text = lines
    .map((line) =>
      line
        .replaceAll(override, '')
        .replaceAll(/[^\P{Cc}\t]/gu, '')
        .trim(),
    )
    .filter(Boolean)
    .join('\n')
  const pieces = (text.match(piece) ?? []).map((one) => readPiece(one, isVtt))
  pairTags(pieces)
  const written = pieces.map(({ text: one, tag, style }) => {
    if (!style) return escapeText(one)
    if (tag && unknownToVtt.has(tag.name)) return ''
    return tag && !isVtt ? `<${tag.closes ? '/' : ''}${tag.name}>` : one
  })
  const said = written
    .join('')
    .replaceAll(/\n\s*\n/g, '\n')
    .trim()
  return /[^\s]/.test(said.replaceAll(/<[^<>]*>/g, '')) ? said : ''
}

function readPiece(text: string, isVtt: boolean): Piece {
  if (isVtt && (vttTime.test(text) || /^&.+;$/.test(text))) return { text, style: true }
  // the text must not contain the arrow of timings
  const found = text.startsWith('<') && !text.includes('-->') ? (isVtt ? vttTag : subRipTag).exec(text) : null
  if (!found) return { text, style: false }
  const closes = found[1] === '/'
  const name = (found.slice(2).find((one) => one !== undefined) ?? '').toLowerCase()
  // voice and language tags need an annotation: "Vec<v>" is code
  if (!closes && found[3] !== undefined && isVtt) return { text, style: false }
  return { text, tag: { name, closes }, style: false }
}

/**
 * Marks the tags that are styles: pairs, an opening tag at the beginning of the cue (italics that continue in the next cue), and a closing
 * tag at its end. Other tags are part of the text, as in "the <b> tag".
 */
function pairTags(pieces: Piece[]): void {
  const open: Piece[] = []
  for (const one of pieces) {
    if (one.tag?.closes === false) open.push(one)
    const opened = one.tag?.closes === true ? lastOpen(open, one.tag.name) : undefined
    if (!opened) continue
    opened.style = true
    one.style = true
  }
  // voice tags need no closing tag
  for (const one of pieces) if (one.tag && (one.tag.name === 'v' || one.tag.name === 'lang')) one.style = true
  const isLoose = (one: Piece): boolean => one.style || one.tag !== undefined
  for (const one of pieces.slice(
    0,
    Math.max(
      0,
      pieces.findIndex((each) => !isLoose(each)),
    ),
  ))
    if (one.tag?.closes === false) one.style = true
  for (const one of pieces.slice(pieces.findLastIndex((each) => !isLoose(each)) + 1))
    if (one.tag?.closes === true) one.style = true
}

/** Maximum number of open tags that are searched for the start of a closing one. */
const deepest = 32

/** Removes the last open tag of a name, and the tags nested in it, from the stack. */
function lastOpen(open: Piece[], name: string): Piece | undefined {
  const at = open.slice(-deepest).findLastIndex(({ tag }) => tag?.name === name)
  return at < 0 ? undefined : open.splice(at - Math.min(deepest, open.length))[0]
}

/** Returns what the cues of a stored WebVTT file, or of its beginning, say: plain text on one line, without times, names and styles. */
export const spokenIn = (vtt: string): string =>
  vtt
    .split('\n')
    .filter((line) => !line.includes('-->') && line !== 'WEBVTT')
    .join(' ')
    .replaceAll(/<[^<>]*>|&[a-z]+;/g, ' ')
