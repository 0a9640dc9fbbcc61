import type { Viewer } from '@virtual-courses/contract'
import { expect, it } from 'vitest'
import { profileDraftOf, profileErrors } from './edit-profile-form.tsx'

const user: Viewer = {
  _id: 'u1',
  name: 'Asha\nRao',
  email: 'asha@example.com',
  role: 'student',
  description: 'One\r\nTwo',
  photoUrl: '',
  enrolledCount: 0,
  latestCourseId: null,
  version: 'v',
}

it('normalises texts as browsers do, so that nothing looks edited', () => {
  expect(profileDraftOf(user)).toEqual({ name: 'Asha Rao', description: 'One\nTwo', showEmail: false })
})

it('rejects what the server would reject', () => {
  expect(profileErrors({ name: ' ', description: '' })).toMatchObject({ name: { message: 'Name is required' } })
  expect(profileErrors({ name: 'Asha', description: 'x'.repeat(2000) })).toEqual({})
  expect(profileErrors({ name: 'Asha', description: 'x'.repeat(2001) })).toMatchObject({
    description: { message: 'Please use at most {most} characters', values: { most: '2,000' } },
  })
})
