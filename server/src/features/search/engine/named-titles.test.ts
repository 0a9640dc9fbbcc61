import { describe, expect, test } from 'vitest'
import type { IndexedCourse } from '#ports/search-index.ts'
import { createInvertedIndex } from './inverted-index.ts'
import { readTitles, type TitleReading } from './named-titles.ts'
import { createSpelling } from './words/spelling.ts'
import { createEnglish } from './words/words.ts'

const titles = [
  'The Web Developer Bootcamp 2026',
  'The Advanced Web Developer Bootcamp',
  'The Complete Full-Stack Web Development Bootcamp',
  '100 Days of Code: The Complete Python Pro Bootcamp',
  'Pianoforall: Incredible New Way to Learn Piano & Keyboard',
  'How to Price Your Products',
  'Complete C# Unity Game Developer 2D',
  'वैदिक गणित: तेज़ गणना के सूत्र',
  'தமிழ் சமையல்: வீட்டு உணவு',
  'Watercolour for Beginners',
  'Watercolour for Beginners!',
  'Python',
  'Flask Tutorial in Hindi',
]
const course = (title: string, at: number): IndexedCourse => ({
  id: String(at),
  title,
  subTitle: '',
  description: at === 3 ? 'Also Python for the web.' : '',
  category: null,
  level: null,
  language: 'en',
  pricePaise: 100,
  lectures: [],
  educator: '',
  minutes: null,
  sections: [],
  outcomes: [],
  spoken: '',
})
const stopWords = new Set([
  'the',
  'a',
  'to',
  'how',
  'of',
  'for',
  'is',
  'much',
  'what',
  'your',
  'course',
  'के',
  'का',
  'है',
  'की',
])
const spelling = createSpelling(createEnglish(), [], stopWords)
const courses = titles.map(course)
const index = createInvertedIndex(
  (word) => stopWords.has(word),
  (words) => words.map((word) => ({ words: [word], names: null })),
  spelling.count,
)
for (const [slot, one] of courses.entries()) index.put(slot, one)
const read = (text: string): TitleReading =>
  readTitles(text, {
    index,
    courseAt: (slot) => courses[slot],
    isStopWord: (word) => stopWords.has(word),
    near: spelling.near,
  })
const named = (text: string): string[][] =>
  read(text).titles.map(({ ids }) => ids.map((id) => titles[Number(id)] ?? ''))

describe('titles that a message names', () => {
  test.each([
    ['exactly', 'How much is The Web Developer Bootcamp 2026?', 0],
    ['without its year', 'how much is the web developer bootcamp', 0],
    ['beside a longer one', 'price of the advanced web developer bootcamp', 1],
    ['with typing errors', 'how much is teh web devloper bootcmap', 0],
    ['by the part before a sign', 'tell me about 100 days of code', 3],
    ['by a word that no other course has', 'pianoforall price', 4],
    ['one that sounds like a question', 'how much is How to Price Your Products', 5],
    ['with signs in it', 'who teaches complete c# unity game developer 2d', 6],
    ['in Devanagari, with another spelling', 'वैदिक गणित की कीमत क्या है', 7],
    ['in Tamil', 'தமிழ் சமையல்', 8],
    ['all words of a title of which one is its own', 'price of flask tutorial in hindi', 12],
  ])('%s', (_name, text, at) => {
    expect(named(text)).toEqual([[titles[at]]])
    expect(read(text).titles[0]?.whole).toBe(true)
  })
  test('several that are alike, and several in one message in its order', () => {
    expect(named('watercolour for beginners')).toEqual([['Watercolour for Beginners', 'Watercolour for Beginners!']])
    expect(named('compare 100 days of code with the web developer bootcamp')).toEqual([[titles[3]], [titles[0]]])
  })
  test('none: subjects, words that many titles have, and a single word that is no unusual name', () => {
    for (const text of ['learn python', 'a bootcamp please', 'how much is it', 'what is pottery', '', '???', '🙂'])
      expect(named(text)).toEqual([])
  })
  test('a part of a title may be meant, and is not whole', () => {
    expect(read('full-stack web development').titles).toMatchObject([{ ids: ['2'], whole: false }])
  })
  test('words between those of a title may say the contrary', () => {
    expect(read('the web but not for a developer bootcamp').titles.filter(({ whole }) => whole)).toEqual([])
    expect(read('the web developer of bootcamp price').titles).toMatchObject([{ ids: ['0'], whole: true }])
  })
  test('what is left of the message, and the message with a subject in place of the title', () => {
    expect(read('How much is The Web Developer Bootcamp?')).toMatchObject({
      rest: 'how much is',
      masked: 'how much is python',
    })
  })
  test('long and strange messages take a moment', () => {
    const start = performance.now()
    for (const text of ['web developer bootcamp '.repeat(50), 'weeb devoloper botcamp '.repeat(50), 'a'.repeat(1000)])
      read(text)
    expect(performance.now() - start).toBeLessThan(500)
  })
})
