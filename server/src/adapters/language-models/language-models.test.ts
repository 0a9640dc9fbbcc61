import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { chooseLanguageModels } from '#app/choose-adapters.ts'
import { ModelFailure, type ModelPart, type ModelQuestion } from '#ports/language-model.ts'
import { type ModelServer, type ScriptedReply, startModelServer } from '#test/support/services/model-server.ts'

const key = 'sk-very-secret-key-of-nobody'
let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

const question = (changes: Partial<ModelQuestion> = {}): ModelQuestion => ({
  instructions: 'Be short.',
  message: 'Which course?',
  tools: [],
  maxOutputTokens: 300,
  maxSteps: 4,
  timeoutMs: 20_000,
  signal: new AbortController().signal,
  ...changes,
})

type Outcome = { text: string; parts: ModelPart[]; failure: string | null }

describe.each(['openai-compatible', 'google', 'anthropic'] as const)('%s', (provider) => {
  const ask = async (replies: ScriptedReply[], changes: Partial<ModelQuestion> = {}): Promise<Outcome> => {
    server.replies = replies
    const models = chooseLanguageModels({ AI_PROVIDER: 'none', AI_BASE_URL: server.urls[provider], AI_API_KEY: key })
    const model = await models.open({ provider, model: 'scripted-1' })
    const parts: ModelPart[] = []
    let failure: string | null = null
    try {
      for await (const part of model?.answer(question(changes)) ?? []) parts.push(part)
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error
      failure = error.message
    }
    return { text: parts.map((part) => (part.kind === 'text' ? part.text : '')).join(''), parts, failure }
  }

  test('streams text, counts tokens, and reports a complete answer', async () => {
    const { text, parts, failure } = await ask([{ say: ['Learn ', 'React ', '— नमस्ते'] }])
    expect([text, failure]).toEqual(['Learn React — नमस्ते', null])
    expect(parts.at(-1)).toEqual({ kind: 'end', reason: 'whole' })
    expect(parts).toContainEqual({ kind: 'usage', inputTokens: 11, outputTokens: 7 })
    const [request] = server.requests
    expect(request?.body).toContain('Be short.')
    expect(request?.body).toContain('300')
    expect(JSON.stringify(request?.headers)).toContain(key)
  })

  test('sends the turns of the conversation before the message', async () => {
    const turns = [
      { role: 'user', text: 'First question' },
      { role: 'assistant', text: 'First answer' },
    ] as const
    expect((await ask([{ say: ['Fine.'] }], { turns })).failure).toBeNull()
    const body = server.requests.at(-1)?.body ?? ''
    const places = ['First question', 'First answer', 'Which course?'].map((text) => body.indexOf(text))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
  })

  test('runs a tool and continues with its result', async () => {
    const inputs: unknown[] = []
    const tool = {
      name: 'search_courses',
      description: 'Finds courses',
      input: z.object({ query: z.string().max(50) }),
      run: async (input: unknown) => {
        inputs.push(input)
        return { courses: ['the-answer-of-the-tool'] }
      },
    }
    const call = { name: 'search_courses', input: { query: 'react' } }
    const { text, failure } = await ask([{ call }, { say: ['Done.'] }], { tools: [tool] })
    expect([text, failure, inputs]).toEqual(['Done.', null, [{ query: 'react' }]])
    expect(server.requests[1]?.body).toContain('the-answer-of-the-tool')
  })

  test('a tool never gets input that its schema refuses, and its errors are not exposed', async () => {
    let runs = 0
    const tool = {
      name: 'search_courses',
      description: 'Finds courses',
      input: z.object({ query: z.string().max(5) }),
      run: async () => {
        runs++
        throw new Error('password of the database')
      },
    }
    const bad = { name: 'search_courses', input: { query: 'much too long', sql: 'drop' } }
    await ask([{ call: bad }, { say: ['Sorry.'] }], { tools: [tool] })
    expect(runs).toBe(0)
    const good = { name: 'search_courses', input: { query: 'ok' } }
    const { text } = await ask([{ call: good }, { say: ['Sorry.'] }], { tools: [tool] })
    expect([runs, text]).toEqual([1, 'Sorry.'])
    expect(server.requests[1]?.body).not.toContain('password of the database')
  })

  test('stops after the allowed number of steps, and does not report that as an answer', async () => {
    const tool = { name: 'again', description: 'x', input: z.object({}), run: async () => ({}) }
    const { failure } = await ask([{ call: { name: 'again', input: {} } }], { tools: [tool], maxSteps: 4 })
    expect(server.requests).toHaveLength(4)
    expect(failure).toContain('without an answer')
  })

  test.each(['cut', 'drop', 'malformed', 'fault'] as const)('a stream with the end "%s" is a failure', async (end) => {
    const { text, failure } = await ask([{ say: ['Half of '], end }])
    expect(text).toBe('Half of ')
    expect(failure).toMatch(/broke off|could not be read/)
    expect(failure).not.toContain(key)
  })

  test('an answer that ran out of tokens is reported as such', async () => {
    const { parts } = await ask([{ say: ['Long'], end: 'length' }])
    expect(parts.at(-1)).toEqual({ kind: 'end', reason: 'length' })
  })

  test.each([401, 429, 500, 503])(
    'status %i fails at once, without a retry and without exposing the key',
    async (status) => {
      const { failure } = await ask([{ status }])
      expect(failure).toBe(`the provider answered ${status}`)
      expect(server.requests).toHaveLength(1)
    },
  )

  test('a provider that hangs times out', async () => {
    const { failure } = await ask([{ say: ['Wait'], end: 'hang' }], { timeoutMs: 400 })
    expect(failure).toBe('the provider took too long')
  })

  test('the request is aborted when the consumer stops reading', async () => {
    const before = server.abandoned()
    const reader = new AbortController()
    server.replies = [{ say: ['One '], end: 'hang' }]
    const models = chooseLanguageModels({ AI_PROVIDER: 'none', AI_BASE_URL: server.urls[provider], AI_API_KEY: key })
    const model = await models.open({ provider, model: 'scripted-1' })
    const reading = (async () => {
      for await (const part of model?.answer(question({ signal: reader.signal })) ?? [])
        if (part.kind === 'text') reader.abort()
    })()
    await expect(reading).rejects.toThrow('no one reads')
    await expect.poll(() => server.abandoned()).toBe(before + 1)
  })
})

describe('a missing setting is reported in a sentence', () => {
  const open = (config: object, provider: 'openai-compatible' | 'google', model = 'm') =>
    chooseLanguageModels({ AI_PROVIDER: 'none', AI_BASE_URL: undefined, AI_API_KEY: undefined, ...config }).open({
      provider,
      model,
    })
  test.each([
    [() => open({}, 'openai-compatible'), 'AI_BASE_URL'],
    [() => open({}, 'google'), 'AI_API_KEY'],
    [() => open({ AI_API_KEY: key }, 'google', ''), 'AI_MODEL'],
    [() => open({ AI_PROVIDER: 'anthropic', AI_API_KEY: key }, 'google'), 'AI_PROVIDER=google'],
  ])('%#', async (opening, name) => {
    await expect(opening()).rejects.toThrow(name)
  })
  test('an unreachable server is a failure, not a crash', async () => {
    const model = await open({ AI_BASE_URL: 'http://127.0.0.1:9' }, 'openai-compatible')
    const reading = (async () => {
      for await (const _ of model?.answer(question()) ?? []);
    })()
    await expect(reading).rejects.toThrow('could not be reached')
  })
})
