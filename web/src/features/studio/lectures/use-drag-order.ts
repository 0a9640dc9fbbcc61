import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

type Row = { top: number; height: number }

/** Returns the index at which a dragged row is dropped: after all rows whose middle is above its own, in pixels of the page. */
export const dropIndex = (rows: readonly Row[], from: number, middle: number): number =>
  rows.filter((row, index) => index !== from && row.top + row.height / 2 < middle).length

/** Returns how far a row is shifted for the dragged one, in pixels. */
export function rowShift(index: number, { from, to, height }: { from: number; to: number; height: number }): number {
  if (index > from && index <= to) return -height
  return index >= to && index < from ? height : 0
}

/** A dragged row: its index, the index where it would be dropped, and its height in pixels. */
type Drag = { id: string; from: number; to: number; height: number }

type Held = {
  /** Id of the pointer that holds the row. */
  pointer: number
  element: HTMLElement
  rows: Row[]
  from: number
  grabbedAt: number
  pointerY: number
  to: number
}

/** Distance from the edge of the window within which the page scrolls, in pixels. */
const edge = 72
/** Maximum scroll speed, in pixels a frame. */
const maxScrollStep = 14

const pageTop = (element: Element): Row => {
  const { top, height } = element.getBoundingClientRect()
  return { top: top + window.scrollY, height }
}

/** Returns the pixels to scroll in a frame for a pointer position. */
function scrollStep(pointerY: number): number {
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const above = bar + edge - pointerY
  const below = pointerY - (window.innerHeight - edge)
  if (above > 0) return -Math.min(1, above / edge) * maxScrollStep
  return below > 0 ? Math.min(1, below / edge) * maxScrollStep : 0
}

/** Returns the index where the row would be dropped now. */
function indexOf({ rows, from, grabbedAt, pointerY }: Held): number {
  const row = rows[from]
  if (!row) return from
  return dropIndex(rows, from, row.top + row.height / 2 + pointerY + window.scrollY - grabbedAt)
}

/**
 * Drags the rows of a list by a handle, with mouse, pen or finger. The row follows the pointer without rendering; the others are
 * rendered when the drop index changes. Escape cancels the drag.
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
    const to = indexOf(current)
    if (to !== current.to) {
      current.to = to
      setDrag((before) => before && { ...before, to })
    }
    frame.current = requestAnimationFrame(follow)
  }

  function release(): void {
    const { current } = held
    held.current = null
    cancelAnimationFrame(frame.current)
    if (current) current.element.style.transform = ''
    setDrag(null)
  }

  const dragging = drag !== null
  useEffect(() => {
    if (!dragging) return
    const cancel = (event: KeyboardEvent) => {
      if (event.key === 'Escape') release()
    }
    window.addEventListener('keydown', cancel)
    return () => window.removeEventListener('keydown', cancel)
  })
  useEffect(() => () => cancelAnimationFrame(frame.current), [])

  /** Props of a row's handle. */
  const handleOf = (id: string, index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const element = list.current?.children[index]
      if (event.button !== 0 || !list.current || !(element instanceof HTMLElement)) return
      // one pointer at a time, unless its row was removed meanwhile
      if (held.current?.element.isConnected) return
      release()
      // prevents text selection
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      const rows = [...list.current.children].map(pageTop)
      const { clientY, pointerId: pointer } = event
      const grabbedAt = clientY + window.scrollY
      held.current = { pointer, element, rows, from: index, grabbedAt, pointerY: clientY, to: index }
      setDrag({ id, from: index, to: index, height: rows[index]?.height ?? 0 })
      frame.current = requestAnimationFrame(follow)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (held.current?.pointer === event.pointerId) held.current.pointerY = event.clientY
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (held.current?.pointer !== event.pointerId) return
      // the pointer may have moved since the last frame
      held.current.pointerY = event.clientY
      const to = indexOf(held.current)
      const { from } = held.current
      release()
      if (to !== from) onDrop(from, to)
    },
    onLostPointerCapture(event: PointerEvent<HTMLElement>) {
      if (held.current?.pointer === event.pointerId) release()
    },
  })

  return { drag, handleOf }
}
