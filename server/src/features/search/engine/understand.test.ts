import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWhole } from '#test/support/in-all.ts'
import { searchLimits } from './parameters.ts'
import { type Understood, understand } from './understand.ts'
import { compileLexicon, loadLexicon } from './words/lexicon.ts'
import { createSpelling } from './words/spelling.ts'
import { createEnglish, marks, stem } from './words/words.ts'

const lexicon = compileLexicon(loadLexicon())
const isEnglish = createEnglish()
const taught = [
  'python',
  'kubernetes',
  'react',
  'figma',
  'flutter',
  'hacking',
  'excel',
  'design',
  'javascript',
  'docker',
]
const spelling = createSpelling(isEnglish, [...taught, ...lexicon.words], lexicon.stopWords)
const stems = new Set(taught.map(stem))
const read = (input: string): Understood =>
  understand(input, { lexicon, spelling, isEnglish, inCatalogue: (one) => stems.has(one), isSpoken: () => false })
const subject = (input: string): string =>
  read(input)
    .concepts.map(({ words }) => words.join(' '))
    .join(', ')

test.each([
  ['react under 500', null, 500],
  ['react below ₹1,500', null, 1500],
  ['react less than 1.5k', null, 1500],
  ['react upto Rs. 800/-', null, 800],
  ['react up to 2 thousand rupees', null, 2000],
  ['react for 499 rupees', null, 499],
  ['react ₹999', null, 999],
  ['react 500rs', null, 500],
  ['react under 5 हजार', null, 5000],
  ['react 5 हज़ार से कम', null, 5000],
  ['react max 20 rupees', null, 20],
  ['become a react developer within 6 months', null, null],
  ['react in less than 3.5 hours', null, null],
  ['react under 30 days', null, null],
  ['react for co-founder 101', null, null],
  ['react admin 101', null, null],
  ['react 3 under the hood', null, null],
  ['react under 10', null, 10],
  ['react max 2024', null, 2024],
  ['react 5 takeaways', null, null],
  ['react 2016 budgeting', null, null],
  ['react 24 hrs 5', null, null],
  [`react under ${'⑳'.repeat(155)}`, null, Number.MAX_SAFE_INTEGER],
  ['react < 700', null, 700],
  ['react within a budget of 1000', null, 1000],
  ['react 500 se kam', null, 500],
  ['react 1000 ke andar', null, 1000],
  ['react 500 रुपये से कम', null, 500],
  ['react above 1000', 1000, null],
  ['react between 500 and 1500', 500, 1500],
  ['react ₹500 - ₹900', 500, 900],
  ['react 2 hazar tak', null, 2000],
  ['react', null, null],
  ['react 19', null, null],
  ['100 days of react', null, null],
  ['react in 30 days', null, null],
])('reads the price of "%s"', (input, minPrice, maxPrice) => {
  expect(read(input).filters).toMatchObject({ minPrice, maxPrice, free: false })
  expect(subject(input)).toContain('react')
})

test('3ds Max is no limit', () => expect(read('3ds max 2024').filters).toMatchObject({ maxPrice: null }))

test.each([
  'free react',
  'react for free',
  'react free of cost',
  'muft react course',
  'react मुफ्त में',
  'no cost react',
  'react without paying',
  'react with zero fees',
])('hears "free" in "%s"', (input) => expect(read(input).filters.free).toBe(true))
test.each([
  'stress free react',
  'freelancing',
  'tax free savings',
  'ad free react',
  'react in my free time',
  'feel free react',
])('hears no "free" in "%s"', (input) => expect(read(input).filters.free).toBe(false))
test.each([
  'cheap react',
  'affordable react course',
  'sasta react course',
  'low cost react',
  'cheapest react',
  'sabse sasta react course',
])('hears "cheap" in "%s"', (input) => expect(read(input).filters.cheap).toBe(true))

test.each([
  ['beginner python', 'Beginner'],
  ['python for complete beginners', 'Beginner'],
  ['python from scratch', 'Beginner'],
  ['shuruaat se python', 'Beginner'],
  ['python, I have never written a single line of code', 'Beginner'],
  ['python without any prior experience', 'Beginner'],
  ['python for experts', 'Advanced'],
  ['mujhe python nahi aati', 'Beginner'],
  ['intermediate python', 'Intermediate'],
  ['advanced python', 'Advanced'],
  ['expert level python', 'Advanced'],
  ['python from beginner to advanced', null],
  ['advanced level python for beginners', null],
  ['python from zero to expert', null],
  ['python', null],
])('reads the level of "%s"', (input, level) => {
  expect(read(input).filters.level).toBe(level)
  expect(subject(input)).toBe('python')
})

