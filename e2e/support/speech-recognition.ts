import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** what the injected recogniser is to do next, and what the page has said and played */
    recogniser: {
      recognise(text: string, whole?: boolean): void
      fail(code: string): void
      listening: boolean
      said: string[]
      notes: number
    }
  }
}

/** Replaces the browser's speech recognition by one that the test controls, and records what the page says and plays. */
export async function withSpeechRecognition(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let now: Recognition | null = null
    class Recognition {
      declare onresult?: (event: unknown) => void
      declare onerror?: (event: unknown) => void
      declare onend?: () => void
      start() {
        now = this
        window.recogniser.listening = true
      }
      end() {
        if (now !== this) return
        now = null
        window.recogniser.listening = false
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
    window.recogniser = {
      listening: false,
      said: [],
      notes: 0,
      recognise(text, whole = true) {
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
    SpeechSynthesis.prototype.speak = ({ text }) => window.recogniser.said.push(text)
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...args) {
      window.recogniser.notes++
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
