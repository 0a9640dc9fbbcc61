import { beforeAll, describe, expect, test } from 'vitest'
import { createTestEngine } from '#test/support/services/search-engine.ts'
import type { SearchEngine } from './create-engine.ts'
import { inDevanagari, scriptOf, wordsOf } from './words/words.ts'

let engine: SearchEngine
beforeAll(async () => {
  engine = await createTestEngine()
})

const scripts = ['devanagari', 'bengali', 'gurmukhi', 'gujarati', 'oriya', 'tamil', 'telugu', 'kannada', 'malayalam']

/** English words as each of these scripts writes them, in the order of `scripts`; null where the letters tell another word. */
const loanWords: readonly (readonly [english: string, written: readonly (string | null)[]])[] = [
  ['guitar', ['गिटार', 'গিটার', 'ਗਿਟਾਰ', 'ગિટાર', 'ଗିଟାର', 'கிட்டார்', 'గిటార్', 'ಗಿಟಾರ್', 'ഗിറ്റാർ']],
  ['python', ['पाइथन', 'পাইথন', 'ਪਾਈਥਨ', 'પાયથન', 'ପାଇଥନ', 'பைதான்', 'పైథాన్', 'ಪೈಥಾನ್', 'പൈത്തൺ']],
  ['flutter', ['फ्लटर', 'ফ্লাটার', 'ਫਲਟਰ', 'ફ્લટર', 'ଫ୍ଲଟର', 'ஃப்ளட்டர்', 'ఫ్లట్టర్', 'ಫ್ಲಟರ್', 'ഫ്ലട്ടർ']],
  ['excel', ['एक्सेल', 'এক্সেল', null, 'એક્સેલ', 'ଏକ୍ସେଲ', 'எக்செல்', 'ఎక్సెల్', 'ಎಕ್ಸೆಲ್', 'എക്സൽ']],
  ['docker', ['डॉकर', 'ডকার', 'ਡੌਕਰ', 'ડોકર', 'ଡକର', null, 'డాకర్', 'ಡಾಕರ್', 'ഡോക്കർ']],
  ['yoga', ['योगा', 'যোগা', 'ਯੋਗਾ', 'યોગા', 'ଯୋଗା', 'யோகா', 'యోగా', 'ಯೋಗಾ', 'യോഗ']],
]
const loans = loanWords.flatMap(([english, written]) =>
  written.flatMap((word, at) => (word === null ? [] : [{ english, word, script: scripts[at] }])),
)

test.each(loans)('$word ($script) is $english', async ({ english, word, script }) => {
  expect(scriptOf(word)).toBe(script)
  const { courses, understood } = await engine.search(word)
  expect(courses[0]).toMatchObject({
    match: 'sure',
    reasons: expect.arrayContaining([{ kind: 'words', phrase: english }]),
  })
  expect(understood.readAs).toBe(english)
})

test.each([
  ['cooking', ['खाना बनाना', 'রান্না', 'রান্না শেখা', 'રસોઈ', 'சமையல்', 'వంట', 'ಅಡುಗೆ', 'പാചകം', 'ਖਾਣਾ ਪਕਾਉਣਾ']],
  ['music', ['संगीत', 'সঙ্গীত', 'સંગીત', 'ਸੰਗੀਤ', 'இசை', 'సంగీతం', 'ಸಂಗೀತ', 'സംഗീതം']],
  ['sewing', ['सिलाई', 'সেলাই', 'સિલાઈ', 'ਸਿਲਾਈ', 'தையல்', 'కుట్టు', 'ಹೊಲಿಗೆ', 'തയ്യൽ']],
])('%s is found by its own words in eight scripts', async (id, words) => {
  for (const word of words) {
    const { courses } = await engine.search(word)
    expect([word, ...courses.map((one) => one.id)]).toContain(id)
    expect(courses.length).toBeLessThanOrEqual(3)
  }
})

describe('a sentence around the word', () => {
  test.each([
    ['আমি পাইথন শিখতে চাই', 'python-first'],
    ['எனக்கு கிட்டார் கற்க வேண்டும்', 'guitar'],
    ['నేను గిటార్ నేర్చుకోవాలి', 'guitar'],
    ['ਮੈਨੂੰ ਗਿਟਾਰ ਸਿੱਖਣਾ ਹੈ', 'guitar'],
    ['ನಾನು ಗಿಟಾರ್ ಕಲಿಯಬೇಕು', 'guitar'],
    ['എനിക്ക് ഗിറ്റാർ പഠിക്കണം', 'guitar'],
    ['मला गिटार शिकायचे आहे', 'guitar'],
    ['मुझे गिटार बजाना सीखना है', 'guitar'],
    ['mujhe guitar bajana sikhna hai', 'guitar'],
  ])('says nothing: "%s"', async (query, id) => {
    const { courses } = await engine.search(query)
    expect(courses[0]).toMatchObject({ id, match: 'sure' })
  })

  test.each([
    ['मुफ्त सीएसएस कोर्स', { free: true }],
    ['I am free on weekends, css', { free: false }],
    ['four hours free, want css', { free: false }],
    ['free speech', { free: false }],
    ['bilkul free mein css sikhna hai', { free: true }],
    ['पाइथन 500 रुपये से कम', { maxPrice: 500 }],
    ['sabse sasta python', { cheap: true }],
    ['shuruaat se python', { level: 'Beginner' }],
    ['python hindi mein', { inHindi: true }],
  ])('states filters: "%s"', (query, filters) => expect(engine.read(query).filters).toMatchObject(filters))

  test('is Hindi when written in either script, but not for a word that is English too', () => {
    expect(engine.read('मुझे गिटार सीखना है').isHindi).toBe(true)
    expect(engine.read('mujhe guitar sikhna hai').isHindi).toBe(true)
    for (const query of ['main page design', 'guitar for me', 'গিটার শেখা'])
      expect(engine.read(query).isHindi).toBe(false)
  })
})

test('names of letters are read as an acronym', () => {
  expect(engine.read('यूपीएससी').readAs).toBe('upsc')
  expect(engine.read('एचटीएमएल').readAs).toBe('html')
})

test('words of a script that sound like nothing are not shown to be read as something', async () => {
  for (const word of ['ক্ষ্ণৌঝ', 'ഝ്ഞൗ', 'ஃஃஃ', 'ୡୠ', 'ਙਞ'])
    expect([word, ...(await engine.search(word)).courses]).toEqual([word])
})

test.each([
  ['guitar', null],
  ['गिटार', 'devanagari'],
  ['ഗിറ്റാർ', 'malayalam'],
  ['', null],
  ['שלום', null],
])('the script of "%s" is %s', (word, script) => expect(scriptOf(word)).toBe(script))

test('Malayalam letters without a vowel and doubled r of the south are read', () => {
  expect(inDevanagari(wordsOf('ഗിറ്റാർ')[0] ?? '', 'malayalam')).toContain('र')
  expect(inDevanagari('गिटार', 'devanagari')).toBe('गिटार')
})
