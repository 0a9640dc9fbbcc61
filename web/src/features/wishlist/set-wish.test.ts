import type { Role, User } from '@virtual-courses/contract'
import { beforeEach, expect, it, vi } from 'vitest'
import { session } from '#lib/session.ts'
import { defaultSettings } from '#lib/settings.ts'
import { toastStore } from '#ui/toast.ts'
import { setWish } from './set-wish.ts'
import { changedWish } from './wishes.ts'

const calls: string[] = []
const said = () => toastStore.read().at(-1)?.message

function signIn(role: Role | null) {
  const user: User | null = role && {
    _id: role,
    name: 'Asha',
    email: 'a@example.com',
    role,
    description: '',
    photoUrl: '',
    enrolledCourses: [],
  }
  session.remember({ user, own: null, settings: defaultSettings, requestId: '' })
}

beforeEach(() => {
  calls.length = 0
  vi.stubGlobal('document', {})
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('fetch', async (path: string, { body, keepalive }: { body: string; keepalive: boolean }) => {
    calls.push(`${path} ${body} ${keepalive}`)
    return Response.json({ message: 'ok' })
  })
})

it.each<Role | null>(['educator', 'admin', null])('says to a %s that only students wish, and calls nobody', (role) => {
  signIn(role)
  setWish('c1', true)
  expect(said()).toBe('Only students can use wishlist')
  expect(changedWish(role ?? undefined, 'c1')).toBeUndefined()
  expect(calls).toEqual([])
})

it('shows a wish of a student at once, and sends it so that it outlives the page', async () => {
  signIn('student')
  setWish('c1', true)
  expect(changedWish('student', 'c1')).toBe(true)
  await vi.waitFor(() => expect(said()).toBe('Added to wishlist'))
  expect(calls).toEqual(['/api/user/addtowishlist {"courseId":"c1"} true'])
  setWish('c1', false)
  await vi.waitFor(() => expect(said()).toBe('Removed from wishlist'))
  expect(calls[1]).toBe('/api/user/removefromwishlist {"courseId":"c1"} true')
  expect(changedWish('somebody else', 'c1')).toBeUndefined()
})

it('sends nothing for two presses before the first could be sent', async () => {
  signIn('student')
  setWish('c2', true)
  setWish('c2', false)
  // a third one is sent, once
  setWish('c3', true)
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]).toContain('"c3"')
  expect(changedWish('student', 'c2')).toBe(false)
})
