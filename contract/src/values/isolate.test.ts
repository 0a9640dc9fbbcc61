import { expect, test } from 'vitest'
import { isolate } from './isolate.ts'

test.each(['Asha Rao', 'C++ & C#', 'हिन्दी में SQL', '日本語', '', 'Zoë 👩🏽‍🏫', '5 ★'])('%j stays as it is', (name) =>
  expect(isolate(name)).toBe(name),
)

test.each(['فارسی', 'اردو میں SQL!', 'SQL به فارسی', 'עברית', 'ދިވެހި', '𞤀𞤣𞤤𞤢𞤥', 'ﷺ'])('%j is isolated', (name) =>
  expect(isolate(name)).toBe(`\u2068${name}\u2069`),
)

test('a name cannot end its isolation, nor turn the rest of the sentence', () => {
  expect(isolate('اردو\u2069!')).toBe('\u2068اردو!\u2069')
  expect(isolate('\u2067اردو')).toBe('\u2068اردو\u2069')
  expect(isolate('Asha \u202Eoar')).toBe('Asha oar')
})

test('a sentence with an isolated name may be isolated again', () => {
  const edit = `Edit ${isolate('اردو')}`
  expect(isolate(edit)).toBe(`\u2068${edit}\u2069`)
})
