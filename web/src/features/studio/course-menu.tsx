import type { Course } from '@virtual-courses/contract'
import { Copy, EllipsisVertical, Eye, ListVideo, Play, Star, Users } from 'lucide-react'
import { paths } from '#lib/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Menu } from '#ui/menu.tsx'
import type { MenuEntry } from '#ui/menu-popup.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useDuplicate } from './use-duplicate.ts'

type Props = {
  course: { _id: string; title: string }
  onCopied: (copy: Course) => void
  /** what stands beside the menu anyway */
  without?: readonly ('lectures' | 'watch' | 'preview')[]
  size?: 'sm' | 'md'
}

/** Everything else that can be done with a course of one's own. */
export function CourseMenu({ course, onCopied, without = [], size = 'md' }: Props) {
  const duplicate = useDuplicate(onCopied)
  const { _id } = course
  const entries: MenuEntry[] = []
  if (!without.includes('preview'))
    entries.push({ label: 'View as a student', to: paths.coursePreview(_id), icon: <Eye aria-hidden="true" /> })
  if (!without.includes('watch'))
    entries.push({ label: 'Watch lectures', to: paths.learn(_id), icon: <Play aria-hidden="true" /> })
  if (!without.includes('lectures'))
    entries.push({ label: 'Edit lectures', to: paths.createLecture(_id), icon: <ListVideo aria-hidden="true" /> })
  entries.push(
    { label: 'Students', to: paths.courseStudents(_id), icon: <Users aria-hidden="true" /> },
    { label: 'Reviews', to: paths.myReviews(_id), icon: <Star aria-hidden="true" /> },
    { kind: 'separator' },
    {
      kind: 'action',
      label: 'Duplicate course',
      icon: <Copy aria-hidden="true" />,
      disabled: duplicate.busy,
      onSelect: () => void duplicate.start(_id),
    },
  )
  return (
    <Menu
      label={`More for ${course.title}`}
      entries={entries}
      triggerClass={cx(buttonClass({ variant: 'secondary', size }), size === 'sm' ? 'w-9 px-0!' : 'w-11 px-0!')}
    >
      {duplicate.busy ? <Spinner /> : <EllipsisVertical aria-hidden="true" className="size-4.5" />}
    </Menu>
  )
}
