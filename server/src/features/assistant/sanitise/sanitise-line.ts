import { plainLine } from './visible-text.ts'

const linkGone = '(link removed)'
/** Endings of names such as Node.js that no address on the net has. */
const fileEndings = 'js|jsx|ts|tsx|html|css|json|csv|sql|xlsx|ipynb|cpp'

/** As long as a telephone number. */
const longNumber = /\+?\p{Nd}(?:[\s().-]{0,2}\p{Nd}){8,}/u

type Rule = readonly [pattern: RegExp, put: string]

/** In this order: what one leaves behind, the next ones see. */
const rules: readonly Rule[] = [
  [/\\/g, '/'],
  [/<[a-z/!?][^<>]{0,300}>/gi, ''],
  [/!?\[([^[\]]*)\]\([^()]*\)/g, '$1'],
  // Signs that make markup go before addresses are looked for: they could stand inside of one.
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
  [/[^\s()]+@[^\s()]+[.。][^\s()]+/g, '(address removed)'],
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

/** Nothing of this is touched by any rule. */
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
