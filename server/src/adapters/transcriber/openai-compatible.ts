import http from 'node:http'
import https from 'node:https'
import { z } from 'zod'
import { type SpokenLine, type Transcriber, TranscriberFailure } from '#ports/transcriber.ts'

/** Timeout. Ten minutes of speech are recognised in a fraction of it, even without a graphics card. */
const defaultLimitMs = 8 * 60_000
/** Maximum size of a reply. Ten minutes of fast speech, with all details about each word, take a tenth of it. */
const maxAnswerBytes = 4 * 1024 ** 2
const maxLines = 5000
const maxLineLength = 1000

const Answer = z.object({
  segments: z
    .array(
      z.object({
        start: z.number(),
        end: z.number(),
        text: z.string(),
        no_speech_prob: z.number().optional().catch(undefined),
        avg_logprob: z.number().optional().catch(undefined),
      }),
    )
    .max(maxLines),
})

/** Whisper recognises words in noise; OpenAI's own program drops them by the same criteria. */
const isNoise = ({
  no_speech_prob: noSpeech = 0,
  avg_logprob: sure = 0,
}: {
  no_speech_prob?: number | undefined
  avg_logprob?: number | undefined
}) => noSpeech > 0.6 && sure < -1

type Options = {
  /** base URL, such as https://api.openai.com/v1 */
  baseUrl: string
  model: string
  apiKey?: string | undefined
  limitMs?: number
}

/** A transcriber of any server with OpenAI's transcription API: OpenAI's own, and those that run a Whisper model locally. */
export function openaiCompatibleTranscriber({
  baseUrl,
  model,
  apiKey,
  limitMs = defaultLimitMs,
}: Options): Transcriber {
  const address = `${baseUrl.replace(/\/+$/, '')}/audio/transcriptions`
  return {
    host: new URL(address).host,
    async transcribe(audio, { language, signal }) {
      const form = new FormData()
      form.set('file', new Blob([audio], { type: 'audio/mpeg' }), 'part.mp3')
      form.set('model', model)
      form.set('language', language.split('-')[0] ?? language)
      form.set('response_format', 'verbose_json')
      form.append('timestamp_granularities[]', 'segment')
      const timeout = AbortSignal.timeout(limitMs)
      const either = signal ? AbortSignal.any([signal, timeout]) : timeout
      try {
        const { status, text } = await post(address, form, apiKey, either)
        if (status !== 200) {
          const passing = status >= 500 || status === 429 || status === 408
          throw new TranscriberFailure(`the server answered ${status}`, passing)
        }
        return linesOf(text)
      } catch (error) {
        signal?.throwIfAborted()
        if (error instanceof TranscriberFailure) throw error
        if (timeout.aborted) throw new TranscriberFailure('the server took too long', true)
        const { code } = error as NodeJS.ErrnoException // errors of a connection
        throw new TranscriberFailure(`the server was not reached (${code ?? 'unknown'})`, true)
      }
    },
  }
}

/**
 * Sends a form and returns the reply, whose size is limited. Does not use `fetch`, because its abort in the middle of a reply causes an
 * unhandled rejection. Redirects are not followed: key and sound are only for this host.
 */
async function post(
  address: string,
  form: FormData,
  apiKey: string | undefined,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const headers = {
    'content-type': encoded.headers.get('content-type') ?? '',
    'content-length': body.length,
    ...(apiKey && { authorization: `Bearer ${apiKey}` }),
  }
  const send = address.startsWith('https:') ? https.request : http.request
  return new Promise((resolve, reject) => {
    const request = send(address, { method: 'POST', headers, signal }, (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maxAnswerBytes)
          request.destroy(new TranscriberFailure('the answer of the server is too long', false))
        else chunks.push(chunk)
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      )
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

function linesOf(text: string): SpokenLine[] {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw new TranscriberFailure('the answer of the server is no JSON', false)
  }
  const read = Answer.safeParse(answer)
  if (!read.success)
    throw new TranscriberFailure('the answer of the server has no times: it needs a model with verbose_json', false)
  return read.data.segments
    .filter((segment) => !isNoise(segment))
    .map(({ start, end, text: said }) => ({
      start,
      end,
      text: said.replaceAll(/\s+/g, ' ').trim().slice(0, maxLineLength),
    }))
    .filter(({ start, end, text: said }) => start >= 0 && end > start && said !== '')
    .toSorted((a, b) => a.start - b.start)
}
