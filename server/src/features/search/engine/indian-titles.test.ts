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
  psychology: 'मनोविज्ञान का परिचय',
  vedic: 'वैदिक गणित: तेज़ गणना के सूत्र',
  flute: 'बांसुरी वादन',
  poultry: 'मुर्गी पालन का व्यवसाय',
  exam: 'यूपीएससी के लिए संविधान',
  machines: 'मशीन लर्निंग शुरुआती के लिए',
  poems: 'తెలుగు కవిత్వం',
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

describe('a course whose title is in a script of India is found by', () => {
  test.each([
    ['English words', 'introduction to psychology', 'psychology'],
    ['English words', 'poultry farming business', 'poultry'],
    ['English words', 'constitution for upsc', 'exam'],
    ['Hindi as it is typed', 'manovigyan sikhna hai', 'psychology'],
    ['Hindi as it is typed', 'murgi palan', 'poultry'],
    ['Hindi as it is typed', 'bansuri bajana', 'flute'],
    ['words that no dictionary has, by their sound', 'vedic maths', 'vedic'],
    ['words that no dictionary has, by their sound', 'telugu kavitvam', 'poems'],
    ['English words that it writes as they sound', 'machine learning', 'machines'],
    ['the name of its language', 'telugu poetry', 'poems'],
    ['a typo', 'psycology', 'psychology'],
  ])('%s: %s', async (_, query, id) => expect(await foundIds(engine, query)).toContain(id))

  test('and is first where no other course has the words', async () => {
    const { courses } = await engine.search('poultry farming')
    expect(courses[0]).toMatchObject({ id: 'poultry', match: 'sure' })
    expect(engine.read('psychology').concepts).toMatchObject([{ strange: false }])
  })

  test('the model reads it in English', () => {
    expect(engine.inEnglish(titles['poultry'] ?? '')).toBe('poultry farming business')
    expect(engine.inEnglish('Chai aur HTML, in हिन्दी')).toBe('chai aur html in hindi')
    expect(engine.inEnglish('Learn C++: the basics!')).toBe('Learn C++: the basics!')
  })

  test('its level counts', async () => {
    const { courses } = await engine.search('machine learning for beginners')
    expect(courses.map(({ id }) => id)).toContain('machines')
  })
})

test('an English word is no word of another language that sounds about like it', async () => {
  const own = await createTestEngine()
  own.put(searchableCourse({ id: 'science', title: 'Science', lectures: ['গতির সূত্র', 'মাসিক', 'सीलिंग फैन', 'करों'] }))
  own.put(searchableCourse({ id: 'wiring', title: 'इलेक्ट्रिकल वायरिंग' }))
  for (const word of ['Guitar', 'Music', 'Cron']) own.put(searchableCourse({ id: word, title: word }))
  for (const word of ['Guitar', 'Music', 'Cron']) {
    const { courses } = await own.search(word)
    expect(courses[0]?.id).toBe(word)
    expect(courses).not.toContainEqual(expect.objectContaining({ id: 'science', match: 'sure' }))
  }
  expect(await foundIds(own, 'electrical')).toEqual(['wiring'])
})

test('small words of Hindi are no subject, whatever they sound like', () => {
  for (const text of ['इसमें कितने लेक्चर हैं', 'उससे पहले', 'आपको', 'इसमें क्या सिखाया जाता है'])
    expect([text, engine.read(text).concepts]).toEqual([text, []])
  expect(engine.read('logo banana sikhna hai').concepts).toMatchObject([{ words: ['logo'] }])
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
