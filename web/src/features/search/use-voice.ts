import { useCallback, useEffect, useRef, useState } from 'react'
import { listen } from './recogniser.ts'
import { stopSaying } from './say-result.ts'
import { playStartSound } from './start-sound.ts'

type Use = { onText: (text: string) => void; onHeard: (text: string) => void }

/** The microphone of the search: whether it listens, why it does not, and what starts and ends it. */
export function useVoice(use: Use) {
  const [listening, setListening] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const hearing = useRef<ReturnType<typeof listen> | null>(null)
  const latest = useRef(use)
  latest.current = use

  const cancel = useCallback(() => {
    hearing.current?.cancel()
    hearing.current = null
    setListening(false)
  }, [])
  // nobody listens on a page that was left
  useEffect(() => cancel, [cancel])

  return {
    listening,
    problem,
    start() {
      stopSaying()
      setProblem(null)
      setListening(true)
      const done = () => {
        hearing.current = null
        setListening(false)
      }
      playStartSound()
      hearing.current = listen({
        onText: (text) => latest.current.onText(text),
        onHeard: (text) => {
          done()
          latest.current.onHeard(text)
        },
        onProblem: (sentence) => {
          done()
          setProblem(sentence)
        },
      })
    },
    /** enough was said */
    finish: () => hearing.current?.finish(),
    cancel,
  }
}
