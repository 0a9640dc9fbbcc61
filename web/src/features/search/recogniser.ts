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

export const noRecogniser =
  'This browser cannot turn speech into text, so there is no search by voice here. Typing works just as well.'

const reasons: Record<string, string> = {
  'not-allowed': 'This page may not use your microphone. Allow it in your browser, or type your search.',
  'service-not-allowed': 'Your browser does not allow speech recognition here. Please type your search.',
  'audio-capture': 'No microphone was found. Connect one, or type your search.',
  network: 'The speech service of your browser could not be reached. Please type your search, or try again later.',
  'no-speech': 'Nothing was heard. Try again closer to the microphone, or type your search.',
  'language-not-supported': 'Your browser does not understand speech in your language. Please type your search.',
}
const otherReason = 'Listening did not work. Please try again, or type your search.'

/** Why listening failed, for people; by the browser's code for it. */
export const whyNotHeard = (code: string): string => reasons[code] ?? otherReason

const makerOf = (browser: Window): Maker | undefined => browser.SpeechRecognition ?? browser.webkitSpeechRecognition

export const canListen = (): boolean => makerOf(window) !== undefined

export type Hearing = {
  /** what was heard so far; it may still change */
  onText: (text: string) => void
  /** what was heard in the end */
  onHeard: (text: string) => void
  /** nothing came of it, and why */
  onProblem: (sentence: string) => void
}

/**
 * Listens to one sentence. Exactly one of `onHeard` and `onProblem` is called in the end, and none after `cancel`. `finish`
 * takes what was heard so far.
 */
export function listen({ onText, onHeard, onProblem }: Hearing): { finish(): void; cancel(): void } {
  const Maker = makerOf(window)
  let text = ''
  let ended = false
  const end = (tell: () => void) => {
    if (ended) return
    ended = true
    tell()
  }
  if (!Maker) {
    end(() => onProblem(noRecogniser))
    return { finish() {}, cancel() {} }
  }
  const recognition = new Maker()
  recognition.lang = navigator.language
  recognition.interimResults = true
  recognition.onresult = ({ results }) => {
    if (ended) return
    text = Array.from(results, (result) => result[0]?.transcript ?? '')
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim()
    onText(text)
  }
  recognition.onerror = ({ error }) => end(() => onProblem(whyNotHeard(error)))
  recognition.onend = () => end(() => (text ? onHeard(text) : onProblem(whyNotHeard('no-speech'))))
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
