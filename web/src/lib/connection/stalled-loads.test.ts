import { ApiError } from '@virtual-courses/contract'
import { expect, it, vi } from 'vitest'
import { loadRouteModule, lostCode, retryStalled, stalledLoads, whenReachable } from './stalled-loads.ts'

const live = () => new AbortController().signal
const problem = (status: number, code: ApiError['code']) => new ApiError(status, code, 'a sentence')

it('waits while the server is away, and goes on when it is tried again', async () => {
  const answers = [problem(0, 'network'), problem(503, 'unavailable'), 'the page']
  const read = vi.fn(async () => {
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  })
  const loaded = whenReachable(live(), read)
  for (const tries of [1, 2]) {
    await vi.waitFor(() => expect(stalledLoads.read().size).toBe(1))
    expect(read).toHaveBeenCalledTimes(tries)
    retryStalled()
  }
  expect(await loaded).toBe('the page')
  expect(stalledLoads.read().size).toBe(0)
})

it('does not wait for what another try does not change', async () => {
  for (const error of [problem(404, 'not_found'), problem(500, 'internal'), new TypeError('a mistake of ours')])
    await expect(whenReachable(live(), () => Promise.reject(error))).rejects.toBe(error)
})

it('ends with the navigation that it belongs to', async () => {
  const navigation = new AbortController()
  const loaded = whenReachable(navigation.signal, () => Promise.reject(problem(0, 'network')))
  await vi.waitFor(() => expect(stalledLoads.read().size).toBe(1))
  navigation.abort()
  await expect(loaded).rejects.toThrow('aborted')
  expect(stalledLoads.read().size).toBe(0)
})

it('loads the code of a page once, at a second try, and it is lost only where the server answers without it', async () => {
  const reachable = vi
    .spyOn(globalThis, 'fetch')
    .mockRejectedValueOnce(new TypeError('down'))
    .mockResolvedValueOnce(new Response(null, { status: 502 }))
    .mockResolvedValue(new Response(null, { status: 404 }))
  const route = { id: 'course', module: `data:text/javascript,throw new Error('absent')//` }
  const ended = vi.fn()
  // files share a process
  lostCode.write(false)
  // the router has no way to go on with an error: the next page comes as a document
  loadRouteModule(route, {}).then(ended, ended)
  for (let tries = 0; tries < 3; tries++) {
    await vi.waitFor(() => expect(stalledLoads.read().size).toBe(1))
    expect(lostCode.read()).toBe(false)
    retryStalled()
  }
  await vi.waitFor(() => expect(lostCode.read()).toBe(true))
  expect(reachable).toHaveBeenCalledTimes(4)
  expect(ended).not.toHaveBeenCalled()
  lostCode.write(false)

  const known = {}
  const there = { id: 'home', module: 'data:text/javascript,export default 1//' }
  expect(await loadRouteModule(there, known)).toHaveProperty('default', 1)
  expect(known).toHaveProperty('home')
  reachable.mockRestore()
})

it('tries the code of a page again when the line came back between a try and the question whether it is there', async () => {
  const line = { isBack: false }
  Object.assign(globalThis, { line })
  const reachable = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    line.isBack = true
    return new Response()
  })
  const known = {}
  const code = 'if (!globalThis.line.isBack) throw new Error("no line"); export default 2'
  const loaded = loadRouteModule({ id: 'course', module: `data:text/javascript,${encodeURIComponent(code)}//` }, known)
  await vi.waitFor(() => expect(stalledLoads.read().size).toBe(1))
  retryStalled()
  expect(await loaded).toHaveProperty('default', 2)
  expect(reachable).toHaveBeenCalledTimes(1)
  Reflect.deleteProperty(globalThis, 'line')
  reachable.mockRestore()
})
