import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Transcriber } from '#ports/transcriber.ts'

/** Behaviour of the service for the next request. */
export type Behaviour =
  | { kind: 'recognises'; lines: readonly { start: number; end: number; text: string }[] }
  | { kind: 'refuses' | 'is down' | 'hangs' | 'talks nonsense' | 'never ends' | 'sends elsewhere' }

export type Subject = {
  transcriber: Transcriber
  behave(behaviour: Behaviour): void
  /** size in bytes of the last received sound, and its language */
  arrived(): { bytes: number; language: string | null }
  /** requests to another URL than the configured one */
  strays(): number
  close(): Promise<void>
}

const sound = new Uint8Array(5000).fill(7)

/** Conformance tests of the port `Transcriber`. `secret` must not appear in messages. */
export function transcriberConformance(name: string, open: () => Promise<Subject>, secret: string): void {
  describe(`${name} transcriber`, () => {
    let subject: Subject
    beforeAll(async () => {
      subject = await open()
    })
    afterAll(() => subject.close())
    const transcribe = (signal?: AbortSignal) =>
      subject.transcriber.transcribe(sound, { language: 'en-IN', ...(signal && { signal }) })

    test('sends the sound and returns the recognised lines, in order', async () => {
      subject.behave({
        kind: 'recognises',
        lines: [
          { start: 2.5, end: 4, text: ' second\n line ' },
          { start: 0, end: 2.5, text: 'नमस्ते <b>' },
          { start: 5, end: 4, text: 'backwards' },
          { start: 6, end: 7, text: '   ' },
          { start: -3, end: 1, text: 'before' },
        ],
      })
      expect(await transcribe()).toEqual([
        { start: 0, end: 2.5, text: 'नमस्ते <b>' },
        { start: 2.5, end: 4, text: 'second line' },
      ])
      expect(subject.arrived()).toEqual({ bytes: sound.length, language: 'en' })
    })

    test('returns nothing if nothing is said', async () => {
      subject.behave({ kind: 'recognises', lines: [] })
      expect(await transcribe()).toEqual([])
    })

    test.each([
      ['refuses', false],
      ['talks nonsense', false],
      ['never ends', false],
      ['is down', true],
      ['hangs', true],
      ['sends elsewhere', false],
    ] as const)('says so when the service %s', async (kind, passing) => {
      subject.behave({ kind })
      const failure = await transcribe().catch((error: unknown) => error)
      expect(failure).toMatchObject({ name: 'TranscriberFailure', passing })
      expect(String(failure)).not.toContain(secret)
      expect(subject.strays()).toBe(0)
    })

    test('stops when the call is aborted', async () => {
      subject.behave({ kind: 'hangs' })
      const control = new AbortController()
      const waiting = transcribe(control.signal)
      control.abort(new Error('gone'))
      await expect(waiting).rejects.toThrow('gone')
    })
  })
}
