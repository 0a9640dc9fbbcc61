import { criterionLevels } from '@virtual-courses/contract'
import { expect, test } from 'vitest'
import { addCriterion, addLevel, draftOf, draftPoints, rubricOf } from './rubric-draft.ts'

const begun = addCriterion([], ['Not yet', 'Done'])

test('a rubric goes into the form and comes back as it was', () => {
  const rubric = rubricOf(begun)
  expect(rubric?.[0]?.levels.map(({ points }) => points)).toEqual([0, 5])
  expect(draftOf(rubric ?? [])).toEqual(begun)
})

test('points that are no whole numbers make no rubric', () => {
  for (const points of ['', '1.5', '-1', 'five', '1e3', '99999']) {
    const [first] = begun
    const draft = first ? [{ ...first, levels: first.levels.map((level) => ({ ...level, points })) }] : []
    expect(rubricOf(draft)).toBeNull()
    expect(draftPoints(draft)).toBe(0)
  }
})

test('new parts get ids that are free, after others were removed too', () => {
  const three = addCriterion(addCriterion(begun, ['a', 'b']), ['a', 'b'])
  expect(three.map(({ id }) => id)).toEqual(['c1', 'c2', 'c3'])
  expect(addCriterion(three.slice(1), ['a', 'b']).map(({ id }) => id)).toEqual(['c2', 'c3', 'c4'])
  let [criterion] = begun
  for (let count = 0; criterion && count < 9; count++) criterion = addLevel(criterion)
  expect(criterion?.levels).toHaveLength(criterionLevels.most)
  expect(new Set(criterion?.levels.map(({ id }) => id)).size).toBe(criterionLevels.most)
  expect(draftPoints(begun)).toBe(5)
})
