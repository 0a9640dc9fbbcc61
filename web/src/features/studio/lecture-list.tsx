import type { Lecture } from '@virtual-courses/contract'
import { useLayoutEffect, useRef, useState } from 'react'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LectureRow } from './lecture-row.tsx'
import { rowShift, useDragOrder } from './use-drag-order.ts'

type Props = {
  courseId: string
  lectures: readonly Lecture[]
  /** Indexes count from 0. */
  onMove: (from: number, to: number) => void
}

/** Lectures of a course in order. Each can be edited, dragged, and moved by buttons. */
export function LectureList({ courseId, lectures, onMove }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const pressed = useRef<{ id: string; direction: 'up' | 'down' }>(null)
  const [announcement, setAnnouncement] = useState('')

  function move(from: number, to: number) {
    const lecture = lectures[from]
    if (!lecture) return
    onMove(from, to)
    setAnnouncement(`“${lecture.lectureTitle}” is now lecture ${to + 1} of ${lectures.length}.`)
  }

  const { drag, handleOf } = useDragOrder(list, move)

  // a row that moves in the document loses the focus
  useLayoutEffect(() => {
    const { current } = pressed
    pressed.current = null
    if (!current) return
    const row = [...(list.current?.children ?? [])].find((one) => one.getAttribute('data-lecture') === current.id)
    row?.querySelector<HTMLElement>(`[data-move="${current.direction}"]`)?.focus()
  })

  if (lectures.length === 0) {
    return (
      <Card>
        <EmptyState title="No lectures yet" text="Create the first one here; then edit it to add its video." />
      </Card>
    )
  }
  return (
    <>
      <Card flush className="overflow-visible">
        <ol ref={list}>
          {lectures.map((lecture, index) => {
            const dragged = drag?.id === lecture._id
            return (
              <LectureRow
                key={lecture._id}
                courseId={courseId}
                lecture={lecture}
                index={index}
                count={lectures.length}
                handle={handleOf(lecture._id, index)}
                dragged={dragged}
                shift={drag && !dragged ? rowShift(index, drag) : null}
                onMove={(to) => {
                  pressed.current = { id: lecture._id, direction: to < index ? 'up' : 'down' }
                  move(index, to)
                }}
              />
            )
          })}
        </ol>
      </Card>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
