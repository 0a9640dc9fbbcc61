import { useEffect, useState } from 'react'

const secondsUntil = (moment: number) => Math.max(0, Math.ceil((moment - Date.now()) / 1000))

/** Seconds until a moment (milliseconds), counted down; 0 from then on, and before hydration, when no clock runs yet. */
export function useSecondsLeft(moment: number): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    setLeft(secondsUntil(moment))
    const timer = setInterval(() => {
      const now = secondsUntil(moment)
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [moment])
  return left
}
