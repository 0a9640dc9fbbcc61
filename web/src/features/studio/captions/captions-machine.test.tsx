import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { inEnglish } from '#lib/text/fixtures.tsx'
import { CaptionsChoice } from './captions-machine.tsx'

const show = (minutesLeft: number, language: string | null): string => {
  const choice = { service: { host: 'speech.example', minutesLeft }, seconds: 601, language, onChange: () => {} }
  return renderToString(inEnglish(<CaptionsChoice {...choice} />)).replaceAll('<!-- -->', '')
}

it('says before captions are made where the sound goes, and what it takes of the day', () => {
  const on = show(11, 'en')
  expect(on).toMatch(/type="checkbox"[^>]*checked/)
  expect(on).toContain('speech.example')
  expect(on).toContain('This video takes 11 minutes of the 11 that you have left today.')
  expect(show(11, null)).not.toContain('speech.example')
})

it('makes none of a video that is longer than what is left', () => {
  const long = show(10, null)
  expect(long).toMatch(/type="checkbox"[^>]*disabled/)
  expect(long).toContain('This video is longer than what is left')
})
