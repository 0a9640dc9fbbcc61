import { useCallback, useEffect, useRef, useState } from 'react'

const shownMs = 1200

/** A word on what a key just did, for a moment. */
export function useNotice(): { notice: string; say: (text: string) => void } {
  const [notice, setNotice] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const say = useCallback((text: string) => {
    clearTimeout(timer.current)
    setNotice(text)
    timer.current = setTimeout(() => setNotice(''), shownMs)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  return { notice, say }
}
