import { useLingui } from '@lingui/react/macro'
import type { Lecture, Section } from '@virtual-courses/contract'
import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { writtenIn } from '#lib/text/written-in.ts'
import { cx } from '#ui/cx.ts'
import type { Slot } from '#ui/slot.ts'
import { lecturesInWords } from './lecture-lengths.ts'

type Group = {
  /** null for the lectures before the first section */
  section: Section | null
  lectures: Lecture[]
  /** number of lectures before it in the course */
  before: number
}

/**
 * Returns the lectures of a course by their sections, in order; sections without lectures are left out. A lecture whose section is not
 * known, since it was added while the course was read, is listed with those before it.
 */
export function groupLectures(lectures: readonly Lecture[], sections: readonly Section[] = []): Group[] {
  const known = new Map(sections.map((section) => [section._id, section]))
  const groups: Group[] = []
  for (const [before, lecture] of lectures.entries()) {
    const last = groups.at(-1)
    const section = lecture.sectionId === undefined ? null : (known.get(lecture.sectionId) ?? last?.section ?? null)
    if (last && last.section?._id === section?._id) last.lectures.push(lecture)
    else groups.push({ section, lectures: [lecture], before })
  }
  return groups
}

type Props = {
  group: Group
  /** of the course */
  language?: string | undefined
  /** Open at first; when it becomes true later, the section opens. */
  open: boolean
  className?: string
  children: Slot
}

/** A section of a course, which can be closed; the lectures before the first section are only listed. */
export function SectionGroup({ group: { section, lectures }, language, open, className, children }: Props) {
  const { i18n } = useLingui()
  const [shown, setShown] = useState(open)
  useEffect(() => {
    if (open) setShown(true)
  }, [open])
  if (!section) return children
  return (
    <details open={shown} onToggle={({ currentTarget }) => setShown(currentTarget.open)} className="group">
      <summary
        className={cx(
          'flex min-h-14 cursor-pointer items-center gap-3 bg-tint py-2.5 transition-colors select-none focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden',
          className,
        )}
      >
        <div className="min-w-0 flex-1">
          <h3 {...writtenIn(language)} className="font-sans text-base leading-snug font-semibold wrap-anywhere">
            {section.title}
          </h3>
          <p className="text-sm text-muted">{lecturesInWords(lectures, i18n)}</p>
        </div>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      {children}
    </details>
  )
}
