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
    let now: Recognition | null = null
    class Recognition {
      declare onresult?: (event: unknown) => void
      declare onerror?: (event: unknown) => void
      declare onend?: () => void
      start() {
        now = this
        window.ears.listening = true
      }
      end() {
        if (now !== this) return
        now = null
        window.ears.listening = false
        this.onend?.()
      }
      stop() {
        this.end()
      }
      abort() {
        this.onerror?.({ error: 'aborted' })
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
        if (whole) now?.end()
      },
      fail(code) {
        now?.onerror?.({ error: code })
        now?.end()
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
