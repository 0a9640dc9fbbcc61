import { useLingui } from '@lingui/react/macro'
import { type Course, api as calls, isolate } from '@virtual-courses/contract'
import {
  ChartLine,
  ClipboardList,
  Copy,
  EllipsisVertical,
  Eye,
  FileInput,
  ListVideo,
  Megaphone,
  MessageCircleQuestionMark,
  Play,
  Radio,
  Star,
  Users,
} from 'lucide-react'
import { useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import type { MenuEntry } from '#ui/overlays/menu-popup.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { Spinner } from '#ui/spinner.tsx'

export type Duplicate = {
  busy: boolean
  /** Makes a copy and passes it on; shows a message after an error. */
  start(courseId: string): Promise<void>
}

/** Copies a course into a draft. Ignored while a copy is being made. */
function useDuplicate(onCopied: (copy: Course) => void): Duplicate {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const working = useRef(false)
  return {
    busy,
    async start(courseId) {
      if (working.current) return
      working.current = true
      setBusy(true)
      try {
        const copy = await browserApi(calls.courses.duplicate, { params: { courseId } })
        toast.success(t`Course Duplicated`)
        onCopied(copy)
      } catch (error) {
        toast.error(failureOf(error, t`Something went wrong`))
      } finally {
        working.current = false
        setBusy(false)
      }
    },
  }
}

type Props = {
  course: { _id: string; title: string }
  onCopied: (copy: Course) => void
  /** Entries that are already shown beside the menu. */
  without?: readonly ('lectures' | 'watch' | 'preview')[]
  size?: 'sm' | 'md'
}

/** Menu with the other actions of an educator's course. */
export function CourseMenu({ course, onCopied, without = [], size = 'md' }: Props) {
  const { t } = useLingui()
  const duplicate = useDuplicate(onCopied)
  const { _id } = course
  const entries: MenuEntry[] = []
  if (!without.includes('preview'))
    entries.push({ label: t`View as a student`, to: studioPaths.coursePreview(_id), icon: <Eye aria-hidden="true" /> })
  if (!without.includes('watch'))
    entries.push({ label: t`Watch lectures`, to: paths.learn(_id), icon: <Play aria-hidden="true" /> })
  if (!without.includes('lectures'))
    entries.push({
      label: t`Edit lectures`,
      to: studioPaths.createLecture(_id),
      icon: <ListVideo aria-hidden="true" />,
    })
  // each lecture there has its room
  if (!without.includes('lectures'))
    entries.push({ label: t`Teach live`, to: studioPaths.createLecture(_id), icon: <Radio aria-hidden="true" /> })
  entries.push(
    { label: t`Students`, to: studioPaths.courseStudents(_id), icon: <Users aria-hidden="true" /> },
    { label: t`Marks`, to: studioPaths.courseMarks(_id), icon: <ClipboardList aria-hidden="true" /> },
    { label: t`Import questions`, to: studioPaths.moveQuestions(_id), icon: <FileInput aria-hidden="true" /> },
    { label: t`Insight`, to: studioPaths.courseInsight(_id), icon: <ChartLine aria-hidden="true" /> },
    {
      label: t`Asked and not found`,
      to: studioPaths.asked(_id),
      icon: <MessageCircleQuestionMark aria-hidden="true" />,
    },
    { label: t`Announcements`, to: studioPaths.announcements(_id), icon: <Megaphone aria-hidden="true" /> },
    { label: t`Reviews`, to: studioPaths.reviews(_id), icon: <Star aria-hidden="true" /> },
    { kind: 'separator' },
    {
      kind: 'action',
      label: t`Duplicate course`,
      icon: <Copy aria-hidden="true" />,
      disabled: duplicate.busy,
      onSelect: () => void duplicate.start(_id),
    },
  )
  return (
    <Menu
      label={t`More for ${{ title: isolate(course.title) }}`}
      entries={entries}
      triggerClass={cx(buttonClass({ variant: 'secondary', size }), size === 'sm' ? 'w-9 px-0!' : 'w-11 px-0!')}
    >
      {duplicate.busy ? <Spinner /> : <EllipsisVertical aria-hidden="true" className="size-4.5" />}
    </Menu>
  )
}
