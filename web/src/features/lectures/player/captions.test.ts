import { expect, test } from 'vitest'
import { chooseCaptions } from './captions.tsx'

const on = (captionLanguage: string | null) => ({ captions: true, captionLanguage })

test.each([
  [['en', 'hi'], { captions: false, captionLanguage: 'en' }, ['en'], null],
  [['en', 'hi'], on('hi'), ['en'], 'hi'],
  [['en-GB'], on('en'), [], 'en-GB'],
  [['en', 'hi'], on('ta'), ['hi-IN', 'en'], 'hi'],
  [['en', 'hi'], on(null), ['hi'], 'hi'],
  [['en', 'hi'], on(null), ['de'], 'en'],
  [[], on('en'), ['en'], null],
])('of %j with %j for a reader of %j: %s', (languages, chosen, reader, expected) => {
  expect(chooseCaptions(languages, chosen, reader)).toBe(expected)
})
