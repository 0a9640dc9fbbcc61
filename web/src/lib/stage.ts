import { useSyncExternalStore } from 'react'
import { readLocal, writeLocal } from './browser-storage.ts'
import { createStore } from './create-store.ts'

/** How large screens show the page of a lecture, as this browser remembers it. */
export type Stage = {
  /** the video has all of the width */
  theatre: boolean
  /** the list of lectures stands below the video, not beside it */
  below: boolean
}

const key = 'stage'
const names = ['theatre', 'below'] as const
const usual: Stage = { theatre: false, below: false }

export function parseStage(value: unknown): Stage {
  const { theatre, below } = Object(value) as Partial<Record<keyof Stage, unknown>> // checked here
  return { theatre: theatre === true, below: below === true }
}

/**
 * Inline script for <head>: sets attributes of the document (`data-theatre`, `data-below`), by which the styles place the parts of the page
 * (`learning.css`). Nothing moves when React comes.
 */
export const stageScript = `try{const s=JSON.parse(localStorage.getItem('${key}'));for(const n of ${JSON.stringify(names)})if(s[n]===true)document.documentElement.dataset[n]=''}catch{}`

const store = createStore(typeof window === 'undefined' ? usual : parseStage(readLocal(key)))

export const stage = {
  change(part: Partial<Stage>): void {
    const next = { ...store.read(), ...part }
    store.write(next)
    writeLocal(key, next)
    for (const name of names) document.documentElement.toggleAttribute(`data-${name}`, next[name])
  },
}

export const useStage = (): Stage => useSyncExternalStore(store.subscribe, store.read, () => usual)
