import { useLingui } from '@lingui/react/macro'
import {
  ApiError,
  type BodyInput,
  type CourseDetails,
  api as calls,
  isolate,
  type Lecture,
  type Outline,
  type Section,
} from '@virtual-courses/contract'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { isChangedElsewhere, useWholeEdit } from '#lib/forms/use-edit.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { toast } from '#ui/overlays/toast.ts'

type Order = readonly string[]

type Options = {
  save: (order: Order) => Promise<unknown>
  /** Saving failed; `saved` is the order of the server. */
  onError: (error: unknown, saved: Order) => void
}

type OrderSaver = {
  /** Saves an order. `saved` is the order of the server; it is ignored while another order is being saved. */
  push(wanted: Order, saved: Order): void
  /** Resolves when nothing is being saved. */
  idle(): Promise<void>
}

/**
 * Saves orders one after another. Of several that are pushed during a call only the newest is sent. After an error all of them are
 * dropped: they are based on an order that was not saved.
 */
export function createOrderSaver({ save, onError }: Options): OrderSaver {
  let running: Promise<void> | null = null
  let wanted: Order = []
  let current: Order = []

  async function run(): Promise<void> {
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
    running = null
  }

  return {
    push(next, saved) {
      wanted = next
      if (running) return
      current = saved
      running = run()
    },
    idle: async () => running ?? undefined,
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
export function arrange<Item extends { _id: string }>(items: readonly Item[], order: Order | null): Item[] {
  if (order === null) return [...items]
  const indexes = new Map(order.map((id, index) => [id, index]))
  const indexOf = ({ _id }: Item) => indexes.get(_id) ?? order.length
  return items.toSorted((a, b) => indexOf(a) - indexOf(b))
}

/** A row of the list: the heading of a section, or a lecture, which belongs to the last heading before it. */
export type OutlineRow =
  | {
      kind: 'section'
      _id: string
      section: Section /** lectures in it, and the seconds of their videos */
      count: number
      seconds: number
    }
  | {
      kind: 'lecture'
      _id: string
      lecture: Lecture /** counts from 1, over all sections */
      number: number
      section: Section | null
    }

type Rows = Pick<Outline, 'lectures' | 'sections'>

/** Returns the rows of a course, in an order of their ids or in that of the server. */
export function outlineRows({ lectures, sections }: Rows, order: Order | null): OutlineRow[] {
  const of = (id: string | undefined) => lectures.filter(({ sectionId }) => sectionId === id)
  const ids = new Set(sections.map(({ _id }) => _id))
  const known: (Lecture | Section)[] = [
    ...of(undefined),
    ...sections.flatMap((section) => [section, ...of(section._id)]),
    // another tab has added their section: they are shown until the course is read again
    ...lectures.filter(({ sectionId }) => sectionId !== undefined && !ids.has(sectionId)),
  ]
  const rows: OutlineRow[] = []
  let heading: Extract<OutlineRow, { kind: 'section' }> | null = null
  let number = 0
  for (const one of arrange(known, order)) {
    if ('lectureTitle' in one) {
      number += 1
      if (heading) {
        heading.count += 1
        heading.seconds += one.durationSeconds ?? 0
      }
      rows.push({ kind: 'lecture', _id: one._id, lecture: one, number, section: heading?.section ?? null })
    } else {
      heading = { kind: 'section', _id: one._id, section: one, count: 0, seconds: 0 }
      rows.push(heading)
    }
  }
  return rows
}

/** Returns the body of "save the outline" for an order of rows. */
export function outlineBody(order: Order, sectionIds: ReadonlySet<string>): BodyInput<typeof calls.sections.arrange> {
  return { rows: order.map((id) => ({ kind: sectionIds.has(id) ? 'section' : 'lecture', id })) }
}

const orderOf = (rows: readonly OutlineRow[]): string[] => rows.map(({ _id }) => _id)

/** Returns the rows as lines of a text. */
const rowsText = (rows: readonly OutlineRow[]): string =>
  rows
    .map((row) => (row.kind === 'section' ? row.section.title : `${row.number}. ${isolate(row.lecture.lectureTitle)}`))
    .join('\n')

/**
 * Compares the order that was wanted with the server's, of which `base` was known: both as texts, the same where no one else has moved a
 * row. `order` is the wanted one with what was added elsewhere at its end, and without what was removed.
 */
export function compareOrders(base: Order, wanted: Order, now: Rows): { order: Order; mine: string; theirs: string } {
  const [mine, theirs] = [outlineRows(now, wanted), outlineRows(now, null)]
  const order = orderOf(mine)
  const stored = orderOf(theirs)
  const [known, present] = [new Set(base), new Set(stored)]
  const before = base.filter((id) => present.has(id))
  const moved = stored.filter((id) => known.has(id)).some((id, index) => id !== before[index])
  return moved ? { order, mine: rowsText(mine), theirs: rowsText(theirs) } : { order, mine: '', theirs: '' }
}

/** The order that is stored was chosen, or nothing yet: the page shows it again. */
class OtherOrder extends Error {}

/** Returns the index at which a lecture is inserted into `rows` to be the last of a section; null is the part before the first. */
function endOf(rows: readonly OutlineRow[], sectionId: string | null): number {
  const start = sectionId === null ? 0 : rows.findIndex(({ _id }) => _id === sectionId) + 1
  const next = rows.findIndex(({ kind }, index) => index >= start && kind === 'section')
  return next < 0 ? rows.length : next
}

/** Returns the order after a lecture was moved to the end of a section. */
export function moveInto(rows: readonly OutlineRow[], lectureId: string, sectionId: string | null): string[] {
  const others = rows.filter(({ _id }) => _id !== lectureId)
  return orderOf(others).toSpliced(endOf(others, sectionId), 0, lectureId)
}

/** Returns the order after a section was moved with its lectures, before the section above it or behind the one below. */
export function moveSection(rows: readonly OutlineRow[], sectionId: string, direction: 'up' | 'down'): string[] {
  const blocks: string[][] = [[]]
  for (const { kind, _id } of rows) {
    if (kind === 'section') blocks.push([_id])
    else blocks.at(-1)?.push(_id)
  }
  const from = blocks.findIndex(([first], index) => index > 0 && first === sectionId)
  const to = direction === 'up' ? from - 1 : from + 1
  if (from < 1 || to < 1 || to >= blocks.length) return orderOf(rows)
  return moveItem(blocks, from, to).flat()
}

/** Reads the outline of an own course. */
async function fetchOutline(courseId: string): Promise<Outline> {
  const { sections, lectures, outlineVersion = '' } = await browserApi(calls.courses.get, { params: { courseId } })
  return { sections, lectures, outlineVersion }
}

/** Reads the title of an own lecture, and the version that an edit of it names. */
async function fetchTitle(lectureId: string): Promise<{ title: string; version: string }> {
  const { editing } = await browserApi(calls.lectures.content, { params: { lectureId } })
  if (!editing) throw new Error('This lecture belongs to someone else')
  return { title: editing.lectureTitle, version: editing.version }
}

/** The title that a list showed is not the stored one. */
class OtherTitle extends Error {}

/**
 * The sections and lectures of a course in the educator's order, with functions that change them. A move shows at once and is saved in
 * the background; after an error the order of the server is shown again, with its message.
 */
export function useOutline(course: Pick<CourseDetails, '_id' | 'lectures' | 'sections' | 'outlineVersion'>) {
  const { t } = useLingui()
  const courseId = course._id
  const stored = (): Outline => ({
    lectures: [...course.lectures],
    sections: [...course.sections],
    outlineVersion: course.outlineVersion ?? '',
  })
  const [outline, setOutline] = useState(stored)
  const [order, setOrder] = useState<Order | null>(null)
  /** the last order that the server has told, with its version */
  const known = useRef({ order: orderOf(outlineRows(outline, null)), version: outline.outlineVersion })
  // the course was read again
  const [read, setRead] = useState(course)
  if (read !== course) {
    setRead(course)
    const now = stored()
    setOutline(now)
    known.current = { order: orderOf(outlineRows(now, null)), version: now.outlineVersion }
  }
  const edit = useWholeEdit()
  const { revalidate } = useRevalidator()
  const latest = useRef({ revalidate, sections: outline.sections })
  useEffect(() => {
    latest.current = { revalidate, sections: outline.sections }
  })

  function report(error: unknown): boolean {
    if (error instanceof OtherOrder) {
      void latest.current.revalidate()
      return true
    }
    toast.error(failureOf(error, t`Something went wrong`))
    const outdated = error instanceof ApiError && (error.code === 'lectures_changed' || error.code === 'not_found')
    // another tab has changed the course: this page is outdated
    if (outdated) void latest.current.revalidate()
    return outdated
  }

  const saver = useRef<OrderSaver>(null)
  saver.current ??= createOrderSaver({
    async save(wanted) {
      let order = wanted
      let { sections } = latest.current
      let compared = false
      const outcome = await edit.save({
        label: t`Order of the lectures`,
        version: known.current.version,
        async send(version) {
          const body = { ...outlineBody(order, new Set(sections.map(({ _id }) => _id))), version: version || undefined }
          const reply = await browserApi(calls.sections.arrange, { params: { courseId }, body })
          known.current = { order: [...order], version: reply.outlineVersion }
        },
        async compare() {
          const now = await fetchOutline(courseId)
          compared = true
          sections = now.sections
          const { mine, theirs, ...merged } = compareOrders(known.current.order, order, now)
          order = merged.order
          return { version: now.outlineVersion, mine, theirs }
        },
      })
      if (outcome !== 'saved') throw new OtherOrder()
      // there may be rows that this page does not know
      if (compared) void latest.current.revalidate()
    },
    onError: (error, saved) => setOrder(report(error) ? null : saved),
  })
  const rows = outlineRows(outline, order)

  const showLecture = (lectureId: string, changes: Partial<Lecture>) =>
    setOutline((before) => ({
      ...before,
      lectures: before.lectures.map((one) => (one._id === lectureId ? { ...one, ...changes } : one)),
    }))

  /** Renames a lecture, and asks where the title was changed elsewhere. Resolves to whether the list shows what is stored. */
  async function renameLecture({ _id: lectureId, lectureTitle }: Lecture, title: string): Promise<boolean> {
    let known = lectureTitle
    try {
      const outcome = await edit.save<{ title: string; version: string } | undefined>({
        label: t`Lecture title`,
        version: undefined,
        async send(read) {
          const now = read ?? (await fetchTitle(lectureId))
          if (!read && now.title !== known) throw new OtherTitle()
          const body = { lectureTitle: title, version: now.version }
          const { lecture } = await browserApi(calls.lectures.edit, { params: { lectureId }, body })
          known = lecture.lectureTitle
        },
        async compare() {
          const now = await fetchTitle(lectureId)
          // texts or video of the lecture may have changed, and not its title
          const same = now.title === known
          known = now.title
          return { version: now, mine: same ? '' : title, theirs: same ? '' : now.title }
        },
        isConflict: (error) => error instanceof OtherTitle || isChangedElsewhere(error),
      })
      if (outcome === 'canceled') return false
      showLecture(lectureId, { lectureTitle: known })
      return true
    } catch (error) {
      report(error)
      return false
    }
  }

  function put(next: Order): Order {
    setOrder(next)
    saver.current?.push(next, orderOf(rows))
    return next
  }

  /**
   * Shows the outline of a reply, which contains every order that was saved before. `moves: false` keeps the order that is shown: rows
   * may have been moved since the call was sent. Returns undefined after an error.
   */
  async function change<Reply extends Outline>(
    send: () => Promise<Reply | undefined>,
    { moves = true } = {},
  ): Promise<Reply | undefined> {
    await saver.current?.idle()
    try {
      const reply = await send()
      if (!reply) return undefined
      const { lectures, sections, outlineVersion } = reply
      setOutline({ lectures, sections, outlineVersion })
      known.current = { order: orderOf(outlineRows(reply, null)), version: outlineVersion }
      if (moves) setOrder(null)
      return reply
    } catch (error) {
      report(error)
      return undefined
    }
  }

  return {
    rows,
    sections: rows.flatMap((row) => (row.kind === 'section' ? [row.section] : [])),
    /** Moves a row and returns the new order; indexes count from 0. */
    move: (from: number, to: number) => put(moveItem(orderOf(rows), from, to)),
    /** Moves a lecture to the end of a section; null is the part before the first one. */
    moveInto: (lectureId: string, sectionId: string | null) => put(moveInto(rows, lectureId, sectionId)),
    moveSection: (sectionId: string, direction: 'up' | 'down') => put(moveSection(rows, sectionId, direction)),
    /** Shows a lecture that was created: the server has put it at the end. */
    append: (lecture: Lecture) => setOutline((before) => ({ ...before, lectures: [...before.lectures, lecture] })),
    /** Leaves out a lecture that was removed. */
    drop: (lectureId: string) => {
      setOutline((before) => ({ ...before, lectures: before.lectures.filter(({ _id }) => _id !== lectureId) }))
      void revalidate()
    },
    renameLecture,
    /** Adds a section at the end, or one that begins at a lecture. */
    addSection: (title: string, firstLectureId?: string) =>
      change(() => browserApi(calls.sections.create, { params: { courseId }, body: { title, firstLectureId } })),
    renameSection: ({ _id: sectionId, version: read }: Section, title: string) =>
      change(
        async () => {
          let reply: Outline | undefined
          const outcome = await edit.save({
            label: t`Title of the section`,
            version: read,
            async send(version) {
              reply = await browserApi(calls.sections.rename, { params: { sectionId }, body: { title, version } })
            },
            async compare() {
              reply = await fetchOutline(courseId)
              const now = reply.sections.find(({ _id }) => _id === sectionId)
              return { version: now?.version, mine: title, theirs: now?.title ?? '' }
            },
          })
          return outcome === 'canceled' ? undefined : reply
        },
        { moves: false },
      ),
    elsewhere: edit.elsewhere,
    removeSection: (sectionId: string) => change(() => browserApi(calls.sections.remove, { params: { sectionId } })),
  }
}

export type OutlineEditor = ReturnType<typeof useOutline>
