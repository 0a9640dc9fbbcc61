import type { User } from '@virtual-courses/contract'

/** Reads a stored value; undefined when there is none, it is invalid, or storage is blocked. */
export function readLocal(key: string): unknown {
  try {
    const text = localStorage.getItem(key)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Keys of drafts begin so (`forms/kept-drafts.ts`). */
export const draftPrefix = 'draft:'

/** Keys of notes that are not saved yet begin so (`features/notes/kept-notes.ts`). */
export const notePrefix = 'note:'

/** Keys of answers of quizzes that are not saved yet begin so (`features/quizzes/answer-keeper.ts`). */
export const answerPrefix = 'answer:'

/** Beginnings of keys that this document stores no more. */
let clearedKeys: readonly string[] = []
const isCleared = (key: string): boolean => clearedKeys.some((one) => key.startsWith(one))

/** Stores a value in this browser; undefined deletes it. Does nothing where storage is blocked or full. */
export function writeLocal(key: string, value: unknown): void {
  try {
    if (value === undefined || isCleared(key)) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // private windows may forbid storage
  }
}

/** Deletes the values whose keys begin with one of these. A document that is being left cannot store them again. */
export function clearLocal(beginnings: readonly string[]): void {
  clearedKeys = beginnings
  try {
    for (const key of Object.keys(localStorage)) if (isCleared(key)) localStorage.removeItem(key)
  } catch {
    // private windows may forbid storage
  }
}

const flashKey = 'flash'

/** Keeps a message for the next document. Without storage the message is lost. */
export function flashNext(message: string): void {
  try {
    sessionStorage.setItem(flashKey, message)
  } catch {
    // private windows may forbid storage
  }
}

/** Returns the message that the previous document kept, once. */
export function takeFlash(): string | null {
  try {
    const message = sessionStorage.getItem(flashKey)
    sessionStorage.removeItem(flashKey)
    return message
  } catch {
    return null
  }
}

/**
 * Stores the copy of the user that a Google sign-in leaves in this browser (specification, section 4); deletes it without a
 * user. Our pages never read it: the server knows the current user.
 */
export const storeUser = (user?: User): void => writeLocal('userData', user)
