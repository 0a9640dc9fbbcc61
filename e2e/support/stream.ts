import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** the assistant's answer that is on its way */
    answer: {
      push(...pieces: string[]): void
      end(): void
      breakOff(): void
      /** the page has left it */
      left: boolean
      credentials: RequestCredentials | undefined
      asked: string[]
    }
  }
}

/** Lets a test write the assistant's stream, chunk by chunk: an answer of Playwright's own comes in one piece. */
export async function withStream(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const encoder = new TextEncoder()
    let way: ReadableStreamDefaultController<Uint8Array> | undefined
    window.answer = {
      push(...pieces) {
        for (const piece of pieces) way?.enqueue(encoder.encode(piece))
      },
      end: () => way?.close(),
      breakOff: () => way?.error(new TypeError('network error')),
      left: false,
      credentials: undefined,
      asked: [],
    }
    const send = window.fetch
    window.fetch = async (target, init) => {
      if (target !== '/api/ai/chat') return send(target, init)
      const { message } = JSON.parse(String(init?.body))
      Object.assign(window.answer, { left: false, credentials: init?.credentials })
      window.answer.asked.push(message)
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          way = controller
          init?.signal?.addEventListener('abort', () => {
            window.answer.left = true
            controller.error(init.signal?.reason)
          })
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    }
  })
}

/** Writes pieces as they are to the stream. */
export const push = (page: Page, ...pieces: string[]): Promise<void> =>
  page.evaluate((list) => window.answer.push(...list), pieces)
export const end = (page: Page): Promise<void> => page.evaluate(() => window.answer.end())
/** One event of the stream. */
export const eventOf = (value: object): string => `data: ${JSON.stringify(value)}\n\n`
