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
    const fit = () => {
      style.height = `${screen.height}px`
      style.top = `${screen.offsetTop}px`
    }
    fit()
    screen.addEventListener('resize', fit)
    screen.addEventListener('scroll', fit)
    return () => {
      screen.removeEventListener('resize', fit)
      screen.removeEventListener('scroll', fit)
      style.height = ''
      style.top = ''
    }
  }, [element, on])
}
