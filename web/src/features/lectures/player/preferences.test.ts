import { expect, it } from 'vitest'
import { parsePreferences } from './preferences.ts'

const usual = parsePreferences(undefined)

it('starts at normal speed, with sound, without captions', () => {
  expect(usual).toMatchObject({ speed: 1, volume: 1, muted: false, captions: false, autoNext: true, letterKeys: true })
  expect(usual).toMatchObject({ quality: 'auto', dataSaver: false, captionSize: 'medium', captionLook: 'box' })
})

it('ignores invalid values', () => {
  expect(parsePreferences({ speed: 1.5, volume: 0.3, captions: true, captionLanguage: 'hi', autoNext: false })).toEqual(
    {
      ...usual,
      speed: 1.5,
      volume: 0.3,
      captions: true,
      captionLanguage: 'hi',
      autoNext: false,
    },
  )
  for (const nonsense of [
    null,
    5,
    'x',
    [],
    { speed: 99, volume: -1, muted: 'yes', captionLanguage: 7, quality: '720', captionSize: 9 },
  ])
    expect(parsePreferences(nonsense)).toEqual(usual)
})

it('remembers quality and the look of captions', () => {
  const chosen = { quality: 720, dataSaver: true, captionSize: 'huge', captionLook: 'yellow' }
  expect(parsePreferences(chosen)).toEqual({ ...usual, ...chosen })
})