test.each([
  ['I want to learn how to use figma please', 'figma'],
  ['can you suggest me the best course on docker', 'docker'],
  ['kubernets', 'kubernetes'],
  ['pyhton', 'python'],
  ['flutr', 'flutter'],
  ['mujhe python sikhna hai', 'python'],
  ['hacking kaise sikhe', 'hacking'],
  ['पाइथन सीखना है', 'python'],
  ['यूपीएससी की तैयारी', 'upsc'],
  ['ज़ेडसी', 'zc'],
  ['sarkari naukri ki taiyari', 'government exam'],
  ['silai sikhne ke liye', 'sewing'],
  ['website without writing any code', 'website, nocode'],
  ['फिग्मा', 'figma'],
  ['machine learning', 'machine learning'],
  ['c++', 'cplusplus'],
  ['node.js', 'node'],
  ['pythonreact', 'python, react'],
])('finds the subject of "%s"', (input, words) => expect(subject(input)).toBe(words))

test('English words are spared, and one Hindi-looking word among English ones stays English', () => {
  expect(read('main page design').readAs).toBeNull()
  expect(subject('main page design')).toContain('page')
  expect(subject('dark horse')).toBe('dark, horse')
  expect(read('amateur theatre').readAs).toBeNull()
  expect(read('I want to edit a photo for me').readAs).toBeNull()
})

test('says how it read a search, and nothing when it read it as written', () => {
  expect(read('kubernets').readAs).toBe('kubernetes')
  expect(read('figma').readAs).toBeNull()
})

test.each([
  ['web development', 'Web Development', true],
  ['show me ui ux courses', 'UI UX Designing', true],
  ['data science with python', 'Data Science', false],
])('hears the category of "%s"', (input, name, whole) => expect(read(input).category).toEqual({ name, whole }))

test('does not correct a short word among strange ones, even next to a known word', () => {
  expect(read('wugs flonk zibber').readAs).toBeNull()
  expect(read('dokcer kubernets').readAs).toBe('docker kubernetes')
})

test('gibberish is strange, names of the lexicon are not', () => {
  expect(read('blorptastic').concepts.every(({ strange }) => strange)).toBe(true)
  expect(read('terraform').concepts.some(({ strange }) => strange)).toBe(false)
})

describe('the role of a word', () => {
  const roles = (input: string): string =>
    read(input)
      .concepts.map(({ words, role }) => `${words.join(' ')}: ${role}`)
      .join(', ')

  test.each([
    ['react', 'react: head'],
    ['restaurant website', 'restaurant: modifier, website: head'],
    ['website for my yoga studio', 'website: head, yoga: context, studio: context'],
    ['logo for my cake shop', 'logo: head, cake: context, shop: context'],
    ['I run a bakery and want to learn excel', 'run: context, bakery: context, excel: head'],
    ['for my yoga studio', 'yoga: head, studio: head'],
    ['react and figma', 'react: head, figma: head'],
    ['yoga ke liye website', 'yoga: context, website: head'],
  ])('in "%s": %s', (input, expected) => expect(roles(input)).toBe(expected))

  test('a context is no part of the subject that the sentence model compares, and is of the whole', () => {
    const { texts } = read('docker for my yoga studio')
    expect(texts).toMatchObject({ subject: 'docker', whole: 'docker for my yoga studio', sentences: [] })
  })

  test('a concept comes once, and everyday words are weak', () => {
    expect(subject('docker docker dockers')).toBe('docker')
    expect(read('docker team').concepts.map(({ weak }) => weak)).toEqual([false, true])
  })
})

describe('texts for the sentence model', () => {
  test('of a story its sentences, and the part that asks', () => {
    const { texts } = read('I retired last year. My garden bores me. I would like to learn to take pictures of birds.')
    expect(texts.sentences).toHaveLength(3)
    expect(texts.sentences.at(-1)).toContain('pictures of birds')
    expect(texts.request).toContain('pictures of birds')
    expect(texts.request).not.toContain('garden')
    expect(texts.whole).toBe('')
  })

  test('never repeat parts of a short search', () => {
    expect(read('figma').texts).toEqual({ subject: 'figma', whole: '', request: '', sentences: [] })
    expect(read('').texts).toEqual({ subject: '', whole: '', request: '', sentences: [] })
  })

  test('of a long story the last sentences only', () => {
    const story = Array.from({ length: 9 }, (_, at) => `garden number ${at}x is green`).join('. ')
    expect(read(story).texts.sentences).toHaveLength(searchLimits.sentences)
  })
})

describe('names', () => {
  const namesOf = (input: string): string[] =>
    read(input).concepts.flatMap(({ same }) => same.map((one) => one.join(' ')))

  test('of two words are looked for as one, too, and other names count as the same', () => {
    expect(namesOf('machine learning')).toEqual(expect.arrayContaining(['machin learn', 'ml']))
    expect(namesOf('k8s')).toContain('kubernet')
    expect(namesOf('n.l.p.')).toContain('natur languag process')
  })

  test('that no course has, but one a typo away, are looked for as that', () => {
    expect(read('designs').concepts[0]?.same).toEqual([[stem('design')]])
    expect(namesOf('exceled')).toContain('excel')
  })
})

