import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { dropPlace, type Row } from './drop-place.ts'

/** A row on its way: where it came from, where it would fall, how much room it takes in pixels. */
export type Drag = { id: string; from: number; to: number; height: number }

type Held = {
  /** of the one finger that holds the row */
  pointer: number
  element: HTMLElement
  rows: Row[]
  from: number
  grabbedAt: number
  pointerY: number
  to: number
}

/** So near to the edge of the window the page scrolls along, in pixels. */
const edge = 72
const fastest = 14

const pageTop = (element: Element): Row => {
  const { top, height } = element.getBoundingClientRect()
  return { top: top + window.scrollY, height }
}

/** Pixels to scroll in a frame while the pointer is at this height of the window. */
function scrollStep(pointerY: number): number {
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const above = bar + edge - pointerY
  const below = pointerY - (window.innerHeight - edge)
  if (above > 0) return -Math.min(1, above / edge) * fastest
  return below > 0 ? Math.min(1, below / edge) * fastest : 0
}

/** Where the row would fall now. */
function placeOf({ rows, from, grabbedAt, pointerY }: Held): number {
  const row = rows[from]
  if (!row) return from
  return dropPlace(rows, from, row.top + row.height / 2 + pointerY + window.scrollY - grabbedAt)
}

/**
 * Rows of a list that are dragged by a handle, with mouse, pen or finger. The row follows the pointer without React drawing
 * anything; only when it would fall elsewhere the others are drawn again. Escape puts it back.
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const held = useRef<Held>(null)
  const frame = useRef(0)

  function follow() {
    const { current } = held
    if (!current) return
    const step = scrollStep(current.pointerY)
    if (step !== 0) window.scrollBy({ top: step, behavior: 'instant' })
    const moved = current.pointerY + window.scrollY - current.grabbedAt
    current.element.style.transform = `translateY(${moved}px)`
    const to = placeOf(current)
    if (to !== current.to) {
      current.to = to
      setDrag((before) => before && { ...before, to })
    }
    frame.current = requestAnimationFrame(follow)
  }

  function letGo(): void {
    const { current } = held
    held.current = null
    cancelAnimationFrame(frame.current)
    if (current) current.element.style.transform = ''
    setDrag(null)
  }

  const dragging = drag !== null
  useEffect(() => {
    if (!dragging) return
    const putBack = (event: KeyboardEvent) => {
      if (event.key === 'Escape') letGo()
    }
    window.addEventListener('keydown', putBack)
    return () => window.removeEventListener('keydown', putBack)
  })
  useEffect(() => () => cancelAnimationFrame(frame.current), [])

  /** For the handle of a row. */
  const handleOf = (id: string, place: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const element = list.current?.children[place]
      if (event.button !== 0 || !list.current || !(element instanceof HTMLElement)) return
      // one finger at a time; a row that was taken away under it is held by no one
      if (held.current?.element.isConnected) return
      letGo()
      // no text is selected on the way
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      const rows = [...list.current.children].map(pageTop)
      const { clientY, pointerId: pointer } = event
      const grabbedAt = clientY + window.scrollY
      held.current = { pointer, element, rows, from: place, grabbedAt, pointerY: clientY, to: place }
      setDrag({ id, from: place, to: place, height: rows[place]?.height ?? 0 })
      frame.current = requestAnimationFrame(follow)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (held.current?.pointer === event.pointerId) held.current.pointerY = event.clientY
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (held.current?.pointer !== event.pointerId) return
      // a quick hand is further on than the last frame
      held.current.pointerY = event.clientY
      const to = placeOf(held.current)
      const { from } = held.current
      letGo()
      if (to !== from) onDrop(from, to)
    },
    onLostPointerCapture(event: PointerEvent<HTMLElement>) {
      if (held.current?.pointer === event.pointerId) letGo()
    },
  })

  return { drag, handleOf }
}
