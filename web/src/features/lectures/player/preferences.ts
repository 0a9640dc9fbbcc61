import { useLayoutEffect, useSyncExternalStore } from 'react'
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

/** Under which this browser stores them. */
export const playerKey = 'player'

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

/** What each course remembers by itself: one is listened to faster, another one is read along. */
const ofCourse = ['speed', 'volume', 'muted', 'captions', 'captionLanguage', 'quality'] as const
type OfCourse = Partial<Pick<Preferences, (typeof ofCourse)[number]>>

export const playersKey = 'course-players'
/** How many courses are remembered. */
const mostCourses = 50

const pick = (from: object): OfCourse =>
  Object.fromEntries(ofCourse.filter((name) => name in from).map((name) => [name, Reflect.get(from, name)]))

/** Reads what is stored of courses: pairs of a course and its choices, the newest last. */
export function parseCourses(value: unknown): Map<string, OfCourse> {
  const pairs = Array.isArray(value) ? value : []
  const valid = pairs.filter((pair): pair is [string, object] => Array.isArray(pair) && typeof pair[0] === 'string')
  const courses = valid.slice(-mostCourses).map(([courseId, chosen]): [string, OfCourse] => {
    const found = pick(Object(chosen))
    // only what was chosen, and in a form that is known
    const known = parsePreferences(found)
    return [courseId, pick(Object.fromEntries(Object.keys(found).map((name) => [name, Reflect.get(known, name)])))]
  })
  return new Map(courses)
}

/** Returns courses with a choice in one of them; the one that was changed least lately is forgotten beyond the limit. */
export function withChoice(
  courses: ReadonlyMap<string, OfCourse>,
  courseId: string,
  part: Partial<Preferences>,
): Map<string, OfCourse> {
  const others = [...courses].filter(([id]) => id !== courseId)
  return new Map([...others, [courseId, { ...courses.get(courseId), ...pick(part) }] as const].slice(-mostCourses))
}

/** A browser that saves data saves it here too, until the user chooses otherwise. */
const ofBrowser = () => ({ dataSaver: browserLine().saveData === true })

// the server renders videos without any
const inBrowser = typeof window !== 'undefined'
/** what was chosen last, wherever */
let latest = parsePreferences(inBrowser ? { ...ofBrowser(), ...Object(readLocal(playerKey)) } : {})
/** the course that plays; null where the player belongs to none */
let course: string | null = null
const store = createStore(latest)

export const preferences = {
  read: store.read,
  subscribe: store.subscribe,
  /** The player of a course is shown: as it was there, and where nothing was chosen, as it was last. */
  enter(courseId: string | null): void {
    course = courseId
    const own = courseId === null ? undefined : parseCourses(readLocal(playersKey)).get(courseId)
    store.write({ ...latest, ...own })
  },
  change(part: Partial<Preferences>): void {
    latest = { ...latest, ...part }
    store.write({ ...store.read(), ...part })
    writeLocal(playerKey, latest)
    if (course === null || Object.keys(pick(part)).length === 0) return
    // read again: another tab may have chosen something
    writeLocal(playersKey, [...withChoice(parseCourses(readLocal(playersKey)), course, part)])
  },
}

export const usePreferences = (): Preferences => useSyncExternalStore(store.subscribe, store.read, store.read)

/** The preferences of a player, which begins with those of its course. */
export function useOwnPreferences(courseId: string | null): Preferences {
  // before the effects that load the video
  useLayoutEffect(() => preferences.enter(courseId), [courseId])
  return usePreferences()
}
