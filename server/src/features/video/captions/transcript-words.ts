/** Maximum length of a line in captions that are made from a transcript. */
export const maxLine = 42

/** A written word, and the words spoken for it: none for a dash, four for "2,024". */
export type TranscriptWord = { text: string; spoken: string[] /** of a paragraph */; last: boolean }

/** Splits a pasted transcript into words, without invisible characters. */
export function readTranscript(text: string): TranscriptWord[] {
  const clean = text
    // a normal form sorts the marks of a letter, and takes the square of their number for that
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{C}\s]/gu, '')
  return clean.split(/\n\s*\n/).flatMap((paragraph) => {
    const words = paragraph.split(/\s+/).filter(Boolean).flatMap(pieces)
    return words.map((word, index) => ({ text: word, spoken: spokenFor(word), last: index === words.length - 1 }))
  })
}

/** Cuts a word that is longer than a line. */
const pieces = (word: string): string[] => word.match(line) ?? []
const line = new RegExp(`.{1,${maxLine}}`, 'gsu')

const signs: Readonly<Record<string, string>> = { '&': 'and', '%': 'percent', '+': 'plus', '=': 'equals', '@': 'at' }

/** Returns the English words that are spoken for a written one, in lower case letters and apostrophes. */
function spokenFor(word: string): string[] {
  const plain = word.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/[‘’ʼ]/g, "'").toLowerCase()
  return (plain.match(/\d+(?:[.,]\d+)*|[a-z][a-z']*|[&%+=@]/g) ?? []).flatMap((part) =>
    /^\d/.test(part) ? figures(part) : [signs[part] ?? part.replace(/'+$/, '')],
  )
}

/** Returns the spoken form of a number: commas separate thousands, and digits after the point are spoken one by one. */
function figures(text: string): string[] {
  const [whole = '', ...rest] = text.replaceAll(',', '').split('.')
  return [
    ...wholeNumber(whole, !text.includes(',')),
    ...rest.flatMap((part) => ['point', ...[...part].map((digit) => ones[Number(digit)] ?? '')]),
  ]
}

const ones = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen'
).split(' ')
const tens = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

function wholeNumber(digits: string, maybeYear: boolean): string[] {
  const value = Number(digits)
  if (digits.length > 9 || (digits.length > 1 && digits.startsWith('0')))
    return [...digits].map((digit) => ones[Number(digit)] ?? '')
  // years
  if (maybeYear && value >= 1100 && value < 2000 && value % 100 >= 10)
    return [...belowThousand(Math.floor(value / 100)), ...belowThousand(value % 100)]
  if (value === 0) return ['zero']
  const groups = [
    [Math.floor(value / 1e6), 'million'],
    [Math.floor(value / 1000) % 1000, 'thousand'],
    [value % 1000, ''],
  ] as const
  return groups.flatMap(([count, name]) => (count === 0 ? [] : [...belowThousand(count), name].filter(Boolean)))
}

function belowThousand(value: number): string[] {
  if (value === 0) return []
  if (value >= 100) return [ones[Math.floor(value / 100)] ?? '', 'hundred', ...belowThousand(value % 100)]
  if (value < 20) return [ones[value] ?? '']
  return [tens[Math.floor(value / 10)] ?? '', ...belowThousand(value % 10)]
}
