/** Names that are written in many ways, and signs that would be lost with the punctuation. */
const spellings: readonly [RegExp, string][] = [
  [/\bc\s?\+\+/g, ' cplusplus '],
  [/\bcpp\b/g, ' cplusplus '],
  [/\bc\s?#/g, ' csharp '],
  [/\bc sharp\b/g, ' csharp '],
  [/(^|\s)(asp)?\.net\b/g, ' dotnet '],
  [/\b(next|nest|nuxt|three|socket)[\s.-]?(js|io)\b/g, ' $1$2 '],
  [/\b(node|react|vue|angular|express|ember|backbone|d3|p5|svelte|solid)[\s.-]?js\b/g, ' $1 '],
  [/\bnode\s+js\b/g, ' node '],
  [/\bjava[\s-]script\b/g, ' javascript '],
  [/\btype[\s-]script\b/g, ' typescript '],
  [/\ba\s?\/\s?b\b/g, ' ab '],
  [/\bci\s?\/\s?cd\b/g, ' cicd '],
  [/\b(front|back)[\s-]?end\b/g, ' $1end '],
  [/\bfull[\s-]?stack\b/g, ' fullstack '],
  [/\be[\s-]commerce\b/g, ' ecommerce '],
  [/\bwi[\s-]fi\b/g, ' wifi '],
  [/\bpowerbi\b/g, ' power bi '],
  [/\b3ds?\s?max\b/g, ' 3dsmax '],
  [/\bchat\s?-?gpt\b/g, ' chatgpt '],
  [/\bword\s?press\b/g, ' wordpress '],
  [/\bphoto\s?shop\b/g, ' photoshop '],
  [/\bweb\s?site/g, ' website'],
  [/\bweb\s?page/g, ' webpage'],
  [/\bdata[\s-]?base/g, ' database'],
  [/\bgit\s?hub\b/g, ' github '],
  [/\buiux\b/g, ' ui ux '],
  [/\baiml\b/g, ' ai ml '],
  [/\bweb\s?dev\b/g, ' web development '],
  [/\bapp\s?dev\b/g, ' app development '],
  [/\bscikit[\s-]learn\b/g, ' sklearn '],
  [/\bno[\s-]?code\b/g, ' nocode '],
  [/\b(without|no) (writing |any |knowing |doing )*(code|coding|programming)\b/g, ' nocode '],
  [/\blow[\s-]?code\b/g, ' lowcode '],
  [/\bdev\s?ops\b/g, ' devops '],
  [/\bml\s?ops\b/g, ' mlops '],
  [/\b(you)\s(tube)/g, '$1$2'],
  [/(\p{L})['’](\p{L})/gu, '$1$2'],
]

/** Compatible forms brought together, lower case, many-faced names in one form. */
export function normalise(text: string): string {
  // A normal form sorts the combining marks of a letter, and takes the square of their number for that.
  let out = text
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .normalize('NFKC')
    .toLowerCase()
  for (const [form, to] of spellings) out = out.replace(form, to)
  return out
}

/** The words of a text in lower case, in order; signs are gone. */
export const wordsOf = (text: string): string[] => normalise(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
