import { api, type ChatTurn } from '@virtual-courses/contract'
import { expect } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits } from '#core/limits/rate-limits.ts'
import type { ChatEvent } from '../../src/features/assistant/answer-message.ts'
import type { TestApp } from './create-test-app.ts'

/** The whole answer to a message, in a minute in which no one has asked before; an error event fails the test. */
export async function askAssistant(app: TestApp, message: string, history?: readonly ChatTurn[]): Promise<string> {
  Object.assign(app.deps.limits, createLimits(memoryStore()))
  const { method, path: url } = api.ai.chat
  const answer = await app.server.inject({ method, url, payload: { message, ...(history && { history }) } })
  expect(answer.statusCode).toBe(200)
  const events: ChatEvent[] = answer.body
    .split('\n\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line.slice('data: '.length)))
  return events.map((event) => ('reply' in event ? event.reply : expect.fail(event.error))).join('')
}
