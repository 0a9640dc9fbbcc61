import { runInNewContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { lostScriptsScript } from './lost-scripts.ts'

afterEach(() => void vi.useRealTimers())

test('a page whose script was lost waits while a proxy answers for the server, then loads again once', async () => {
  vi.useFakeTimers()
  class HTMLScriptElement {
    src = 'https://courses.example/assets/entry.js'
  }
  const listeners = new Map<string, (event: object) => void>()
  const answers = [new Error('away'), { ok: false }, { ok: true }]
  const reload = vi.fn()
  runInNewContext(lostScriptsScript, {
    HTMLScriptElement,
    HTMLLinkElement: class {},
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    document: { documentElement: { dataset: {} } },
    fetch: async () => {
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return answer
    },
    location: { origin: 'https://courses.example', reload },
    sessionStorage: { getItem: () => null, setItem: () => {} },
    setTimeout,
  })
  listeners.get('error')?.({ target: new HTMLScriptElement() })
  listeners.get('error')?.({ target: new HTMLScriptElement() })
  await vi.advanceTimersByTimeAsync(1600)
  expect(answers).toEqual([{ ok: true }])
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reload).toHaveBeenCalledTimes(1)
})
