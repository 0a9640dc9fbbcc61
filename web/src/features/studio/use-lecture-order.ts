import { ApiError, api as calls, type Lecture } from '@virtual-courses/contract'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { messageOfError } from '#lib/message-of.ts'
import { toast } from '#ui/toast.ts'
import { createOrderSaver, type OrderSaver } from './order-saver.ts'

/** The list with one item taken out and put in at another place, both counted from 0. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const next = [...list]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(to, 0, item)
  return next
}

/** Items in the order of the ids; those that it does not name stay behind them, as they were. */
export function arrange<Item extends { _id: string }>(items: readonly Item[], order: readonly string[] | null): Item[] {
  if (order === null) return [...items]
  const places = new Map(order.map((id, place) => [id, place]))
  const place = ({ _id }: Item) => places.get(_id) ?? order.length
  return items.toSorted((a, b) => place(a) - place(b))
}

/**
 * The lectures of a course in the order that the educator gives them. A move shows at once and is saved behind it; when the server
 * refuses, the order that it has comes back and its reason is said.
 */
export function useLectureOrder(courseId: string, lectures: readonly Lecture[]) {
  const [order, setOrder] = useState<readonly string[] | null>(null)
  const { revalidate } = useRevalidator()
  const refresh = useRef(revalidate)
  useEffect(() => {
    refresh.current = revalidate
  })
  const saver = useRef<OrderSaver>(null)
  saver.current ??= createOrderSaver({
    save: (wanted) => browserApi(calls.lectures.reorder, { params: { courseId }, body: { lectureIds: [...wanted] } }),
    onRefused(error, stands) {
      toast.error(messageOfError(error, 'Something went wrong'))
      const outdated = error instanceof ApiError && error.code === 'lectures_changed'
      setOrder(outdated ? null : stands)
      // another tab has added or removed some: what is shown here is not true any more
      if (outdated) void refresh.current()
    },
  })
  const arranged = arrange(lectures, order)

  return {
    lectures: arranged,
    /** Places count from 0. */
    move(from: number, to: number) {
      const before = arranged.map(({ _id }) => _id)
      const next = moveItem(before, from, to)
      setOrder(next)
      saver.current?.push(next, before)
    },
  }
}
