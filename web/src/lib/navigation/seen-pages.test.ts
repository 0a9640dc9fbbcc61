import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'

const user = { current: 'aarav' as string | null }
vi.mock('../session/session.ts', () => ({
  session: { data: () => ({ user: user.current === null ? null : { _id: user.current } }) },
}))

/** The page with a window of which only the address matters, as after "Back". */
async function load() {
  const window = Object.assign(new EventTarget(), { location: { pathname: '/', search: '' } })
  vi.stubGlobal('window', window)
  vi.resetModules()
  const { seenPages } = await import('./seen-pages.ts')
  const back = (pathname: string, search = '') => {
    window.location = { pathname, search }
    window.dispatchEvent(new Event('popstate'))
  }
  return { seenPages, back }
}

beforeEach(() => {
  user.current = 'aarav'
})
afterEach(() => vi.unstubAllGlobals())
// files share a process: the next one would get our session
afterAll(() => void vi.resetModules())

it('shows a page that is gone back to, once, and has it read again', async () => {
  const { seenPages, back } = await load()
  seenPages.note('/browse?at=x', ['a'])
  expect(seenPages.recall('/browse?at=x')).toBeUndefined()
  back('/browse', '?at=x')
  expect(seenPages.recall('/browse')).toBeUndefined()
  expect(seenPages.recall('/browse?at=x')).toEqual(['a'])
  expect(seenPages.recall('/browse?at=x')).toBeUndefined()
  expect([seenPages.arrive(), seenPages.arrive()]).toEqual([true, false])
})

it('loads a page that is pressed, also after going back to another one', async () => {
  const { seenPages, back } = await load()
  seenPages.note('/a', 1)
  back('/a')
  expect(seenPages.arrive()).toBe(false)
  expect(seenPages.recall('/a')).toBeUndefined()
})

it('shows nothing of another account, and nothing after a change', async () => {
  const { seenPages, back } = await load()
  seenPages.note('/profile', 'of Aarav')
  for (const other of ['meera', null]) {
    user.current = other
    back('/profile')
    expect(seenPages.recall('/profile')).toBeUndefined()
  }
  user.current = 'aarav'
  seenPages.clear()
  back('/profile')
  expect(seenPages.recall('/profile')).toBeUndefined()
})

it('keeps twenty pages', async () => {
  const { seenPages, back } = await load()
  for (let page = 0; page < 25; page++) seenPages.note(`/${page}`, page)
  back('/4')
  expect(seenPages.recall('/4')).toBeUndefined()
  back('/5')
  expect(seenPages.recall('/5')).toBe(5)
})
