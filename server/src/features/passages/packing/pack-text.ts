import { oneLine, sentencesIn } from './clean-text.ts'
import { longestPassage, mostOfSource, type PackedPassage } from './passage.ts'

/** Characters from which on a passage ends with its paragraph, and which are about 40 seconds of speech. */
const usual = 600
/** Characters of a text that are read. */
export const longestText = 400_000

const heading = /^\s{0,3}#{1,6}\s+/
const rule = /^\s{0,3}(?:[-*_]\s*){3,}$/

/** Packs a text or Markdown into passages that end with a paragraph or a sentence; a heading begins a passage and stands at its head. */
export function packText(text: string): PackedPassage[] {
  const packed: PackedPassage[] = []
  let head = ''
  let open = ''
  const close = (): void => {
    if (open !== '' && packed.length < mostOfSource)
      packed.push({ start: null, end: null, text: head === '' ? open : `${head}: ${open}`, marks: [] })
    open = ''
  }
  for (const { line, isHeading } of blocksOf(text.slice(0, longestText))) {
    if (isHeading) {
      close()
      head = line.slice(0, 120)
      continue
    }
    for (const sentence of sentencesIn(line).flatMap(cut)) {
      if (open.length + sentence.length > longestPassage - 130) close()
      open = open === '' ? sentence : `${open} ${sentence}`
    }
    if (open.length >= usual) close()
  }
  close()
  // a heading with nothing below it
  return packed.length === 0 && head !== '' ? [{ start: null, end: null, text: head, marks: [] }] : packed
}

const longestPart = longestPassage / 2
const cut = (sentence: string): string[] =>
  sentence.length <= longestPart
    ? [sentence]
    : (sentence.match(/.{1,500}(?:\s|$)|.{1,500}/gsu) ?? []).map((part) => part.trim())

/** The paragraphs of a text, each on one line and without the signs of Markdown. */
function blocksOf(text: string): { line: string; isHeading: boolean }[] {
  const blocks: { line: string; isHeading: boolean }[] = []
  let lines: string[] = []
  const close = (): void => {
    const line = oneLine(withoutMarkdown(lines.join(' ')))
    if (line !== '') blocks.push({ line, isHeading: false })
    lines = []
  }
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (heading.test(line)) {
      close()
      const title = oneLine(withoutMarkdown(line.replace(heading, '')))
      if (title !== '') blocks.push({ line: title, isHeading: true })
    } else if (line.trim() === '' || rule.test(line)) close()
    else lines.push(line.replace(/^\s*(?:[-*+>]|\d{1,3}[.)])\s+/, ''))
  }
  close()
  return blocks
}

/** Takes away emphasis, addresses of links and images, tags and fences; what they enclose stays. */
const withoutMarkdown = (text: string): string =>
  text
    .replace(/!?\[([^\][]{0,500})\]\([^()\s]{0,2000}(?:\s"[^"]{0,200}")?\)/g, '$1')
    .replace(/<\/?[a-z][^<>]{0,300}>/gi, ' ')
    .replace(/(\*{1,3}|_{2,3}|~~|`{1,3})(?=\S)([^*_~`]{1,2000}?)(?<=\S)\1/g, '$2')
    .replace(/```\w*/g, ' ')
