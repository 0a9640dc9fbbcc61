import { expect, test } from 'vitest'
import { foldText, searchWords } from './fold-text.ts'

test.each([
  ['Straße', 'STRASSE', false],
  ['Café', 'cafe', true],
  ['हिन्दी', 'हिंदी', true],
  ['हज़ार', 'हजार', true],
  ['चाँद', 'चांद', true],
  ['इन्टरनेट', 'इंटरनेट', true],
  ['सम्पर्क', 'संपर्क', true],
  ['ｆｕｌｌ', 'full', true],
  ['क्\u200dष', 'क्ष', true],
  ['जन्म', 'जंम', false],
  ['कल', 'काल', false],
])('%s and %s are the same: %s', (one, other, same) => {
  expect(foldText(one) === foldText(other)).toBe(same)
})

test('a search has words, not spaces', () => {
  expect(searchWords('  Big\n\tĀma ')).toEqual(['big', 'ama'])
  expect(searchWords(' \n ')).toEqual([])
})

test('many marks on a letter take no time', () => {
  const start = performance.now()
  foldText(`a${'\u0301'.repeat(200_000)}`)
  expect(performance.now() - start).toBeLessThan(500)
})
