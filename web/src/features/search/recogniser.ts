import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { i18n } from '#lib/text/translator.ts'

/** The parts of the browser's speech recognition that we use. TypeScript knows its events, not itself. */
type Recognition = {
  lang: string
  interimResults: boolean
  onresult: ((event: SpeechRecognitionEvent) => void) | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
  start(): void
  stop(): void
  abort(): void
}
type Maker = new () => Recognition

declare global {
  interface Window {
    SpeechRecognition?: Maker
    webkitSpeechRecognition?: Maker
  }
}

export const notSupported = msg`This browser cannot turn speech into text, so there is no search by voice here. Typing works just as well.`

const reasons: Record<string, MessageDescriptor> = {
  'not-allowed': msg`This page may not use your microphone. Allow it in your browser, or type your search.`,
  'service-not-allowed': msg`Your browser does not allow speech recognition here. Please type your search.`,
  'audio-capture': msg`No microphone was found. Connect one, or type your search.`,
  network: msg`The speech service of your browser could not be reached. Please type your search, or try again later.`,
  'no-speech': msg`Nothing was heard. Try again closer to the microphone, or type your search.`,
  'language-not-supported': msg`Your browser does not understand speech in your language. Please type your search.`,
}
const otherReason = msg`Listening did not work. Please try again, or type your search.`

/** Returns the message for the browser's error code. */
export const speechErrorText = (code: string): MessageDescriptor => reasons[code] ?? otherReason

const makerOf = (browser: Window): Maker | undefined => browser.SpeechRecognition ?? browser.webkitSpeechRecognition

export const canRecognise = (): boolean => makerOf(window) !== undefined

export type SpeechListener = {
  /** the text so far; it may still change */
  onText: (text: string) => void
  /** the final text */
  onResult: (text: string) => void
  /** the reason, when there is no text */
  onProblem: (sentence: MessageDescriptor) => void
}

/**
 * Listens to one sentence. Exactly one of `onResult` and `onProblem` is called in the end, and none after `cancel`. `finish`
 * ends with the text so far.
 */
export function listen({ onText, onResult, onProblem }: SpeechListener): { finish(): void; cancel(): void } {
  const Maker = makerOf(window)
  let text = ''
  let ended = false
  const end = (notify: () => void) => {
    if (ended) return
    ended = true
    notify()
  }
  if (!Maker) {
    end(() => onProblem(notSupported))
    return { finish() {}, cancel() {} }
  }
  const recognition = new Maker()
  // who reads English here may speak another language
  recognition.lang = i18n.locale === 'en' ? navigator.language : i18n.locale
  recognition.interimResults = true
  recognition.onresult = ({ results }) => {
    if (ended) return
    text = Array.from(results, (result) => result[0]?.transcript ?? '')
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim()
    onText(text)
  }
  recognition.onerror = ({ error }) => end(() => onProblem(speechErrorText(error)))
  recognition.onend = () => end(() => (text ? onResult(text) : onProblem(speechErrorText('no-speech'))))
  try {
    recognition.start()
  } catch {
    end(() => onProblem(otherReason))
  }
  return {
    finish: () => recognition.stop(),
    cancel: () => end(() => recognition.abort()),
  }
}
