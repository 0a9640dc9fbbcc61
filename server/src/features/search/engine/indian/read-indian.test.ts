import { describe, expect, test } from 'vitest'
import { compileLexicon, loadLexicon } from '../words/lexicon.ts'
import { createSpelling } from '../words/spelling.ts'
import { createEnglish, wordsOf } from '../words/words.ts'
import { foldSound, nounForms, romanOf, soundKey, verbForms } from './dictionary.ts'
import { readIndian } from './read-indian.ts'

const lexicon = compileLexicon(loadLexicon())
const isEnglish = createEnglish()
const taught = ['science', 'solar', 'sure', 'machine', 'vision', 'finance', 'finish', 'baking', 'booking', 'python']
const spelling = createSpelling(isEnglish, [...lexicon.words, ...taught], lexicon.stopWords)
const read = (text: string, inCatalogue = (_: string): boolean => false) =>
  readIndian(wordsOf(text), {
    ...lexicon,
    isEnglish,
    isTopic: (word) => lexicon.words.has(word),
    inCatalogue,
    soundsLike: spelling.soundsLike,
  })
const english = (text: string): string => read(text).words.join(' ')

describe('a Hindi word is the same in Devanagari and as it is typed', () => {
  test.each([
    ['psychology', 'मनोविज्ञान manovigyan manovigyaan manovijnan'],
    ['project', 'परियोजना परियोजनाएं परियोजनाओं pariyojna priyojna'],
    ['solar', 'सौर saur'],
    ['agriculture', 'कृषि खेती krishi krishee'],
    ['gardening', 'बागवानी बाग़बानी bagwani baagvani bagvani'],
    ['soil', 'मिट्टी मृदा mitti'],
    ['preparation', 'तैयारी तैयारियां taiyari tayyari tyari'],
    ['english', 'अंग्रेजी अंग्रेज़ी अङ्ग्रेजी angrezi angreji'],
    ['teaching', 'अध्यापक अध्यापकों adhyapak adhyapakon'],
    ['kids', 'बच्चा बच्चे बच्चों bacche'],
    ['embroidery', 'कढ़ाई कढाई kadhaai'],
  ])('%s: %s', (meaning, words) => {
    for (const word of words.split(' '))
      expect([word, read(`${word} seekhna`, () => true).words.join(' ')]).toEqual([word, meaning])
  })
})

describe('a sentence says what it is about', () => {
  test.each([
    ['apna business kaise shuru kare', 'entrepreneurship'],
    ['khana kaise banaye', 'cooking food'],
    ['खाना कैसे बनाएं', 'cooking'],
    ['share market mein paise kaise lagaye', 'stock market money'],
    ['sarkari naukri ki taiyari', 'government exam preparation'],
    ['tally aur gst seekhna hai', 'tally gst'],
    ['main guitar sikhna chahti hoon', 'guitar'],
    ['dukaan ka hisaab kitaab', 'shop accounting bookkeeping'],
    ['फोटोशॉप के बिना लोगो', 'without photoshop logo'],
    ['पाइथन या जावा', 'python or java'],
    ['बिना कोडिंग के वेबसाइट', 'without coding website'],
    ['परियोजना प्रबंधन सीखूंगा', 'project management'],
  ])('"%s" is "%s"', (text, meaning) => expect(english(text)).toBe(meaning))
})

describe('English stays English', () => {
  test.each([
    'main page design',
    'how to use the log file',
    'fear of public speaking',
    'does anyone know a course on Bach and Handel',
    'matlb labview',
    'koylin programming',
    'python in hindi',
    'weather in pune tomorrow',
    'hr ca ai',
    'age of amitabh bachchan',
    'aaaaaaaaaa',
  ])('"%s" stays as it is', (text) => {
    expect(english(text)).toBe(wordsOf(text).join(' '))
    expect(read(text).hindi).toBe(false)
  })

  test('a word of both languages is Hindi among Hindi ones', () => {
    expect(english('naye log ke liye')).not.toContain('log')
  })

  test('a typed word that is on no list is Hindi where a course may be about it', () => {
    const teachesPsychology = (word: string): boolean => ['psychology', 'rain'].includes(word)
    expect(read('manovigyan', teachesPsychology).words).toEqual(['psychology'])
    expect(english('manovigyan')).toBe('manovigyan')
    expect(read('kal barish hogi kya', teachesPsychology).words).toContain('barish')
  })
})

describe('an English word in Devanagari is found by its sound, with its vowels', () => {
  test.each([
    ['मशीन', 'machine'],
    ['फाइनेंस', 'finance'],
    ['बेकिंग', 'baking'],
    ['पाइथन', 'python'],
  ])('%s is %s', (word, meaning) => expect(english(word)).toBe(meaning))
})

test('what is written in an Indian script counts as itself too, and other names of it do', () => {
  expect(read('सौर ऊर्जा').originals).toEqual([{ words: ['सौर', 'ऊर्जा'], read: ['solar', 'energy'] }])
  expect(read('खेती सीखना').alternatives).toEqual([{ names: ['farming'], read: ['agriculture'] }])
  expect(read('kheti seekhna', (word) => word === 'kheti').alternatives).toEqual([
    { names: ['kheti'], read: ['farming'] },
  ])
})

test('forms of verbs and nouns', () => {
  expect(verbForms('सीखना')).toEqual(expect.arrayContaining(['सीखें', 'सीखूंगा', 'सीखते', 'सीख']))
  expect(verbForms('बनाना')).toEqual(expect.arrayContaining(['बनाएं', 'बनाऊं', 'बनाओ', 'बनाया']))
  expect(verbForms('बाजार')).toEqual([])
  expect(nounForms('लड़की')).toContain('लड़कियों')
  expect(nounForms('भाषा')).toEqual(expect.arrayContaining(['भाषाएं', 'भाषाओं']))
  expect(nounForms('किताब')).toEqual(['किताबों', 'किताबें'])
})

test.each([
  ['करना', 'karnaa'],
  ['विज्ञान', 'vigyaan'],
  ['संपर्क', 'sampark'],
  ['आज', 'aaj'],
])('%s is typed about like "%s"', (word, latin) => {
  expect(romanOf(word)).toBe(latin)
  expect(soundKey(foldSound(romanOf(word)))).toBe(soundKey(foldSound(latin)))
})
