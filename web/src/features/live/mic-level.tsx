import { useEffect, useRef, useState } from 'react'
import { loudness } from './loudness.ts'

/** How often the bar follows the voice, in milliseconds. */
const everyMs = 100

/** Shows that the microphone hears something. */
export function MicLevel({ track }: { track: MediaStreamTrack }) {
  const bar = useRef<HTMLDivElement>(null)
  const [heard, setHeard] = useState(false)
  useEffect(() => {
    setHeard(false)
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 512
    const source = context.createMediaStreamSource(new MediaStream([track]))
    source.connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      const level = loudness(samples)
      bar.current?.style.setProperty('width', `${Math.round(level * 100)}%`)
      if (level > 0.2) setHeard(true)
    }, everyMs)
    return () => {
      clearInterval(timer)
      source.disconnect()
      void context.close()
    }
  }, [track])
  return (
    <div>
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-neutral-soft">
        <div ref={bar} className="h-full w-0 rounded-full bg-success transition-[width] duration-100" />
      </div>
      <p className="mt-1 text-sm text-muted" aria-live="polite">
        {heard ? 'Your microphone works.' : 'Say something: the bar should move.'}
      </p>
    </div>
  )
}
