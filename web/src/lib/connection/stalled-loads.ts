import { ApiError } from '@virtual-courses/contract'
import { createStore } from '../create-store.ts'

/** Parts of pages that could not be loaded and wait for `retryStalled`: functions that try again. Never filled on the server. */
export const stalledLoads = createStore<ReadonlySet<() => void>>(new Set())

/** Loads what waits once more. What fails again waits again. */
export function retryStalled(): void {
  const waiting = stalledLoads.read()
  if (waiting.size === 0) return
  stalledLoads.write(new Set())
  for (const retry of waiting) retry()
}

/** Resolves at the next `retryStalled`; rejects when the navigation is given up. */
function untilRetried(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      stalledLoads.write(new Set([...stalledLoads.read()].filter((one) => one !== resolve)))
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
    stalledLoads.write(new Set([...stalledLoads.read(), resolve]))
  })
}

/** Answers that say "later". */
const later = [429, 502, 503, 504]

const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'network' || later.includes(error.status))

/**
 * Reads a page's data. Where the connection or the server is away, the promise waits instead of rejecting: the page that is shown
 * stays, with what was typed in it, and a notice offers to try again. Throws every other error, and when `signal` aborts.
 */
export async function whenReachable<Data>(signal: AbortSignal, read: () => Promise<Data>): Promise<Data> {
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
      await untilRetried(signal)
    }
  }
}

/** Whether the server answers: code of an older release is no longer there. */
export const isReachable = (address: string): Promise<boolean> =>
  fetch(address, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => !later.includes(status),
    () => false,
  )

/**
 * Whether this document cannot have some of its code any more: the server has another release, or the browser keeps a failure for the
 * life of the document, as Firefox does for each file. Pages from here on come as documents of their own. Never written on the server.
 */
export const lostCode = createStore(false)

/** An address that no failed `import()` has used. What the file itself imports may still be kept as a failure. */
const freshAddress = (address: string, attempt: number): string =>
  attempt === 0 ? address : `${address}?retry=${attempt}`

/**
 * Loads a part of a page's code. While the connection or the server is away, the promise waits. Where an attempt fails while the server
 * answers at `address` before and after it, the code is lost, and the promise has no end: the router cannot end a navigation without it.
 */
export async function loadCode<Part>(address: string, load: (attempt: number) => Promise<Part>): Promise<Part> {
  let answered = false
  for (let attempt = 0; ; attempt++) {
    try {
      return await load(attempt)
    } catch {
      const answers = attempt > 0 && (await isReachable(address))
      if (answered && answers) {
        lostCode.write(true)
        return new Promise(() => {})
      }
      answered = answers
      if (!answers) await untilRetried()
    }
  }
}

/** Milliseconds before a part that is loaded on use is asked for again: a phone that changes networks loses what is on its way. */
const pauses = [300, 1500]

/**
 * Loads a part that is loaded on use. Tries again soon, unless the browser knows that it is offline; then it rejects, and what asked says so.
 * What fails although the server answers is lost: the next page has it again.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const pause of pauses) {
    try {
      return await load()
    } catch (error) {
      if (navigator.onLine === false) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return load().catch(async (error: unknown) => {
    if (await isReachable(import.meta.url)) lostCode.write(true)
    throw error
  })
}

type RouteModules = Record<string, unknown>

/**
 * Replaces the function of this name of React Router, which reloads the document when the code of a page cannot be loaded: offline that
 * shows the browser's error page, even after a prefetch. Here the promise waits, and has no end where the library's has none.
 */
export const loadRouteModule = (route: { id: string; module: string }, known: RouteModules): Promise<unknown> =>
  loadCode(route.module, async (attempt) => {
    known[route.id] ??= await import(/* @vite-ignore */ freshAddress(route.module, attempt))
    return known[route.id]
  })
