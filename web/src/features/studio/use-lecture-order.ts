import { ApiError, api as calls, type Lecture } from '@virtual-courses/contract'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { messageOfError } from '#lib/message-of.ts'
import { toast } from '#ui/toast.ts'

type Order = readonly string[]

type Options = {
  save: (order: Order) => Promise<unknown>
  /** Saving failed; `saved` is the order of the server. */
  onError: (error: unknown, saved: Order) => void
}

type OrderSaver = {
  /** Saves an order. `saved` is the order of the server; it is ignored while another order is being saved. */
  push(wanted: Order, saved: Order): void
}

/**
 * Saves orders one after another. Of several that are pushed during a call only the newest is sent. After an error all of them are
 * dropped: they are based on an order that was not saved.
 */
export function createOrderSaver({ save, onError }: Options): OrderSaver {
  let running = false
  let wanted: Order = []
  let current: Order = []

  async function run(): Promise<void> {
    running = true
    while (wanted !== current) {
      const sent = wanted
      try {
        await save(sent)
        current = sent
      } catch (error) {
        wanted = current
        onError(error, current)
      }
    }
    running = false
  }

  return {
    push(next, saved) {
      wanted = next
      if (running) return
      current = saved
      void run()
    },
  }
}

/** Returns the list with one item moved; indexes count from 0. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const next = [...list]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(to, 0, item)
  return next
}

/** Returns the items in the order of the ids; items without an id in it come last, in their order. */
export function arrange<Item extends { _id: string }>(items: readonly Item[], order: readonly string[] | null): Item[] {
  if (order === null) return [...items]
  const indexes = new Map(order.map((id, index) => [id, index]))
  const indexOf = ({ _id }: Item) => indexes.get(_id) ?? order.length
  return items.toSorted((a, b) => indexOf(a) - indexOf(b))
}

/**
 * Returns the lectures of a course in the educator's order, and a function that moves one. A move shows at once and is saved in the
 * background; after an error the order of the server is shown again, with its message.
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
    onError(error, saved) {
      toast.error(messageOfError(error, 'Something went wrong'))
      const outdated = error instanceof ApiError && error.code === 'lectures_changed'
      setOrder(outdated ? null : saved)
      // another tab has added or removed lectures: this page is outdated
      if (outdated) void refresh.current()
    },
  })
  const arranged = arrange(lectures, order)

  return {
    lectures: arranged,
    /** Indexes count from 0. */
    move(from: number, to: number) {
      const before = arranged.map(({ _id }) => _id)
      const next = moveItem(before, from, to)
      setOrder(next)
      saver.current?.push(next, before)
    },
  }
}
