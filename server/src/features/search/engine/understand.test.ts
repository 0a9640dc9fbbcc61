import { expect, test } from 'vitest'
import { defaultLexicon } from '../lexicon/default-lexicon.ts'
import { compileLexicon } from './compile-lexicon.ts'
import { createEnglish } from './english.ts'
import { createSpelling } from './spelling.ts'
import { stem } from './stem.ts'
import { searchLimits, type Understood, understand } from './understand.ts'

const lexicon = compileLexicon(defaultLexicon)
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
const spelling = createSpelling(isEnglish, [...taught, ...lexicon.words])
const stems = new Set(taught.map(stem))
const read = (input: string): Understood =>
  understand(input, { lexicon, spelling, isEnglish, inCatalogue: (one) => stems.has(one) })
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
])('hears "free" in "%s"', (input) => expect(read(input).filters.free).toBe(true))
test.each([
  'stress free react',
  'freelancing',
  'tax free savings',
  'ad free react',
  'react in my free time',
  'feel free react',
])('hears no "free" in "%s"', (input) => expect(read(input).filters.free).toBe(false))
test.each(['cheap react', 'affordable react course', 'sasta react course', 'low cost react'])(
  'hears "cheap" in "%s"',
  (input) => expect(read(input).filters.cheap).toBe(true),
)

test.each([
  ['beginner python', 'Beginner'],
  ['python for complete beginners', 'Beginner'],
  ['python from scratch', 'Beginner'],
  ['shuruaat se python', 'Beginner'],
  ['python for absolute beginners', 'Beginner'],
  ['python, I have never written a single line of code', 'Beginner'],
  ['mujhe python nahi aati', 'Beginner'],
  ['intermediate python', 'Intermediate'],
  ['advanced python', 'Advanced'],
  ['expert level python', 'Advanced'],
  ['python', null],
  ['python basics', null],
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
  ['pubic speeking', 'public speaking'],
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

test('a short word among strange ones is no slip, however near it is to a word that is known', () => {
  expect(read('wugs flonk zibber').readAs).toBeNull()
  expect(read('dokcer kubernets').readAs).toBe('docker kubernetes')
})

test.each([
  ['iphone price', true, true],
  ['buy a second hand car', true, false],
  ['order biryani', true, false],
  ['python course price', false, false],
  ['learn to build iphone apps', false, false],
])('knows shops and news: "%s"', (input, elsewhere, goods) => expect(read(input)).toMatchObject({ elsewhere, goods }))

test('of a long sentence the parts are looked at, too', () => {
  const { spoken } = read('I retired from the army last year, and I would like to learn to take pictures of birds')
  expect(spoken.at(-1)).toBe('learn to take pictures of birds')
  expect(read('pictures of birds').spoken).toHaveLength(1)
})

test('a thing that stands for itself is told apart from one that others help with', () => {
  const alone = (input: string) => read(input).concepts.map((concept) => concept.alone)
  expect(alone('violin')).toEqual([true])
  expect(alone('kubernetes')).toEqual([false])
})

test('gibberish is strange, names of the lexicon are not', () => {
  expect(read('blorptastic').concepts.every(({ strange }) => strange)).toBe(true)
  expect(read('terraform').concepts.some(({ strange }) => strange)).toBe(false)
})

test('any text is read without an error, and quickly', () => {
  for (const text of [
    '',
    ' ',
    '₹',
    '(((',
    '\u0000\ud800',
    'a'.repeat(300),
    '1'.repeat(300),
    'क'.repeat(300),
    '<b>'.repeat(100),
  ]) {
    const started = performance.now()
    expect(read(text).concepts.length).toBeLessThan(101)
    expect(performance.now() - started).toBeLessThan(2000)
  }
})

test('of a search of hundreds of words no more are looked up than of a long honest one', () => {
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
  }
  const words = Array.from(
    { length: 60 },
    (_, at) => `zq${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}x`,
  )
  const search = (text: string) =>
    understand(text, { lexicon, spelling: counting, isEnglish, inCatalogue: (one) => stems.has(one) })
  const { concepts } = search(words.join(' '))
  expect(concepts).toHaveLength(searchLimits.words)
  expect(lookedUp.length).toBeLessThanOrEqual(2 * searchLimits.words)
  lookedUp.length = 0
  search(Array.from({ length: 60 }, () => 'zqax').join(' '))
  expect(lookedUp.filter((word) => word === 'zqax').length).toBeLessThanOrEqual(61)
  expect(Math.max(...search('z'.repeat(300)).concepts.flatMap(({ words: [word = ''] }) => word.length))).toBe(
    searchLimits.wordLength,
  )
  expect(search('\ufdfa'.repeat(300)).meaning.length).toBeLessThanOrEqual(searchLimits.text)
})

test('a long story is read to its end: stop words and repeated words take no place', () => {
  const story = `${'well you see it is like this and so on and on for me and for all of us '.repeat(3)} so i want to learn docker`
  expect(subject(story)).toContain('docker')
})
