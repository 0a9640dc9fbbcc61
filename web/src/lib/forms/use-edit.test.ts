import { expect, it } from 'vitest'
import { compareEdits } from './use-edit.ts'
import { changesOf } from './use-form.ts'

const base = { title: 'Knots', level: 'Beginner', isPublished: false }

it('asks about what both sides changed, and takes what the other one changed alone', () => {
  const mine = { ...base, title: 'My knots' }
  const theirs = { title: 'Their knots', level: 'Advanced', isPublished: true }
  expect(compareEdits(base, mine, theirs)).toEqual({ asked: ['title'], taken: ['level', 'isPublished'] })
})

it('asks nothing where both sides changed a field to the same value, or only this one changed it', () => {
  const mine = { ...base, title: 'Bends', level: 'Advanced' }
  expect(compareEdits(base, mine, { ...base, title: 'Bends' })).toEqual({ asked: [], taken: [] })
})

it('sends the fields that differ from what was read', () => {
  expect(changesOf(base, { ...base, isPublished: true })).toEqual({ isPublished: true })
  expect(changesOf(base, { ...base })).toEqual({})
})
