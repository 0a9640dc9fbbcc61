/**
 * What is not seen but works: control and format characters (direction, zero width, tags), variation selectors, fillers, halves
 * of characters, and code points without a meaning.
 */
const hidden =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu
const lineEnds = /[\v\f\u0085\u2028\u2029]/gu
const blanks = /[^\S\n]/gu

/** The text as a reader sees it; of blanks only spaces and line breaks stay. Looks at each character alone, so a text may come in pieces. */
export const visibleText = (text: string): string =>
  text
    .replace(lineEnds, '\n')
    .replace(blanks, ' ')
    .replace(hidden, (one) => (one === '\n' ? one : ''))

/**
 * At most three combining marks on a letter. Before a normal form is made, too: it sorts the marks of a letter, and takes the
 * square of their number for that.
 */
const fewMarks = (text: string): string => text.replace(/(\p{M}{3})\p{M}+/gu, '$1')

/** The same with letters that only look different made one, so that rules over it cannot be passed by; on one line. */
export const plainLine = (text: string): string =>
  fewMarks(visibleText(fewMarks(visibleText(text)).normalize('NFKC')))
    .replace(/\s+/gu, ' ')
    .trim()

const linkGone = '(link removed)'
/** Endings of names such as Node.js that no address on the net has. */
const fileEndings = 'js|jsx|ts|tsx|html|css|json|csv|sql|xlsx|ipynb|cpp'

/** As long as a telephone number. */
const longNumber = /\+?\p{Nd}(?:[\s().-]{0,2}\p{Nd}){8,}/u

type Rule = readonly [pattern: RegExp, put: string]

/** Applied in this order, each to the result of the ones before. */
const rules: readonly Rule[] = [
  [/\\/g, '/'],
  [/<[a-z/!?][^<>]{0,300}>/gi, ''],
  [/!?\[([^[\]]*)\]\([^()]*\)/g, '$1'],
  // Markup is removed before addresses are matched: it could be inside of one.
  [/^\*(?=\s)/, '-'],
  [/(?<=\p{Nd}\s?)\*(?=\s?\p{Nd})/gu, '×'],
  [/\*+|~{2,}/g, ''],
  [/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, ''],
  [/^(?:\s*#)+\s*/, ''],
  [/^\s*\+(?=\s)/, '-'],
  [/^[-=\s]*$/, ''],
  [/[[{]+/g, '('],
  [/[\]}]+/g, ')'],
  [/</g, '‹'],
  [/>/g, '›'],
  [/`+/g, "'"],
  [/\|/g, '/'],
  [/[a-z][a-z0-9+.-]*:\/\/\S*/gi, linkGone],
  [/(?<![\p{L}\p{N}])www\.\S*/giu, linkGone],
  [/(?<![\p{L}\p{N}])(?:javascript|vbscript|data|file|blob|mailto|tel|sms):\S+/giu, linkGone],
  [/\S*\/?viewcourse\/\S*/gi, linkGone],
  // one way to read a run of @ alone: with more, 2,000 of them took three seconds
  [/(?<![^\s()@])[^\s()@]+@[^\s()@]+[.。][^\s()]+/g, '(address removed)'],
  [new RegExp(longNumber, 'gu'), '(number removed)'],
  [/&(?=#|[a-z][a-z0-9]*;)/gi, '& '],
  // What programs take for the name of a host, they make a link of.
  [
    new RegExp(
      `(?<=[\\p{L}\\p{N}-])[.。](?=\\p{L}{2})(?!(?:${fileEndings})(?![\\p{L}\\p{N}-]|[.。][\\p{L}\\p{N}]))`,
      'giu',
    ),
    '. ',
  ],
  [/(?<=\p{L}[\p{L}\p{N}+.-]*):(?=\S)/gu, ': '],
  [/\/(?=\/)/g, '/ '],
]

/** Text that no rule changes. */
const harmless = /^(?:[\p{L}\p{M}\p{Nd} ,;!?'"()“”’]|\.(?= |$))*$/u

/**
 * One line of text that does nothing wherever it is shown: no links, images, markup, tags, addresses or hidden characters, and
 * nothing that programs make links of. Line breaks become spaces.
 */
export function sanitiseLine(text: string): string {
  const plain = plainLine(text)
  if (harmless.test(plain) && !longNumber.test(plain)) return plain
  return rules
    .reduce((line, [pattern, put]) => line.replace(pattern, put), plain)
    .replace(/\s+/g, ' ')
    .trim()
}
