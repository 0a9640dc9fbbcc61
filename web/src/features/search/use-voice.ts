import type { MessageDescriptor } from '@lingui/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { listen } from './recogniser.ts'
import { stopSpeaking } from './result-tiers.ts'

/** Two rising notes, in hertz and in seconds from the start. */
const notes = [
  { pitch: 660, at: 0 },
  { pitch: 990, at: 0.11 },
]
const noteSeconds = 0.16
const noteVolume = 0.12

/** Plays a sound when the microphone opens. Without sound, the page shows it only. */
function playStartSound(): void {
  try {
    const context = new AudioContext()
    const now = context.currentTime
    for (const { pitch, at } of notes) {
      const voice = context.createOscillator()
      const volume = context.createGain()
      voice.frequency.value = pitch
      // fades in and out to avoid a click
      volume.gain.setValueAtTime(0, now + at)
      volume.gain.linearRampToValueAtTime(noteVolume, now + at + 0.02)
      volume.gain.exponentialRampToValueAtTime(0.0001, now + at + noteSeconds)
      voice.connect(volume).connect(context.destination)
      voice.start(now + at)
      voice.stop(now + at + noteSeconds)
      if (at === notes.at(-1)?.at) voice.onended = () => void context.close().catch(() => {})
    }
  } catch {
    // no sound device, or sounds are blocked
  }
}

type Use = { onText: (text: string) => void; onResult: (text: string) => void }

/** The microphone of the search: its state, its error, and functions to start and end it. */
export function useVoice(use: Use) {
  const [listening, setListening] = useState(false)
  const [problem, setProblem] = useState<MessageDescriptor | null>(null)
  const recognition = useRef<ReturnType<typeof listen> | null>(null)
  const latest = useRef(use)
  latest.current = use

  const cancel = useCallback(() => {
    recognition.current?.cancel()
    recognition.current = null
    setListening(false)
  }, [])
  // stops when the page is left
  useEffect(() => cancel, [cancel])

  return {
    listening,
    problem,
    start() {
      stopSpeaking()
      setProblem(null)
      setListening(true)
      const done = () => {
        recognition.current = null
        setListening(false)
      }
      playStartSound()
      recognition.current = listen({
        onText: (text) => latest.current.onText(text),
        onResult: (text) => {
          done()
          latest.current.onResult(text)
        },
        onProblem: (sentence) => {
          done()
          setProblem(sentence)
        },
      })
    },
    /** ends the recording and uses the result */
    finish: () => recognition.current?.finish(),
    cancel,
  }
}
