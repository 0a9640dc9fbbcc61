import { expect, test } from 'vitest'
import { startTranscriptionServer } from '#test/support/services/transcription-server.ts'
import { transcriberConformance } from './conformance.ts'
import { openaiCompatibleTranscriber } from './openai-compatible.ts'

const apiKey = 'sk-not-for-the-log-1234'

transcriberConformance(
  'OpenAI-compatible',
  async () => {
    const server = await startTranscriptionServer(apiKey)
    return {
      transcriber: openaiCompatibleTranscriber({
        baseUrl: `${server.url}/`,
        model: 'whisper-1',
        apiKey,
        limitMs: 1500,
      }),
      behave: (behaviour) => server.behaviours.splice(0, Infinity, behaviour),
      arrived: () => {
        const { bytes = 0, fields } = server.requests.at(-1) ?? {}
        return { bytes, language: fields?.language ?? null }
      },
      strays: server.strays,
      close: server.close,
    }
  },
  apiKey,
)

test('requests timestamps, with its key', async () => {
  const server = await startTranscriptionServer(apiKey)
  const transcriber = openaiCompatibleTranscriber({ baseUrl: server.url, model: 'whisper-1', apiKey })
  await transcriber.transcribe(new Uint8Array(10), { language: 'hi' })
  expect(server.requests).toEqual([
    {
      key: `Bearer ${apiKey}`,
      bytes: 10,
      fields: {
        model: 'whisper-1',
        language: 'hi',
        response_format: 'verbose_json',
        'timestamp_granularities[]': 'segment',
      },
    },
  ])
  await server.close()
})

test('drops text that was recognised in noise', async () => {
  const server = await startTranscriptionServer(apiKey)
  const noise = { start: 0, end: 1, text: 'Thanks for watching!', no_speech_prob: 0.9, avg_logprob: -1.5 }
  const unsure = { ...noise, start: 1, end: 2, text: 'Welcome', avg_logprob: -0.2 }
  server.behaviours.splice(0, 1, { kind: 'recognises', lines: [noise, unsure] })
  const transcriber = openaiCompatibleTranscriber({ baseUrl: server.url, model: 'whisper-1', apiKey })
  expect(await transcriber.transcribe(new Uint8Array(10), { language: 'en' })).toEqual([
    { start: 1, end: 2, text: 'Welcome' },
  ])
  await server.close()
})
