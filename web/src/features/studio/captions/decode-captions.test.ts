import { expect, it } from 'vitest'
import { decodeCaptions } from './decode-captions.ts'

const srt = '1\n00:00:00,000 --> 00:00:01,000\nनमस्ते, naïve\n'
const swapped = (bytes: Uint8Array): Uint8Array => Buffer.from(bytes).swap16()
const utf16 = Buffer.from(srt, 'utf16le')

it.each<[string, Uint8Array]>([
  ['UTF-8', Buffer.from(srt)],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${srt}`)],
  ['UTF-16 with its mark', Buffer.from(`\ufeff${srt}`, 'utf16le')],
  ['UTF-16 with its mark, most significant byte first', swapped(Buffer.from(`\ufeff${srt}`, 'utf16le'))],
  ['UTF-16', utf16],
  ['UTF-16, most significant byte first', swapped(utf16)],
])('captions in %s are read', (_name, bytes) => expect(decodeCaptions(bytes, 'hi')).toBe(srt))

it('captions of older programs are read where their language tells how', () => {
  const bytes = Buffer.from('naïve – it’s'.replace('–', '\x96').replace('’', '\x92'), 'latin1')
  expect(decodeCaptions(bytes, 'en')).toBe('naïve – it’s')
  expect(decodeCaptions(bytes, 'hi')).toContain('\ufffd')
  expect(decodeCaptions(Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]), 'ru')).toBe('Привет')
  const damaged = Buffer.concat([Buffer.from('naïve '), Buffer.from([0xff])])
  expect(decodeCaptions(damaged, 'en')).toBe('naïve \ufffd')
})
