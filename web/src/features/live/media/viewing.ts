import { maxLayerChoices } from '@virtual-courses/contract'
import { readLocal, writeLocal } from '#lib/browser-storage.ts'
import { createStore } from '#lib/create-store.ts'
import { chooseLayers, type LayerChoice, type Viewing } from './layers.ts'
import type { LineLevel } from './line-quality.ts'

const storedKey = 'live-viewing'
/** Time within which changes share one message, in milliseconds: a window that is dragged changes every tile many times. */
const gatherMs = 300

type Picture = { peerId: string; what: LayerChoice['what'] }
const keyOf = ({ peerId, what }: Picture): string => `${what} ${peerId}`

/** Which pictures this page shows and in which size; sends it to the server after each change. */
export function createViewing(send: (streams: LayerChoice[]) => void) {
  // written below only
  const stored = { ...(readLocal(storedKey) as Partial<Viewing> | undefined) }
  const store = createStore<Viewing>({
    hidden: document.hidden,
    audioOnly: stored.audioOnly === true,
    saving: stored.saving === true,
    line: 0,
  })
  const widths = new Map<string, number>()
  let pictures: readonly Picture[] = []
  let sent = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  function sendChoices(): void {
    timer = undefined
    const shown = pictures.map((picture) => ({ ...picture, width: widths.get(keyOf(picture)) ?? 0 }))
    const choices = chooseLayers(shown, store.read()).slice(0, maxLayerChoices)
    const text = JSON.stringify(choices)
    if (text === sent || choices.length === 0) return
    sent = text
    send(choices)
  }
  const later = (): void => {
    timer ??= setTimeout(sendChoices, gatherMs)
  }
  function set(change: Partial<Viewing>): void {
    store.write({ ...store.read(), ...change })
    later()
  }
  const keep = (change: Partial<Viewing>): void => {
    set(change)
    const { audioOnly, saving } = store.read()
    writeLocal(storedKey, { audioOnly, saving })
  }
  const onVisible = () => set({ hidden: document.hidden })
  document.addEventListener('visibilitychange', onVisible)

  const observer = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      const key = keys.get(target)
      if (key) widths.set(key, Math.round(contentRect.width * devicePixelRatio))
    }
    later()
  })
  const keys = new Map<Element, string>()

  return {
    store,
    setAudioOnly: (audioOnly: boolean) => keep({ audioOnly }),
    setSaving: (saving: boolean) => keep({ saving }),
    setLine: (line: LineLevel) => line !== store.read().line && set({ line }),
    /** Sets the pictures that there are. */
    setPictures(now: readonly Picture[]): void {
      pictures = now
      later()
    },
    /** Observes the element that shows a picture; returns a function for when it does so no more. */
    observe(element: Element, picture: Picture): () => void {
      const key = keyOf(picture)
      keys.set(element, key)
      observer.observe(element)
      return () => {
        observer.unobserve(element)
        keys.delete(element)
        widths.delete(key)
        later()
      }
    },
    /** The server knows nothing any more: sends everything again. */
    again(): void {
      sent = ''
      later()
    },
    close(): void {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('visibilitychange', onVisible)
    },
  }
}

export type ViewingControl = ReturnType<typeof createViewing>
