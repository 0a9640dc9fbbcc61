import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** what the injected recogniser is to do next, and what the page has said and played */
    ears: {
      hear(text: string, whole?: boolean): void
      fail(code: string): void
      listening: boolean
      said: string[]
      notes: number
    }
  }
}

/** Puts ears in the place of the browser's speech recognition, and writes down what the page says and plays. */
export async function withEars(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Hearing = { onresult?: (event: unknown) => void; onerror?: (event: unknown) => void; onend?: () => void }
    let now: Hearing | null = null
    class Recognition implements Hearing {
      start() {
        now = this as Hearing
        window.ears.listening = true
      }
      end() {
        if (now !== (this as Hearing)) return
        now = null
        window.ears.listening = false
        ;(this as Hearing).onend?.()
      }
      stop() {
        this.end()
      }
      abort() {
        ;(this as Hearing).onerror?.({ error: 'aborted' })
        this.end()
      }
    }
    window.ears = {
      listening: false,
      said: [],
      notes: 0,
      hear(text, whole = true) {
        const results = [Object.assign([{ transcript: text, confidence: 0.9 }], { isFinal: whole })]
        now?.onresult?.({ results })
        if (whole) (now as Recognition | null)?.end()
      },
      fail(code) {
        now?.onerror?.({ error: code })
        ;(now as Recognition | null)?.end()
      },
    }
    Object.assign(window, { SpeechRecognition: Recognition, webkitSpeechRecognition: Recognition })
    SpeechSynthesis.prototype.speak = ({ text }) => window.ears.said.push(text)
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...args) {
      window.ears.notes++
      start.apply(this, args)
    }
  })
}

/** The browser has no speech recognition at all. */
export async function withoutEars(page: Page): Promise<void> {
  await page.addInitScript(() =>
    Object.assign(window, { SpeechRecognition: undefined, webkitSpeechRecognition: undefined }),
  )
}
