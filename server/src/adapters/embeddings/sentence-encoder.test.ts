import { expect, test } from 'vitest'
import { withinTokens } from './sentence-encoder.ts'

/** Counts one token for every two letters. */
const count = (text: string): number => Math.ceil(text.replaceAll(' ', '').length / 2)

test('texts within the limits are unchanged; longer ones are cut after a whole word', () => {
  const cut = (texts: string[], each: number, all: number) => withinTokens(texts, { each, all }, count)
  expect(cut(['learn to paint', 'paint'], 20, 40)).toEqual(['learn to paint', 'paint'])
  expect(cut(['learn to paint birds in oil'], 6, 40)).toEqual(['learn to'])
  expect(cut(['abcd efgh', 'ijkl mnop', 'qrst'], 4, 6)).toEqual(['abcd efgh', 'ijkl'])
  expect(cut(['x'.repeat(300)], 5, 40)).toEqual(['xxxxx'])
  expect(cut(['ab', 'x'.repeat(300)], 5, 40)).toEqual(['ab'])
})
