import { expect, it } from 'vitest'
import { chooseEncoding } from './choose-encoding.ts'

it.each([
  [undefined, undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.000', undefined],
  ['identity', undefined],
  ['*', undefined],
  ['br;q=0.1, gzip', 'br'],
  ['xbr, gzip;q=0', undefined],
])('%s', (header, encoding) => expect(chooseEncoding(header, ['br', 'gzip'])).toBe(encoding))

it('offers only what there is', () => expect(chooseEncoding('br, gzip', ['gzip'])).toBe('gzip'))
