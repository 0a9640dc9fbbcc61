import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type Call, call } from './call.ts'

/** What became of an attacker's requests: by status class, and what else an attack counts. */
export type Tally = Record<string, number>

/** The server as the attacker sees it, and the attacker's position. */
export type Target = {
  origin: string
  /** the one address that the attacker has */
  from: string
  tally: Tally
  /** Sends a request and counts what came back; null when the connection broke or `signal` ended it. */
  send: (options: Call) => Promise<Answer | null>
  count: (what: string, by?: number) => void
}

/** Runs until the signal; must leave nothing open. */
export type Run = (signal: AbortSignal) => Promise<void>

export type Attack = {
  name: string
  /** one line for the table of the page */
  what: string
  /** Gets everything ready (accounts, files), from the attacker's own address; not measured. */
  arm: (target: Target) => Promise<Run>
}

/** As many requests may one attack send in one round, however fast the server rejects them. */
const maxRequests = 300_000

const statusClass = (status: number): string => {
  if (status === 429 || status === 503) return String(status)
  return status < 400 ? 'accepted' : status < 500 ? '4xx' : '5xx'
}

export const countStatus = (target: Target, status: number | undefined): void => target.count(statusClass(status ?? 0))

/** Counts the response to a request that is written by hand, and reads it to its end. */
export const countResponse =
  (target: Target) =>
  (response: IncomingMessage): void => {
    countStatus(target, response.statusCode)
    response.on('error', () => undefined)
    response.resume()
  }

export function openTarget(origin: string, from: string): Target {
  const tally: Tally = {}
  const count = (what: string, by = 1) => {
    tally[what] = (tally[what] ?? 0) + by
  }
  const target: Target = {
    origin,
    from,
    tally,
    count,
    async send(options) {
      try {
        const answer = await call(origin, from, { timeoutMs: 30_000, ...options })
        countStatus(target, answer.status)
        return answer
      } catch {
        if (!options.signal?.aborted) count('broken')
        return null
      }
    },
  }
  return target
}

/** Keeps `lanes` pieces of work going until the signal. A piece that fails at once is tried again a moment later. */
export async function keepBusy(
  lanes: number,
  signal: AbortSignal,
  work: (lane: number) => Promise<unknown>,
): Promise<void> {
  let left = maxRequests
  const lane = async (number: number) => {
    while (!signal.aborted && left-- > 0) {
      const begun = performance.now()
      await work(number)
      if (performance.now() - begun < 1) await sleep(1)
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)))
}

/** Resolves at the signal, or after `ms`. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined)

/** `count` words of letters that no dictionary has. */
export const randomWords = (count: number, length = 5): string =>
  Array.from({ length: count }, () =>
    Array.from({ length }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join(''),
  ).join(' ')
