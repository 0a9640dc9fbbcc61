import { beforeAll, expect, test } from 'vitest'
import { loadLexicon } from './lexicon.ts'
import { inLatin, setFamilies, stem } from './words.ts'

beforeAll(() => setFamilies(loadLexicon().stems))

test.each([
  ['watercolour', 'watercolor'],
  ['modelling', 'modeling'],
  ['theatre', 'theater'],
  ['behavioural', 'behavioral'],
  ['centre', 'center'],
  ['organise', 'organize'],
  ['analyse', 'analyze'],
  ['optimisation', 'optimization'],
  ['visualisation', 'visualization'],
  ['jewellery', 'jewelry'],
  ['traveller', 'traveler'],
  ['favourite', 'favorite'],
  ['programme', 'program'],
  ['catalogue', 'catalog'],
  ['defence', 'defense'],
  ['grey', 'gray'],
  ['labour', 'labor'],
  ['licence', 'license'],
  ['fibre', 'fiber'],
  ['counselling', 'counseling'],
  ['pyjamas', 'pajamas'],
  ['aluminium', 'aluminum'],
])('"%s" of British English is "%s" of American English', (british, american) =>
  expect(stem(british)).toBe(stem(american)),
)

test.each([
  ['pottery', 'potter'],
  ['photography', 'photographer'],
  ['analysis', 'analytics'],
  ['application', 'app'],
  ['maths', 'mathematics'],
  ['gardening', 'gardener'],
])('"%s" and "%s" are of one family', (one, other) => expect(stem(one)).toBe(stem(other)))

test.each([
  ['engine', 'engineer'],
  ['organic', 'organise'],
  ['universe', 'university'],
  ['news', 'new'],
  ['market', 'marketing'],
  ['anime', 'animal'],
])('"%s" and "%s" are not', (one, other) => expect(stem(one)).not.toBe(stem(other)))

test('a configured stem applies until others are set, and other scripts stay as they are', () => {
  const before = stem('zebras')
  setFamilies({ ...loadLexicon().stems, zebras: 'horse' })
  expect(stem('zebras')).toBe('horse')
  setFamilies(loadLexicon().stems)
  expect(stem('zebras')).toBe(before)
  for (const word of ['गिटार', 'c', 'ab', '3dsmax', '']) expect(stem(word)).toBe(word)
})

test('words of every script of India are written in Latin letters, and reading many of them in turn takes no time', () => {
  const python = { ta: 'பைதான்', te: 'పైథాన్', kn: 'ಪೈಥಾನ್', ml: 'പൈത്തൺ', bn: 'পাইথন', gu: 'પાયથન', pa: 'ਪਾਈਥਨ', or: 'ପାଇଥନ' }
  const words = Object.values(python)
  expect(words.map(inLatin)).toMatchInlineSnapshot(`
    [
      "paitan",
      "paithan",
      "paithan",
      "paitta",
      "paithan",
      "payathan",
      "paithan",
      "paithan",
    ]
  `)
  const start = performance.now()
  for (let time = 0; time < 2000; time++) words.map(inLatin)
  expect(performance.now() - start).toBeLessThan(700)
})
