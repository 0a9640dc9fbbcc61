import type { Role, Viewer } from '@virtual-courses/contract'
import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { defaultSettings, session } from '#lib/session/session.ts'
import { toastOutlet } from '#ui/overlays/toast.ts'
import { saveHeart } from './save-heart.ts'
import { withPendingHearts } from './wishlist-button.tsx'

type Call = { request: string; reply: (failure?: 'offline' | number) => Promise<void> }

let accounts = 0
let calls: Call[] = []
const messages: string[] = []
beforeEach(() => toastOutlet.connect(({ message }) => messages.push(message)))
const macrotask = () => new Promise((resolve) => setImmediate(resolve))

/** A router as the browser has it: the root's action saves a heart, as in `root.tsx`. */
function heart(courseId = 'c1') {
  const action = async ({ request }: { request: Request }) => {
    const form = await request.formData()
    await saveHeart(courseId, form.get('wishlisted') === 'true', request.signal)
    return null
  }
  const router = createMemoryRouter([{ id: 'root', path: '/', action }])
  const isShown = () =>
    withPendingHearts(session.data()?.userData?.wishlist ?? [], [...router.state.fetchers.values()]).has(courseId)
  const press = () => {
    const formData = new FormData()
    formData.set('courseId', courseId)
    formData.set('wishlisted', String(!isShown()))
    const options = { formMethod: 'POST', formEncType: 'multipart/form-data', formData } as const
    void router.fetch(`wishlist ${courseId}`, 'root', '/', { ...options, defaultShouldRevalidate: false })
  }
  return { isShown, press }
}

beforeEach(() => {
  messages.length = 0
  calls = []
  vi.stubGlobal('document', { addEventListener: () => {} })
  vi.stubGlobal('BroadcastChannel', undefined)
  const { Request: NodeRequest } = globalThis
  // the router creates requests with paths; Node requires absolute addresses
  vi.stubGlobal(
    'Request',
    class extends NodeRequest {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, 'http://localhost') : input, init)
      }
    },
  )
  vi.stubGlobal('fetch', (path: string, { body, keepalive }: { body: string; keepalive: boolean }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const reply: Call['reply'] = async (failure) => {
      if (failure === 'offline') reject(new TypeError('Failed to fetch'))
      else if (failure === undefined) resolve(Response.json({ message: 'ok' }))
      else resolve(Response.json({ message: 'No', code: 'conflict', requestId: 'r' }, { status: failure }))
      await macrotask()
    }
    calls.push({ request: `${path} ${body} ${keepalive}`, reply })
    return promise
  })
  signIn('student')
})

function signIn(role: Role | null) {
  const user: Viewer | null = role && {
    _id: `user-${++accounts}`,
    name: 'Asha',
    email: 'a@example.com',
    role,
    description: '',
    photoUrl: '',
    enrolledCount: 0,
    latestCourseId: null,
    version: 'v',
  }
  const userData = { wishlist: ['c9'], notifications: null }
  session.remember({ user, userData, settings: defaultSettings, requestId: '' })
}

const called = () => calls.map(({ request }) => request.replace('/api/user/', '').split(' ')[0])
const latest = () => calls.at(-1) as Call // after a call was made
const add = 'addtowishlist'
const remove = 'removefromwishlist'

it.each<Role | null>(['educator', 'admin', null])(
  'shows a message to a %s and sends nothing: only students have a wishlist',
  async (role) => {
    signIn(role)
    const { isShown, press } = heart()
    press()
    await vi.waitFor(() => expect(messages).toContain('Only students can use wishlist'))
    await macrotask()
    expect(isShown()).toBe(false)
    expect(calls).toEqual([])
  },
)

it('shows it at once, sends it so that it outlives the page, and confirms it', async () => {
  const { isShown, press } = heart()
  press()
  expect(isShown()).toBe(true)
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.request).toBe('/api/user/addtowishlist {"courseId":"c1"} true')
  expect(messages).not.toContain('Added to wishlist')
  await latest().reply()
  expect(messages).toContain('Added to wishlist')
  expect(session.data()?.userData?.wishlist).toEqual(['c1', 'c9'])
  expect(isShown()).toBe(true)
})

it('returns to the saved state after an error, with its message', async () => {
  const { isShown, press } = heart('c9')
  press()
  expect(isShown()).toBe(false)
  await vi.waitFor(() => expect(called()).toEqual([remove]))
  await latest().reply(409)
  expect(isShown()).toBe(true)
  expect(messages).toContain('No')
  press()
  await vi.waitFor(() => expect(called()).toEqual([remove, remove]))
  await latest().reply()
  expect(isShown()).toBe(false)
})

it('sends one call at a time, and the last press decides', async () => {
  const { isShown, press } = heart()
  press()
  await vi.waitFor(() => expect(called()).toEqual([add]))
  press()
  await macrotask()
  expect(called()).toEqual([add])
  await latest().reply()
  await vi.waitFor(() => expect(called()).toEqual([add, remove]))
  await latest().reply()
  expect(isShown()).toBe(false)
  expect(session.data()?.userData?.wishlist).toEqual(['c9'])
})

it('skips presses that were replaced before their call was sent', async () => {
  const { isShown, press } = heart()
  press()
  await vi.waitFor(() => expect(called()).toEqual([add]))
  press()
  press()
  await macrotask()
  await latest().reply()
  expect(called()).toEqual([add])
  expect(isShown()).toBe(true)
  expect(messages).toContain('Added to wishlist')
})

it('sends the last press even when the call before failed: its reply may have been lost', async () => {
  const { isShown, press } = heart()
  press()
  await vi.waitFor(() => expect(called()).toEqual([add]))
  press()
  await macrotask()
  await latest().reply('offline')
  await vi.waitFor(() => expect(called()).toEqual([add, remove]))
  expect(messages).not.toContain('Wishlist update failed')
  await latest().reply()
  expect(isShown()).toBe(false)
})

it('returns to the state that the server saved last', async () => {
  const { isShown, press } = heart()
  press()
  await vi.waitFor(() => expect(called()).toEqual([add]))
  press()
  await macrotask()
  await latest().reply()
  await vi.waitFor(() => expect(called()).toEqual([add, remove]))
  await latest().reply('offline')
  expect(isShown()).toBe(true)
  expect(messages).toContain('Wishlist update failed')
})

it('ends the session of the page when the server rejects it', async () => {
  const { press } = heart()
  press()
  await vi.waitFor(() => expect(called()).toEqual([add]))
  await latest().reply(401)
  expect(session.data()?.user).toBeNull()
})

it('changes nothing for another account that signed in meanwhile', async () => {
  const { press } = heart()
  press()
  await vi.waitFor(() => expect(called()).toEqual([add]))
  const data = session.data()
  if (data?.user) session.setUser({ ...data.user, _id: 'someone-else' })
  await latest().reply()
  expect(session.data()?.userData).toBeNull()
})