test.each([
  ['iphone price', 1, 0],
  ['pizza delivery near me', 0, 0],
  ['python course', 0, 1],
  ['python', 0, 0],
])('knows the words of shops and of those who learn: "%s"', (input, commerce, teaching) => {
  const found = read(input)
  if (commerce) expect(found.commerce).toBeGreaterThan(0)
  if (teaching) expect(found.teaching).toBe(1)
  for (const part of [found.commerce, found.teaching]) {
    expect(part).toBeGreaterThanOrEqual(0)
    expect(part).toBeLessThanOrEqual(1)
  }
})

describe('hostile input', () => {
  const ownSigns = Object.values(marks)
  const sign = fc.constantFrom(
    ...[
      'a',
      'z',
      'zq',
      ' ',
      ' ',
      '.',
      '9',
      '0',
      '₹',
      'under ',
      'for ',
      'क',
      'ि',
      '़',
      '\u0301',
      '\u0300',
      'ு',
      'க',
      'ഗ',
    ],
    ...[
      '\u202e',
      'ש',
      'ع',
      '\u064b',
      '🍕',
      '👩‍👩‍👧',
      '\ud800',
      '\u0000',
      '\ufdfa',
      '⑳',
      '(',
      '%',
      '\n',
      '।',
      '__proto__ ',
      'zzforwhat ',
    ],
  )
  const hostile = fc.array(sign, { maxLength: 300 }).map((signs) => signs.join('').slice(0, 300))
  const words = fc
    .array(fc.string({ unit: fc.constantFrom(...'aeioubcdgklmnprstxyz'), minLength: 1, maxLength: 9 }), {
      maxLength: 60,
    })
    .map((all) => all.join(' ').slice(0, 300))

  test('is read without an error, within its limits', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, words, fc.string({ unit: 'binary', maxLength: 300 })), (text) => {
        const { concepts, texts, filters } = read(text)
        expect(concepts.length).toBeLessThanOrEqual(searchLimits.words)
        expect(texts.sentences.length).toBeLessThanOrEqual(searchLimits.sentences)
        for (const one of [texts.subject, texts.whole, texts.request, ...texts.sentences])
          expect(one.length).toBeLessThanOrEqual(4 * searchLimits.text)
        for (const price of [filters.minPrice, filters.maxPrice]) expect(Number.isNaN(price)).toBe(false)
        // Signs of our own are never taken for words.
        expect(concepts.flatMap((one) => one.words).filter((word) => ownSigns.includes(word))).toEqual([])
      }),
      { numRuns: isWhole ? 150 : 50 },
    )
  })

  test.each([
    '',
    ' ',
    '₹',
    '(((',
    '\u0000\ud800',
    'a'.repeat(300),
    '1'.repeat(300),
    'क'.repeat(300),
    '<b>'.repeat(100),
  ])('%j has few concepts', (text) => expect(read(text).concepts.length).toBeLessThanOrEqual(1))

  test('looks up no more words of hundreds than of a long ordinary search', () => {
    const lookedUp: string[] = []
    const counting = {
      ...spelling,
      correct(word: string) {
        lookedUp.push(word)
        return spelling.correct(word)
      },
      near(word: string) {
        lookedUp.push(word)
        return spelling.near(word)
      },
      soundsLike(word: string, loose: boolean) {
        lookedUp.push(word)
        return spelling.soundsLike(word, loose)
      },
    }
    const letters = (at: number): string => String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))
    const search = (text: string) =>
      understand(text, {
        lexicon,
        spelling: counting,
        isEnglish,
        inCatalogue: (one) => stems.has(one),
        isSpoken: () => false,
      })
    const { concepts } = search(Array.from({ length: 60 }, (_, at) => `zq${letters(at)}x`).join(' '))
    expect(concepts).toHaveLength(searchLimits.words)
    expect(lookedUp.length).toBeLessThanOrEqual(2 * searchLimits.words)
    lookedUp.length = 0
    search(Array.from({ length: 60 }, () => 'zqax').join(' '))
    expect(lookedUp.length).toBeLessThanOrEqual(61)
    expect(Math.max(...search('z'.repeat(300)).concepts.flatMap(({ words: [word = ''] }) => word.length))).toBe(
      searchLimits.wordLength,
    )
    expect(search('\ufdfa'.repeat(300)).texts.whole.length).toBeLessThanOrEqual(searchLimits.text)
  })
})

test('reads a long story to its end: stop words and repeated words do not count towards the limit', () => {
  const story = `${'well you see it is like this and so on and on for me and for all of us '.repeat(3)} so i want to learn docker`
  expect(subject(story)).toContain('docker')
})
