import { Agent, request } from 'node:http'
import { type Attack, countResponse, keepBusy, pause, randomWords, type Target } from '../lib/attack.ts'
import { json } from '../lib/call.ts'

const connections = 50

const pages = (name: string, what: string, path: (count: number) => string): Attack => ({
  name,
  what,
  arm: async (target) => async (signal) => {
    const agent = new Agent({ keepAlive: true, maxSockets: connections })
    let count = 0
    const headers = { accept: 'text/html' }
    await keepBusy(connections, signal, () => target.send({ path: path(++count), headers, agent, signal }))
    agent.destroy()
  },
})

export const homePage = pages('pages', '50 connections ask for the home page as fast as they are answered', () => '/')
export const manyQueries = pages(
  'page-queries',
  'the same, each time with another query string',
  (count) => `/?q=${count}-${Math.random()}`,
)
export const missingPages = pages(
  'missing-pages',
  'the same with pages that do not exist',
  (count) => `/nothing/${count}`,
)

/** Fifty words, in as many characters as a search may have. */
const nonsense = (): string => randomWords(50).slice(0, 300)

/** Sends a request and leaves before its answer; one that was answered before that is counted. */
function abandon(target: Target, path: string, value: unknown, signal: AbortSignal): Promise<void> {
  const { headers = {}, body = '' } = json(path, value)
  return new Promise((resolve) => {
    const sent = request(target.origin + path, {
      method: 'POST',
      localAddress: target.from,
      agent: false,
      headers: { ...headers, origin: target.origin, 'content-length': String(Buffer.byteLength(body)) },
    })
    sent.on('response', countResponse(target))
    sent.on('error', () => undefined)
    sent.on('close', resolve)
    sent.end(body)
    void pause(100, signal).then(() => {
      if (!sent.destroyed) target.count('abandoned')
      sent.destroy()
    })
  })
}

export const abandonedSearches: Attack = {
  name: 'searches',
  what: '120 searches of fifty random words at a time, each left after 0.1 s',
  arm: async (target) => (signal) =>
    keepBusy(120, signal, () => abandon(target, '/api/ai/search', { input: nonsense() }, signal)),
}

export const abandonedChats: Attack = {
  name: 'chats',
  what: '120 messages of a thousand random letters to the assistant at a time, each left after 0.1 s',
  arm: async (target) => (signal) =>
    keepBusy(120, signal, () => abandon(target, '/api/ai/chat', { message: randomWords(160).slice(0, 1000) }, signal)),
}

/** Combining marks of several classes: sorting them, as Unicode's normal forms ask for, takes the square of their number. */
const marks = `a${'\u0301\u0323\u0345\u05b0'.repeat(24_000)}`

export const markRuns: Attack = {
  name: 'mark-runs',
  what: '2 messages at a time to the assistant of one letter and 96,000 combining marks',
  arm: async (target) => (signal) =>
    keepBusy(2, signal, () => target.send({ ...json('/api/ai/chat', { message: marks }), signal })),
}
