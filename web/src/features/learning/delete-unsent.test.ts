import { expect, it, vi } from 'vitest'
import { deleteUnsent } from './delete-unsent.ts'
import { unsentPosition } from './resume-position.ts'

it('leaves nothing of an account in the browser but drafts of others, also not what its last page would still keep', () => {
  const stored: Record<string, unknown> = {}
  Object.defineProperties(stored, {
    getItem: { value: (key: string) => stored[key] ?? null },
    setItem: { value: (key: string, value: string) => Object.assign(stored, { [key]: value }) },
    removeItem: { value: (key: string) => delete stored[key] },
  })
  vi.stubGlobal('localStorage', stored)
  Object.assign(stored, { 'watched:u:l': '[]', 'course-players': '[]', 'draft:u:course:1': '{}', player: '{}' })
  Object.assign(stored, { 'draft:u2:course:1': '{}' })
  unsentPosition.keep('u', 'l', { seconds: 5, duration: null, at: 1 })
  expect(Object.keys(stored).sort()).toEqual([
    'course-players',
    'draft:u2:course:1',
    'draft:u:course:1',
    'player',
    'position:u:l',
    'watched:u:l',
  ])
  deleteUnsent('u')
  unsentPosition.keep('u', 'l', { seconds: 6, duration: null, at: 2 })
  expect(Object.keys(stored).sort()).toEqual(['draft:u2:course:1', 'player'])
})
