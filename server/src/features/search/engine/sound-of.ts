const devanagari: Readonly<Record<string, string>> = {
  क: 'k',
  ख: 'k',
  ग: 'g',
  घ: 'g',
  ङ: 'n',
  च: 'c',
  छ: 'c',
  ज: 'j',
  झ: 'j',
  ञ: 'n',
  ट: 't',
  ठ: 't',
  ड: 'd',
  ढ: 'd',
  ण: 'n',
  त: 't',
  थ: 't',
  द: 'd',
  ध: 'd',
  न: 'n',
  प: 'p',
  फ: 'f',
  ब: 'b',
  भ: 'b',
  म: 'm',
  य: '',
  र: 'r',
  ल: 'l',
  व: 'v',
  श: 's',
  ष: 's',
  स: 's',
  ह: '',
  ळ: 'l',
  'ं': 'n',
  'ँ': 'n',
}

const latin: readonly [RegExp, string][] = [
  [/tion/g, 'sn'],
  [/ph/g, 'f'],
  [/ck/g, 'k'],
  [/sch?|sh/g, 's'],
  [/ch/g, 'c'],
  [/c(?=[eiy])/g, 's'],
  [/c(?!$)/g, 'k'],
  [/c$/g, 'k'],
  [/q/g, 'k'],
  [/x/g, 'ks'],
  [/[zj]|g(?=[ei])/g, 'j'],
  [/w/g, 'v'],
]

const withoutDoubles = (text: string): string => text.replace(/(.)\1+/g, '$1')

/**
 * The consonants of a word, those that Hindi and English spelling exchange brought together: "फ्लटर" and "flutter" are "fltr".
 * Too coarse to find English slips with; good for telling which English word stands in Devanagari.
 */
export function soundOf(word: string): string {
  if (/\p{Script=Devanagari}/u.test(word)) {
    const letters = [...word.normalize('NFD').replace(/़/g, '')]
    return withoutDoubles(letters.map((letter) => devanagari[letter] ?? '').join(''))
  }
  let out = word
  // "ch" must not become a "k": it is kept aside while the other c are read
  out = out.replace(/tch|ch/g, '1')
  for (const [form, to] of latin) out = out.replace(form, to)
  return withoutDoubles(out.replaceAll('1', 'c').replace(/[aeiouyh]/g, ''))
}
