import type { Role, Viewer } from '@virtual-courses/contract'
import { expect, it } from 'vitest'
import { defaultSettings } from '#lib/session/session.ts'
import { type Allowed, guarded } from './guards.ts'
import type { Reading } from './loaders.ts'

const user = (role: Role): Viewer => ({
  _id: 'u1',
  name: 'Asha',
  email: 'a@example.com',
  role,
  description: '',
  photoUrl: '',
  enrolledCount: 0,
  latestCourseId: null,
  version: 'v',
})

/** Returns "in", or the target of the redirect. */
async function visit(allowed: Allowed, viewer: Viewer | null, address = '/viewcourse/c1?a=b'): Promise<string> {
  const load = guarded(allowed, async () => 'in')
  const api = () => Promise.reject(new Error('The guard itself calls nothing'))
  const reading: Reading = {
    api,
    viewer,
    settings: defaultSettings,
    params: {},
    url: new URL(address, 'http://localhost'),
  }
  try {
    return await load(reading)
  } catch (answer) {
    if (!(answer instanceof Response)) throw answer
    return `${answer.status} ${answer.headers.get('location')}`
  }
}

it.each<Allowed>(['signedIn', 'student', 'educator', 'admin'])(
  'sends visitors of a page for %s to sign up and back',
  async (allowed) => {
    expect(await visit(allowed, null)).toBe('302 /signup?next=%2Fviewcourse%2Fc1%3Fa%3Db')
  },
)

it.each<Role>(['student', 'educator', 'admin'])('lets a %s see pages for all signed-in users', async (role) => {
  expect(await visit('signedIn', user(role))).toBe('in')
})

it('redirects other roles to /signup without a way back to the page', async () => {
  const roles = ['student', 'educator', 'admin'] as const
  for (const allowed of roles)
    for (const role of roles) expect(await visit(allowed, user(role))).toBe(allowed === role ? 'in' : '302 /signup')
})
