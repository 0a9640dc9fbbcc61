import { Trans, useLingui } from '@lingui/react/macro'
import { isolate, type Lecture, maxSections, type Section } from '@virtual-courses/contract'
import {
  ChevronDown,
  ChevronUp,
  EllipsisVertical,
  FileText,
  FolderInput,
  FolderPlus,
  GripVertical,
  PencilLine,
  Radio,
  VideoOff,
} from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { paths } from '#lib/paths.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink, buttonClass } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Menu } from '#ui/overlays/menu.tsx'

type MoveButtonsProps = {
  /** Title of the lecture. */
  title: string
  /** Counts from 0. */
  index: number
  count: number
  onMove: (to: number) => void
}

const button =
  'grid size-9 place-items-center transition-colors not-aria-disabled:hover:bg-tint aria-disabled:text-subtle aria-disabled:opacity-50 focus-visible:-outline-offset-2'

/** Moves a lecture up or down, without dragging. At the ends a button is only marked as disabled, so that it keeps the focus. */
function MoveButtons({ title, index, count, onMove }: MoveButtonsProps) {
  const { t } = useLingui()
  const moves = [
    { label: t`Move up: ${{ title: isolate(title) }}`, to: index - 1, Icon: ChevronUp, direction: 'up' },
    { label: t`Move down: ${{ title: isolate(title) }}`, to: index + 1, Icon: ChevronDown, direction: 'down' },
  ]
  return (
    <span className="inline-flex overflow-hidden rounded-sm border border-line-strong">
      {moves.map(({ label, to, Icon, direction }) => {
        const possible = to >= 0 && to < count
        return (
          <button
            key={direction}
            type="button"
            aria-label={label}
            aria-disabled={!possible || undefined}
            data-move={direction}
            onClick={() => possible && onMove(to)}
            className={cx(button, direction === 'down' && 'border-s border-line-strong')}
          >
            <Icon aria-hidden="true" className="size-4.5" />
          </button>
        )
      })}
    </span>
  )
}

/** Badges of a lecture: live session, missing video, free preview. */
function LectureBadges({ lecture, hasVideo }: { lecture: Lecture; hasVideo: boolean }) {
  const { liveState, liveStartTime } = lecture
  return (
    <>
      {liveState === 'scheduled' && (
        <Badge tone="primary" icon={<Radio aria-hidden="true" />}>
          {liveStartTime ? (
            <span>
              <Trans>
                Live <ReaderTime iso={liveStartTime} look="dateTime" />
              </Trans>
            </span>
          ) : (
            <Trans>Live</Trans>
          )}
        </Badge>
      )}
      {liveState === 'live' && (
        <Badge tone="danger" icon={<Radio aria-hidden="true" />}>
          <Trans>Live now</Trans>
        </Badge>
      )}
      {liveState === 'ended' && (
        <Badge>
          <Trans>Live session ended</Trans>
        </Badge>
      )}
      {lecture.hasText && (
        <Badge icon={<FileText aria-hidden="true" />}>
          <Trans>Text</Trans>
        </Badge>
      )}
      {!hasVideo && !lecture.hasText && liveState === 'none' && (
        <Badge tone="accent" icon={<VideoOff aria-hidden="true" />}>
          <Trans>No video yet</Trans>
        </Badge>
      )}
      {lecture.isPreviewFree && (
        <Badge tone="success">
          <Trans>Free preview</Trans>
        </Badge>
      )}
    </>
  )
}

type Props = {
  courseId: string
  /** Counts from 1, over all sections. */
  number: number
  /** Row of the list; counts from 0, headings included. */
  index: number
  /** Rows of the list. */
  count: number
  handle: ComponentProps<'span'>
  /** This row is dragged. */
  dragged: boolean
  /** Shift while another row is dragged, in pixels; null otherwise. */
  shift: number | null
  onMove: (to: number) => void
  /** it has one, perhaps since the page was loaded */
  hasVideo: boolean
  /** what became of its video */
  video: ReactNode
} & SectionMenuProps

type SectionMenuProps = {
  lecture: Lecture
  /** The lecture's section; null before the first one. */
  section: Section | null
  /** All sections of the course, in order. */
  sections: readonly Section[]
  onMoveInto: (sectionId: string | null) => void
  /** Begins a section with this lecture. */
  onStartSection: () => void
}

