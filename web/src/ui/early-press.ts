import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Inline script for <head>: notes, once, which controls are pressed while the scripts are still on their way, and marks them, besides
 * those whose dialog opens at once. It keeps what is chosen, too, which React sets back. `stop` is called when React takes the document
 * over: it handles presses on parts that are not hydrated yet.
 */
const notesScript = `{const pressed=new Set(),chosen=new Map(),note=(event)=>{const control=event.target.closest('[data-early]');if(control&&!control.disabled&&!document.getElementById(control.getAttribute('commandfor'))){pressed.add(control.dataset.early);control.dataset.pressed=''}},keep=({target})=>{const group=target.closest('[data-early-choice]');if(group)chosen.set(group.dataset.earlyChoice,group.tagName==='FORM'?new FormData(group):target.value)};addEventListener('click',note,true);addEventListener('change',keep,true);window.earlyPresses={take:(id)=>pressed.delete(id),choice:(id)=>{const choice=chosen.get(id);chosen.delete(id);return choice},stop:()=>{removeEventListener('click',note,true);removeEventListener('change',keep,true)}}}`

/**
 * Does what buttons with a command do, in browsers without them (before Chrome 135, Firefox 144, Safari 26.2). They know no event of an
 * opened dialog either.
 */
const commandsScript = `'command' in HTMLButtonElement.prototype||addEventListener('click',(event)=>{const button=event.target.closest('[commandfor]'),dialog=button&&document.getElementById(button.getAttribute('commandfor'));if(!dialog)return;if(button.getAttribute('command')==='close')dialog.close();else if(!dialog.open){dialog.showModal();dialog.dispatchEvent(new Event('toggle'))}},true)`

/** The two scripts above. */
export const earlyPressScript = `${notesScript}\n${commandsScript}`

/** The fields of a form, or the value of what was changed in another group of controls. */
type Choice = FormData | string

declare global {
  interface Window {
    /** set by `earlyPressScript` */
    earlyPresses?: { take: (id: string) => boolean; choice: (id: string) => Choice | undefined; stop: () => void }
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

/**
 * Lets what is chosen before the page's scripts have run take effect. Returns the attribute that the form, or another element around the
 * controls, needs.
 * @param id of the form or group
 */
export function useEarlyChoice(id: string, act: (choice: Choice) => void): { 'data-early-choice': string } {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  // the router takes no navigation before it has seen the layout
  useEffect(() => {
    const choice = window.earlyPresses?.choice(id)
    if (choice !== undefined) latest.current(choice)
  }, [id])
  return { 'data-early-choice': id }
}
