import { useSyncExternalStore } from 'react'
import { readLocal, writeLocal } from '#lib/browser-storage.ts'
import { createStore } from '#lib/create-store.ts'
import { browserLine, type Quality } from './engine/quality.ts'
import { speeds } from './player-keys.ts'

export const captionSizes = ['small', 'medium', 'large', 'huge'] as const
export type CaptionSize = (typeof captionSizes)[number]
export const captionLooks = ['box', 'yellow', 'light', 'outline'] as const
export type CaptionLook = (typeof captionLooks)[number]

/** Settings of the player that this browser remembers. */
export type Preferences = {
  speed: number
  /** 0 to 1 */
  volume: number
  muted: boolean
  captions: boolean
  /** the language of captions that was chosen last, as BCP 47 */
  captionLanguage: string | null
  captionSize: CaptionSize
  captionLook: CaptionLook
  quality: Quality
  /** the automatic quality stays low */
  dataSaver: boolean
  /** the next lecture starts automatically */
  autoNext: boolean
  /** letters, digits and signs are keys of the player */
  letterKeys: boolean
}

const key = 'player'

const defaults: Preferences = {
  speed: 1,
  volume: 1,
  muted: false,
  captions: false,
  captionLanguage: null,
  captionSize: 'medium',
  captionLook: 'box',
  quality: 'auto',
  dataSaver: false,
  autoNext: true,
  letterKeys: true,
}

/** Reads stored preferences. Invalid values become defaults: other versions of this page may have written them. */
export function parsePreferences(value: unknown): Preferences {
  const found = Object(value) as Partial<Record<keyof Preferences, unknown>> // every field is checked below
  const { speed, volume, captionLanguage, quality } = found
  const flag = (name: 'muted' | 'captions' | 'dataSaver' | 'autoNext' | 'letterKeys'): boolean => {
    const one = found[name]
    return typeof one === 'boolean' ? one : defaults[name]
  }
  return {
    speed: speeds.find((one) => one === speed) ?? defaults.speed,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : defaults.volume,
    muted: flag('muted'),
    captions: flag('captions'),
    captionLanguage: typeof captionLanguage === 'string' ? captionLanguage : null,
    captionSize: captionSizes.find((one) => one === found.captionSize) ?? defaults.captionSize,
    captionLook: captionLooks.find((one) => one === found.captionLook) ?? defaults.captionLook,
    quality: typeof quality === 'number' && quality > 0 ? quality : defaults.quality,
    dataSaver: flag('dataSaver'),
    autoNext: flag('autoNext'),
    letterKeys: flag('letterKeys'),
  }
}

/** A browser that saves data saves it here too, until the user chooses otherwise. */
const ofBrowser = () => ({ dataSaver: browserLine().saveData === true })

// the server renders the studio's videos without any
const inBrowser = typeof window !== 'undefined'
const store = createStore(parsePreferences(inBrowser ? { ...ofBrowser(), ...Object(readLocal(key)) } : {}))

export const preferences = {
  read: store.read,
  subscribe: store.subscribe,
  change(part: Partial<Preferences>): void {
    store.write({ ...store.read(), ...part })
    writeLocal(key, store.read())
  },
}

export const usePreferences = (): Preferences => useSyncExternalStore(store.subscribe, store.read)
