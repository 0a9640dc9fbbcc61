import { expect, test } from 'vitest'
import { createTestEngine, searchableCourse } from '#test/support/services/search-engine.ts'
import { chosen, loadModels, sureFrom } from './parameters.ts'
import { loadLexicon } from './words/lexicon.ts'

const { withMeaning: model } = loadModels()
const rising = Array.from({ length: 100 }, (_, at) => at / 100)

test('few of the background questions are above what is sure, within bounds', () => {
  expect(sureFrom(rising, model)).toBe(0.91)
  expect(
    sureFrom(
      rising.map((one) => one * 0.8),
      model,
    ),
  ).toBeCloseTo(0.728)
  // a catalogue that nothing comes near to does not make the search sure of less
  expect(
    sureFrom(
      rising.map(() => 0),
      model,
    ),
  ).toBe(model.thresholds.sure)
  expect(
    sureFrom(
      rising.map(() => 1),
      model,
    ),
  ).toBe(chosen.surest)
  expect(sureFrom([], model)).toBe(model.thresholds.sure)
})

test('a catalogue with the words of everyday questions makes the search surer, and searches go on meanwhile', async () => {
  const engine = await createTestEngine()
  const before = await engine.calibrate()
  const { background } = loadLexicon()
  background.slice(0, 60).forEach((title, at) => {
    engine.put(searchableCourse({ id: `everyday-${at}`, title }))
  })
  let searches = 0
  const after = await engine.calibrate(async () => {
    if (searches++ === 0) expect((await engine.search('website')).courses.length).toBeGreaterThan(0)
  })
  expect(after).toBeGreaterThan(before)
  expect(searches).toBe(background.length)
  const matches = async () => (await engine.search('website')).courses.map(({ match }) => match)
  const calibrated = await matches()
  engine.setSure(1)
  expect(await matches()).not.toContain('sure')
  engine.setSure(after)
  expect(await matches()).toEqual(calibrated)
})
