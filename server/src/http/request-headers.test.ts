import { expect, test } from 'vitest'
import { byteRange } from '#core/files/byte-range.ts'
import { chooseEncoding, namesTag } from './request-headers.ts'

test.each([
  [undefined, 'whole'],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-', { start: 10, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['bytes=-', 'whole'],
  ['lines=0-1', 'whole'],
])('Range: %s of 100 bytes', (header, part) => expect(byteRange(header, 100)).toEqual(part))

test.each([
  [undefined, undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.000', undefined],
  ['identity', undefined],
  ['*', undefined],
  ['br;q=0.1, gzip', 'br'],
  ['xbr, gzip;q=0', undefined],
])('Accept-Encoding: %s', (header, encoding) => expect(chooseEncoding(header, ['br', 'gzip'])).toBe(encoding))

test('chooses only offered encodings', () => expect(chooseEncoding('br, gzip', ['gzip'])).toBe('gzip'))

test.each([
  [undefined, false],
  ['"abc-g"', true],
  ['W/"abc-g"', true],
  ['*', true],
  ['"x", "abc-g"', true],
  ['"x",W/"abc-g-gzip"', true],
  ['"abc-g-gzip"', true],
  ['"abc-g--gzip"', true],
  ['"abc-g;gzip"', true],
  ['W/"abc-g-br"', true],
  ['"abc-g-zstd"', true],
  ['"abc"', false],
  ['"abc-g-gzip-gzip"', false],
  ['"abc-g-old"', false],
  ['abc-g', false],
  ['', false],
])('If-None-Match: %s', (header, named) => expect(namesTag(header, '"abc-g"')).toBe(named))