/** Menu that moves a lecture to another section, or begins one with it. */
function SectionMenu({ lecture, section, sections, onMoveInto, onStartSection }: SectionMenuProps) {
  const { t } = useLingui()
  return (
    <Menu
      label={t`Section of ${{ lectureTitle: isolate(lecture.lectureTitle) }}`}
      triggerClass={cx(buttonClass({ variant: 'ghost', size: 'sm' }), 'mt-1 -me-1 w-9 shrink-0 px-0!')}
      entries={[
        {
          kind: 'action',
          label: t`Start a section here`,
          icon: <FolderPlus aria-hidden="true" />,
          disabled: sections.length >= maxSections,
          onSelect: onStartSection,
        },
        ...(section
          ? [
              {
                kind: 'action' as const,
                label: t`Move before the sections`,
                icon: <FolderInput aria-hidden="true" />,
                onSelect: () => onMoveInto(null),
              },
            ]
          : []),
        ...sections.flatMap((one, index) =>
          one._id === section?._id
            ? []
            : [
                {
                  kind: 'action' as const,
                  // numbered, because titles may be the same
                  label: t`Move to section ${{ number: index + 1 }}: ${{ title: isolate(one.title) }}`,
                  icon: <FolderInput aria-hidden="true" />,
                  onSelect: () => onMoveInto(one._id),
                },
              ],
        ),
      ]}
    >
      <EllipsisVertical aria-hidden="true" className="size-4.5" />
    </Menu>
  )
}

/** Row of a lecture: handle, title, badges and actions. */
export function LectureRow(props: Props) {
  const { t } = useLingui()
  const { courseId, number, index, count, handle, dragged, shift, onMove, hasVideo, video, ...inSection } = props
  const { lecture } = inSection
  return (
    <li
      data-lecture={lecture._id}
      style={shift === null ? undefined : { transform: `translateY(${shift}px)` }}
      className={cx(
        'flex items-start gap-x-2 border-line py-3 pe-4 not-last:border-b',
        count > 1 ? 'ps-1.5' : 'ps-5',
        dragged && 'relative z-10 rounded-md bg-surface shadow-lift ring-2 ring-primary',
        shift !== null && 'transition-transform',
      )}
    >
      {count > 1 && (
        // for pointers only: the buttons beside it do the same
        <span
          {...handle}
          aria-hidden="true"
          title={t`Drag to change the order`}
          className={cx(
            'grid h-11 w-9 shrink-0 touch-none place-items-center rounded-sm text-subtle select-none hover:bg-tint hover:text-ink',
            dragged ? 'cursor-grabbing' : 'cursor-grab',
          )}
        >
          <GripVertical className="size-5" />
        </span>
      )}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2 py-1">
        <div className="min-w-0 flex-1 basis-56">
          <p className="leading-snug font-medium wrap-anywhere">{t`Lecture - ${number}: ${{ lectureTitle: isolate(lecture.lectureTitle) }}`}</p>
          <div className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
            <LectureBadges lecture={lecture} hasVideo={hasVideo} />
          </div>
          <div className="mt-1.5 empty:hidden">{video}</div>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {count > 1 && <MoveButtons title={lecture.lectureTitle} index={index} count={count} onMove={onMove} />}
          <ButtonLink
            to={paths.live(lecture._id)}
            size="sm"
            variant="ghost"
            icon={<Radio aria-hidden="true" className="size-4" />}
            aria-label={
              lecture.liveState === 'live'
                ? t`Open live room: ${{ lectureTitle: isolate(lecture.lectureTitle) }}`
                : t`Teach live: ${{ lectureTitle: isolate(lecture.lectureTitle) }}`
            }
          >
            {lecture.liveState === 'live' ? t`Open live room` : t`Teach live`}
          </ButtonLink>
          <ButtonLink
            to={paths.editLecture(courseId, lecture._id)}
            size="sm"
            variant="secondary"
            icon={<PencilLine aria-hidden="true" className="size-4" />}
            aria-label={t`Edit lecture ${number}: ${{ lectureTitle: isolate(lecture.lectureTitle) }}`}
          >
            <Trans>Edit</Trans>
          </ButtonLink>
        </div>
      </div>
      <SectionMenu {...inSection} />
    </li>
  )
}
