import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { createMeter } from './meter.ts'

/** Update interval of the bar, in milliseconds. */
const everyMs = 100

/** Shows that the microphone works. */
export function MicLevel({ track }: { track: MediaStreamTrack }) {
  const { t } = useLingui()
  const bar = useRef<HTMLDivElement>(null)
  const [works, setWorks] = useState(false)
  useEffect(() => {
    setWorks(false)
    const meter = createMeter(track)
    const timer = setInterval(() => {
      const level = meter.level()
      bar.current?.style.setProperty('width', `${Math.round(level * 100)}%`)
      if (level > 0.2) setWorks(true)
    }, everyMs)
    return () => {
      clearInterval(timer)
      meter.close()
    }
  }, [track])
  return (
    <div>
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-neutral-soft">
        <div ref={bar} className="h-full w-0 rounded-full bg-success transition-[width] duration-100" />
      </div>
      <p className="mt-1 text-sm text-muted" aria-live="polite">
        {works ? t`Your microphone works.` : t`Say something: the bar should move.`}
      </p>
    </div>
  )
}
