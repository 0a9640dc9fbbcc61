import { beforeAll, describe, expect, test } from 'vitest'
import { createTestEngine, foundIds, searchableCourse } from '#test/support/services/search-engine.ts'
import type { SearchEngine } from './create-engine.ts'
import { wordsOf } from './words/words.ts'

const titles: Record<string, string> = {
  hindi: 'हिंदी में वेब डेवलपमेंट की पूरी जानकारी',
  cooking: 'घर पर अचार बनाने की विधि',
  marathi: 'मराठीत छायाचित्रण शिका',
  bengali: 'বাংলায় গ্রাফিক ডিজাইনের সহজ পাঠ',
  assamese: 'অসমীয়া ভাষাত কম্পিউটাৰ শিক্ষা',
  telugu: 'తెలుగులో పైథాన్ ప్రోగ్రామింగ్ పాఠాలు',
  kannada: 'ಕನ್ನಡದಲ್ಲಿ ಡೇಟಾ ಸೈನ್ಸ್ ಪಾಠಗಳು',
  malayalam: 'മലയാളത്തിൽ ഫോട്ടോഗ്രാഫി പഠിക്കാം',
  punjabi: 'ਪੰਜਾਬੀ ਵਿੱਚ ਅੰਗਰੇਜ਼ੀ ਬੋਲਣਾ ਸਿੱਖੋ',
  odia: 'ଓଡ଼ିଆରେ ଇଂରାଜୀ ବ୍ୟାକରଣ ଶିକ୍ଷା',
  odiaLanguage: 'ଓଡ଼ିଆ ଭାଷା ପରିଚୟ',
  gujarati: 'ગુજરાતીમાં શેર બજારની સમજ',
  tamil: 'தமிழில் கணினி அறிவியல் அடிப்படைகள்',
  urdu: 'اردو میں ویب سائٹ بنانا سیکھیں',
}

let engine: SearchEngine
beforeAll(async () => {
  engine = await createTestEngine()
  for (const [id, title] of Object.entries(titles))
    engine.put(searchableCourse({ id, title, category: id === 'hindi' ? 'Web Development' : 'Others' }))
})

describe('a course is found by its exact title', () => {
  test.each(Object.entries(titles))('in %s: %s', async (id, title) => {
    const { courses } = await engine.search(title)
    expect(courses[0]).toMatchObject({ id, match: 'sure' })
  })
})

describe('a word is found in each of its spellings', () => {
  test.each([
    ['हिन्दी में वेब डेवलपमेन्ट', 'hindi'],
    ['कम्प्यूटर ਅੰਗਰੇਜ਼ੀ ਬੋਲਣਾ', 'punjabi'],
    ['ਅੰਗਰੇਜੀ ਬੋਲਣਾ', 'punjabi'],
    ['বাংলায় গ্রাফিক ডিজাইনের', 'bengali'],
    ['অসমীয়া ভাষাত কম্পিউটার', 'assamese'],
    ['മലയാളത്തില് ഫോട്ടോഗ്രാഫി', 'malayalam'],
    ['മലയാളത്തില്\u200d ഫോട്ടോഗ്രാഫി', 'malayalam'],
    ['ଓଡିଆ ଭାଷା', 'odiaLanguage'],
    ['ଓଡ଼ିଆ', 'odiaLanguage'],
    ['पाण्डुलिपि पांडुलिपि अचार', 'cooking'],
    ['اردو ميں ويب سائٹ', 'urdu'],
    ['తెలుగులో పైథాన్\u200c ప్రోగ్రామింగ్', 'telugu'],
  ])('%s finds %s', async (query, id) => expect((await foundIds(engine, query))[0]).toBe(id))

  test.each([
    ['हिंदी', 'हिन्दी'],
    ['पंप', 'पम्प'],
    ['पंडित', 'पण्डित'],
    ['अंक', 'अङ्क'],
    ['पंच', 'पञ्च'],
    ['चांद', 'चाँद'],
    ['ज़मीन', 'जमीन'],
    ['क़लम'.normalize('NFC'), 'कलम'],
    ['इन्टरनेट', 'इंटरनेट'],
    ['बड़ा', 'बड\u093cा'],
    ['উৎসব', 'উত্\u200dসব'],
    ['ক্‌ষ', 'ক্ষ'],
    ['বাংলা', 'বাঙ্লা'.replace('ঙ্ল', 'ংল')],
    ['ਪੰਜਾਬੀ', 'ਪਂਜਾਬੀ'],
    ['ന്റെ', 'ൻ്റെ'.replace('ൻ്', 'ന്')],
    ['ఆన్‌లైన్', 'ఆన్లైన్'],
  ])('%s is %s', (one, other) => expect(wordsOf(one)).toEqual(wordsOf(other)))

  test('while other words stay apart', () => {
    expect(wordsOf('काम')).not.toEqual(wordsOf('कम'))
    expect(wordsOf('अन्न')).not.toEqual(wordsOf('अन'))
    expect(wordsOf('தந்தை')).toEqual(['தந்தை'])
  })
})

test('an English course is still found by its subject in any script, and a Hindi one beside it', async () => {
  const found = await foundIds(engine, 'वेब डेवलपमेंट')
  expect(found).toContain('hindi')
  expect(found.length).toBeGreaterThan(1)
  expect((await foundIds(engine, 'डॉकर'))[0]).toBe('docker')
})

test.each(['गिटार की', 'गिटार में'])(
  'what a Hindi search is read as has no small words, though titles have them: %s',
  (query) => expect(engine.read(query).readAs).toBe('guitar'),
)
