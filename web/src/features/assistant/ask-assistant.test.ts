import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEvents, type StreamEvent } from './ask-assistant.ts'

const encoder = new TextEncoder()

/** A stream of these bytes, cut where the numbers say. */
function streamOf(text: string, cuts: readonly number[]): ReadableStream<Uint8Array> {
  const bytes = encoder.encode(text)
  const cutAt = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b)
  return new ReadableStream({
    start(controller) {
      let at = 0
      for (const next of [...cutAt, bytes.length]) {
        controller.enqueue(bytes.slice(at, next))
        at = next
      }
      controller.close()
    },
  })
}

async function collect(stream: ReadableStream<Uint8Array>): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  for await (const event of readEvents(stream)) events.push(event)
  return events
}

describe('the stream of the assistant', () => {
  const event = fc.oneof(
    fc.record({ reply: fc.string({ unit: 'binary' }) }),
    fc.record({ error: fc.string({ unit: 'binary', minLength: 1 }) }),
  )

  it('reads the same events wherever the bytes are cut, with LF and CRLF, with and without a last line end', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(event),
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom('', '\n'),
        fc.boolean(),
        fc.array(fc.nat()),
        async (events, end, gap, ended, cuts) => {
          const lines = events.map((one) => `data: ${JSON.stringify(one)}`)
          const text = lines.join(gap ? end + end : end) + (ended ? end : '')
          expect(await collect(streamOf(text, cuts))).toEqual(JSON.parse(JSON.stringify(events)))
        },
      ),
      { numRuns: 300 },
    ))

  it('continues after an event that cannot be read', async () =>
    expect(await collect(streamOf('data: {"reply":"a"}\n\ndata: {"repl\n\ndata: {"reply":"b"}', [5, 25]))).toEqual([
      { reply: 'a' },
      { unreadable: true },
      { reply: 'b' },
    ]))

  it.each([
    ['data:{"reply":"x"}', { reply: 'x' }],
    ['data:   {"reply":"x"}  ', { reply: 'x' }],
    ['data: {"reply":"x","error":"no"}', { error: 'no' }],
    ['data: {"reply":5}', { unreadable: true }],
    ['data: null', { unreadable: true }],
    ['data: [', { unreadable: true }],
    ['data: {"later":true}', null],
    ['data:', null],
    ['', null],
    [': still there', null],
    ['event: message', null],
    ['id: 7', null],
    [`${'\uFEFF'}data: {"reply":"x"}`, { reply: 'x' }],
    ['data: {"reply":"x"}\r\r', { reply: 'x' }],
  ])('%j', async (text, expected) => expect(await collect(streamOf(text, []))).toEqual(expected ? [expected] : []))

  it('cancels the stream when its reader stops', async () => {
    let cancelled = false
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(encoder.encode('data: {"reply":"x"}\n\n')),
      cancel: () => {
        cancelled = true
      },
    })
    for await (const event of readEvents(endless)) if ('reply' in event) break
    expect(cancelled).toBe(true)
  })

  it('rejects when the stream breaks off', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new TypeError('network error')),
    })
    await expect(collect(broken)).rejects.toThrow('network error')
  })
})
