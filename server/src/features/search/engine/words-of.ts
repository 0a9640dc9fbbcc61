/** Names that are written with signs, or apart and together in ways that no rule brings together. */
const spellings: readonly [RegExp, string][] = [
  [/\bc\s?\+\+/g, ' cplusplus '],
  [/\bcpp\b/g, ' cplusplus '],
  [/\bc\s?#/g, ' csharp '],
  [/\bc sharp\b/g, ' csharp '],
  [/(^|\s)(asp)?\.net\b/g, ' dotnet '],
  [/\b(next|nest|nuxt|three|socket)[\s.-]?(js|io)\b/g, ' $1$2 '],
  [/\b(node|react|vue|angular|express|ember|backbone|d3|p5|svelte|solid)[\s.-]?js\b/g, ' $1 '],
  [/\b(java|type)[\s-]script\b/g, ' $1script '],
  [/\ba\s?\/\s?b\b/g, ' ab '],
  [/\bci\s?\/\s?cd\b/g, ' cicd '],
  [/\b(front|back)[\s-]?end\b/g, ' $1end '],
  [/\bfull[\s-]?stack\b/g, ' fullstack '],
  [/\be[\s-]commerce\b/g, ' ecommerce '],
  [/\bwi[\s-]fi\b/g, ' wifi '],
  [/\bpowerbi\b/g, ' power bi '],
  [/\b3ds?\s?max\b/g, ' 3dsmax '],
  [/\bchat\s?-?gpt\b/g, ' chatgpt '],
  [/\b(word)\s?(press)\b|\b(photo)\s?(shop)\b|\b(git)\s?(hub)\b/g, ' $1$2$3$4$5$6 '],
  [/\bweb\s?(site|page)/g, ' web$1'],
  [/\bdata[\s-]?base/g, ' database'],
  [/\buiux\b/g, ' ui ux '],
  [/\baiml\b/g, ' ai ml '],
  [/\b(web|app)\s?dev\b/g, ' $1 development '],
  [/\bscikit[\s-]learn\b/g, ' sklearn '],
  [/\b(without|no) (writing |any |knowing |doing )*(code|coding|programming)\b/g, ' nocode '],
  [/\b(no|low)[\s-]?code\b/g, ' $1code '],
  [/\b(dev|ml)\s?ops\b/g, ' $1ops '],
  [/\b(you)\s(tube)/g, '$1$2'],
  [/(\p{L})['’]s\b/gu, '$1'],
  [/(\p{L})['’](\p{L})/gu, '$1$2'],
]

/** Compatible forms brought together, lower case, names of several spellings in one. */
export function normalise(text: string): string {
  // A normal form sorts the combining marks of a letter, and takes the square of their number for that.
  let out = text
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .normalize('NFKC')
    .toLowerCase()
  // "n.l.p." is "nlp"
  out = out.replace(/(?<![a-z])(?:[a-z]\.){2,}[a-z]?(?![a-z])/g, (letters) => letters.replaceAll('.', ''))
  for (const [form, to] of spellings) out = out.replace(form, to)
  return out
}

/** The words of a text in lower case, in order, without signs. */
export const wordsOf = (text: string): string[] => normalise(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Words of a text that are written with a hyphen, as one word: "make-up" is "makeup". */
export const joinedWordsOf = (text: string): string[] =>
  Array.from(text.toLowerCase().matchAll(/\b([a-z]{2,})-([a-z]{2,})\b/g), ([, left, right]) => `${left}${right}`)
