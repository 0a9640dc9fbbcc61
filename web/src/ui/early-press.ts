import { useLayoutEffect, useRef } from 'react'

/**
 * Inline script for <head>: notes, once, which controls are pressed while the scripts are still on their way, and marks them. `take`
 * returns whether one was. `stop` is called when React takes the document over: it handles presses on parts that are not hydrated yet.
 */
export const earlyPressScript = `{const pressed=new Set(),note=(event)=>{const control=event.target.closest('[data-early]');if(control&&!control.disabled){pressed.add(control.dataset.early);control.dataset.pressed=''}};addEventListener('click',note,true);window.earlyPresses={take:(id)=>pressed.delete(id),stop:()=>removeEventListener('click',note,true)}}`

declare global {
  interface Window {
    /** set by `earlyPressScript` */
    earlyPresses?: { take: (id: string) => boolean; stop: () => void }
  }
}

/** Ends the noting of presses, immediately before React takes the document over. */
export const stopEarlyPresses = (): void => window.earlyPresses?.stop()

/**
 * Lets a press before the page's scripts have run take effect, once, as soon as they have. Returns the attributes that the button needs.
 * @param id of the control, one on a page
 * @param act what a press does
 */
export function useEarlyPress(id: string, act: () => void): { 'data-early': string } {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  // before the page's other effects, of which a first page has many
  useLayoutEffect(() => {
    if (!window.earlyPresses?.take(id)) return
    for (const control of document.querySelectorAll<HTMLElement>('[data-pressed]'))
      if (control.dataset.early === id) delete control.dataset.pressed
    latest.current()
  }, [id])
  return { 'data-early': id }
}
