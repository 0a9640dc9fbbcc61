const verbEnding = /न(?:ा|ी|े)$/
const afterConsonant = 'ना ने नी ता ते ती ें े ो ा ी ूं ूंगा ूंगी ेंगे ेगा ेगी िए िये कर के'.split(' ')
const afterVowel = 'ना ने नी ता ते ती एं ए ये यें ओ या यी ई ऊं ऊंगा ऊंगी एंगे एगा एगी येंगे इए इये कर के'.split(' ')

/** Forms of a verb by its infinitive, as `wordsOf` writes them: सीखना has सीखने, सीखें, सीखूंगा, सीख and others. */
export function verbForms(infinitive: string): string[] {
  const stem = infinitive.replace(verbEnding, '')
  if (stem === infinitive || stem === '') return []
  const endings = /[ािीुूेैोौ]$/.test(stem) ? afterVowel : afterConsonant
  return [...endings.map((ending) => stem + ending), ...(stem.length > 1 ? [stem] : [])]
}

/** Forms of a noun or an adjective: plural and the one before a postposition, which its last letter decides. */
const nounEndings: readonly (readonly [ending: RegExp, others: readonly string[]])[] = [
  [/ा$/, ['े', 'ों', 'ी', 'ाएं', 'ाओं', 'ियां', 'ियों']],
  [/[िी]$/, ['ियां', 'ियों', 'ी', 'ि']],
  [/[ुू]$/, ['ुओं', 'ुएं', 'ू', 'ु']],
  [/(?=$)/, ['ों', 'ें']],
]

export function nounForms(word: string): string[] {
  const found = nounEndings.find(([ending]) => ending.test(word))
  if (!found || word.length < 2) return []
  const base = word.replace(found[0], '')
  return found[1].map((ending) => base + ending).filter((form) => form !== word)
}
