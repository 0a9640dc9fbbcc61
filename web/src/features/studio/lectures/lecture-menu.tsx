import { useLingui } from '@lingui/react/macro'
import { isolate, type Lecture, maxSections, type Section } from '@virtual-courses/contract'
import {
  ChevronDown,
  ChevronUp,
  EllipsisVertical,
  FolderInput,
  FolderPlus,
  PencilLine,
  Radio,
  TextCursorInput,
  Trash2,
} from 'lucide-react'
import { paths } from '#lib/paths.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import type { MenuEntry } from '#ui/overlays/menu-popup.tsx'

export type LectureMenuProps = {
  courseId: string
  lecture: Lecture
  /** whether it can be moved up and down */
  movable: { up: boolean; down: boolean }
  /** The lecture's section; null before the first one. */
  section: Section | null
  /** All sections of the course, in order. */
  sections: readonly Section[]
  onRename: () => void
  onMove: (direction: 'up' | 'down') => void
  onMoveInto: (sectionId: string | null) => void
  /** Begins a section with this lecture. */
  onStartSection: () => void
  onRemove: () => void
}

/** Everything that can be done with a lecture of the list. */
export function LectureMenu(props: LectureMenuProps) {
  const { t } = useLingui()
  const { courseId, lecture, movable, section, sections } = props
  const icon = (Icon: typeof Radio) => <Icon aria-hidden="true" />
  const entries: MenuEntry[] = [
    { label: t`Edit`, to: studioPaths.editEntry(courseId, lecture), icon: icon(PencilLine) },
    { kind: 'action', label: t`Rename`, icon: icon(TextCursorInput), onSelect: props.onRename },
    // other entries have no sessions
    ...(lecture.kind === undefined
      ? [
          {
            label: lecture.liveState === 'live' ? t`Open live room` : t`Teach live`,
            to: paths.live(lecture._id),
            icon: icon(Radio),
          },
        ]
      : []),
    { kind: 'separator' },
    {
      kind: 'action',
      label: t`Move up`,
      icon: icon(ChevronUp),
      disabled: !movable.up,
      onSelect: () => props.onMove('up'),
    },
    {
      kind: 'action',
      label: t`Move down`,
      icon: icon(ChevronDown),
      disabled: !movable.down,
      onSelect: () => props.onMove('down'),
    },
    {
      kind: 'action',
      label: t`Start a section here`,
      icon: icon(FolderPlus),
      disabled: sections.length >= maxSections,
      onSelect: props.onStartSection,
    },
  ]
  if (section)
    entries.push({
      kind: 'action',
      label: t`Move before the sections`,
      icon: icon(FolderInput),
      onSelect: () => props.onMoveInto(null),
    })
  for (const [index, one] of sections.entries())
    if (one._id !== section?._id)
      entries.push({
        kind: 'action',
        // numbered, because titles may be the same
        label: t`Move to section ${{ number: index + 1 }}: ${{ title: isolate(one.title) }}`,
        icon: icon(FolderInput),
        onSelect: () => props.onMoveInto(one._id),
      })
  entries.push(
    { kind: 'separator' },
    { kind: 'action', label: t`Remove Lecture`, icon: icon(Trash2), danger: true, onSelect: props.onRemove },
  )
  return (
    <Menu
      label={t`More for ${{ title: isolate(lecture.lectureTitle) }}`}
      triggerClass={cx(buttonClass({ variant: 'ghost', size: 'sm' }), '-me-1 w-9 shrink-0 px-0!')}
      entries={entries}
    >
      <EllipsisVertical aria-hidden="true" className="size-4.5" />
    </Menu>
  )
}
