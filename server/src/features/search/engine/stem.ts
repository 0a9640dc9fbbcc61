/** Words that the rules below would take for something else, or would not bring together. */
const exceptions = new Map(
  Object.entries({
    analytics: 'analys',
    analytic: 'analys',
    analytical: 'analys',
    analysis: 'analys',
    analyses: 'analys',
    analyst: 'analys',
    analysts: 'analys',
    analyse: 'analys',
    analyze: 'analys',
    analysing: 'analys',
    analyzing: 'analys',
    statistics: 'statist',
    statistic: 'statist',
    statistical: 'statist',
    stats: 'statist',
    // not the stock market
    marketing: 'marketing',
    marketer: 'marketing',
    marketers: 'marketing',
    apis: 'api',
    colour: 'color',
    colours: 'color',
    colors: 'color',
    // a career is not care, and a paper is not a pap
    career: 'career',
    careers: 'career',
    paper: 'paper',
    papers: 'paper',
    security: 'secur',
    secure: 'secur',
    securing: 'secur',
    // what is shared is no share of a company
    sharing: 'sharing',
    shared: 'sharing',
    photography: 'photograph',
    mathematics: 'math',
    mathematical: 'math',
    maths: 'math',
    graphics: 'graphic',
    children: 'child',
    women: 'woman',
    people: 'people',
    news: 'news',
    vlogging: 'vlog',
    vlogger: 'vlog',
    blogging: 'blog',
    blogger: 'blog',
    // water is no wat
    water: 'water',
    better: 'better',
    under: 'under',
    other: 'other',
    after: 'after',
    letter: 'letter',
  }),
)

const vowel = /[aeiouy]/

/** "programm" to "program", but "skill" stays as it is. */
const single = (word: string): string => (/([bdfgmnprtz])\1$/.test(word) ? word.slice(0, -1) : word)

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(ss|us|is)$/.test(word)) return word
  if (/(sh|ch|x|ss)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

const endings: readonly [RegExp, number][] = [
  [/i[sz]ations?$/, 3],
  [/i[sz](e|ed|er|ing)$/, 4],
  [/ations?$/, 3],
  [/ate[ds]?$/, 4],
  [/ating$/, 4],
  [/ments?$/, 3],
  [/ing$/, 3],
  [/ers?$/, 3],
  [/ors?$/, 4],
  [/ed$/, 4],
]

/**
 * The part that a word shares with its relatives, in lower case: "developer", "development" and "developing" are "develop".
 * Not a dictionary form, and the same for the course and for the search; that is all that it must be.
 */
export function stem(word: string): string {
  const known = exceptions.get(word)
  if (known !== undefined) return known
  if (word.length <= 3 || /[^a-z]/.test(word)) return word
  const base = withoutPlural(word)
  for (const [ending, rest] of endings) {
    const start = base.replace(ending, '')
    if (start !== base && start.length >= rest && vowel.test(start)) return withoutE(single(start))
  }
  return withoutE(base)
}

const withoutE = (word: string): string => (word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word)
