import { foldText, maxNoteQuote, type NotePlace } from '@virtual-courses/contract'
import { cutText } from '#lib/text/cut-text.ts'

/** Returns the words by which a part of a text is found again. */
export const quoteOf = (text: string): string => cutText(text.replace(/\s+/g, ' ').trim(), maxNoteQuote)

const comparable = (text: string): string => foldText(text).replace(/[\s…]/g, '').slice(0, 60)

/**
 * Returns the index of the part of a text that a note is about: the one with its first words, the nearest of several; else the one that
 * has its number now; -1 without parts.
 */
export function findPart(parts: readonly string[], { block, quote }: { block: number; quote: string }): number {
  const wanted = comparable(quote)
  const same = parts.flatMap((text, index) => (wanted !== '' && comparable(text).startsWith(wanted) ? [index] : []))
  const [nearest] = same.sort((a, b) => Math.abs(a - block) - Math.abs(b - block))
  return nearest ?? Math.min(block, parts.length - 1)
}

const partsIn = (box: HTMLElement): HTMLElement[] => [...box.querySelectorAll<HTMLElement>('[data-part-of-text]')]
const textIn = (part: HTMLElement): string => part.firstElementChild?.textContent ?? ''

function showPart(box: HTMLElement, place: { block: number; quote: string }): boolean {
  const parts = partsIn(box)
  const part = parts[findPart(parts.map(textIn), place)]
  if (!part) return false
  part.scrollIntoView({ block: 'center' })
  part.setAttribute('data-shown', '')
  setTimeout(() => part.removeAttribute('data-shown'), 2000)
  return true
}

/** Milliseconds between two looks for a text that is loading, and how often. */
const triedMs = 200
const mostTries = 25

/**
 * Scrolls to the place of a note in a text, as soon as the text is there, and marks it for a moment. Returns a function that ends the
 * waiting.
 */
export function showPartSoon(box: HTMLElement | null, place: { block: number; quote: string }): () => void {
  let tries = 0
  const look = () => {
    if (tries++ > mostTries || (box && showPart(box, place))) clearInterval(timer)
  }
  const timer = setInterval(look, triedMs)
  return () => clearInterval(timer)
}

/** Returns the place of what is read: the part with the selection, else the first one whose beginning is in view. */
export function placeBeingRead(box: HTMLElement): Extract<NotePlace, { kind: 'text' }> | null {
  const parts = partsIn(box)
  const selected = document.getSelection()?.anchorNode
  const top = 96
  const part =
    parts.find((one) => selected && !document.getSelection()?.isCollapsed && one.contains(selected)) ??
    parts.find((one) => one.getBoundingClientRect().top >= top) ??
    parts.at(-1)
  return part ? { kind: 'text', block: parts.indexOf(part), quote: quoteOf(textIn(part)) } : null
}
