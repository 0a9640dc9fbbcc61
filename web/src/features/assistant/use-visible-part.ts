import { type RefObject, useEffect } from 'react'

/**
 * Keeps an element that fills the screen in the part that the phone's keyboard leaves free. Browsers only lay the keyboard
 * over the page.
 */
export function useVisiblePart(element: RefObject<HTMLElement | null>, on: boolean): void {
  useEffect(() => {
    const screen = window.visualViewport
    const style = element.current?.style
    if (!on || !screen || !style) return
    const fill = () => {
      style.height = `${screen.height}px`
      style.top = `${screen.offsetTop}px`
    }
    fill()
    screen.addEventListener('resize', fill)
    screen.addEventListener('scroll', fill)
    return () => {
      screen.removeEventListener('resize', fill)
      screen.removeEventListener('scroll', fill)
      style.height = ''
      style.top = ''
    }
  }, [element, on])
}
