import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Returns a ref for an element, and its width in whole pixels; 0 until it is rendered. */
export function useElementWidth(): [RefObject<HTMLElement | null>, number] {
  const element = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width))
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
