import { Trans, useLingui } from '@lingui/react/macro'
import { isolate, type Lecture } from '@virtual-courses/contract'
import { FileText, GripVertical, ListChecks, NotebookPen, Radio, VideoOff } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { formatClock } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { studioPaths } from '#lib/work-paths.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { LectureMenu, type LectureMenuProps } from './lecture-menu.tsx'
import { TitleForm } from './title-form.tsx'

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
      {lecture.kind === 'quiz' && (
        <Badge tone="primary" icon={<ListChecks aria-hidden="true" />}>
          <Trans>Quiz</Trans>
        </Badge>
      )}
      {lecture.kind === 'assignment' && (
        <Badge tone="primary" icon={<NotebookPen aria-hidden="true" />}>
          <Trans>Assignment</Trans>
        </Badge>
      )}
      {lecture.kind === undefined && !hasVideo && !lecture.hasText && liveState === 'none' && (
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

type Props = Omit<LectureMenuProps, 'movable' | 'onMove' | 'onRename'> & {
  /** Counts from 1, over all sections. */
  number: number
  /** Row of the list; counts from 0, headings included. */
  index: number
  /** Rows of the list. */
  count: number
  handle: ComponentProps<'button'>
  /** This row is dragged. */
  dragged: boolean
  /** Shift while another row is dragged, in pixels; null otherwise. */
  shift: number | null
  /** Moves the row; `by` is what keeps the focus. */
  onMove: (to: number, by: 'handle' | 'menu') => void
  renaming: boolean
  onRename: (renaming: boolean) => void
  /** Resolves to whether the title was saved. */
  onTitle: (title: string) => Promise<boolean>
  /** it has one, perhaps since the page was loaded */
  hasVideo: boolean
  /** what became of its video */
  video: ReactNode
}

/** Row of a lecture: handle, title, length, badges, and one menu. */
export function LectureRow(props: Props) {
  const { t } = useLingui()
  const { number, index, count, handle, dragged, shift, onMove, renaming, onRename, hasVideo, video, ...rest } = props
  const { lecture, courseId } = rest
  const title = isolate(lecture.lectureTitle)
  const more = useRef<HTMLSpanElement>(null)
  const wasRenaming = useRef(renaming)
  // the form that had the focus is closed
  useEffect(() => {
    if (wasRenaming.current && !renaming) more.current?.querySelector('button')?.focus()
    wasRenaming.current = renaming
  }, [renaming])

  function moveByKey(event: KeyboardEvent) {
    const to = event.key === 'ArrowUp' ? index - 1 : event.key === 'ArrowDown' ? index + 1 : null
    if (to === null) return
    // the page does not scroll
    event.preventDefault()
    if (to >= 0 && to < count) onMove(to, 'handle')
  }

  return (
    <li
      data-lecture={lecture._id}
      style={shift === null ? undefined : { transform: `translateY(${shift}px)` }}
      className={cx(
        'flex items-start gap-x-2 border-line py-2 pe-3 not-last:border-b',
        count > 1 ? 'ps-1.5' : 'ps-5',
        dragged && 'relative z-10 rounded-md bg-surface shadow-lift ring-2 ring-primary',
        shift !== null && 'transition-transform',
      )}
    >
      {count > 1 && (
        <button
          type="button"
          {...handle}
          data-move
          aria-label={t`Move: ${{ title }}`}
          title={t`Drag it, or press the up and down arrow keys`}
          onKeyDown={moveByKey}
          className={cx(
            'grid h-11 w-9 shrink-0 touch-none place-items-center rounded-sm text-subtle select-none hover:bg-tint hover:text-ink',
            dragged ? 'cursor-grabbing' : 'cursor-grab',
          )}
        >
          <GripVertical aria-hidden="true" className="size-5" />
        </button>
      )}
      {renaming ? (
        <TitleForm
          label={t`New title of the lecture “${{ title }}”`}
          initial={lecture.lectureTitle}
          submit={t`Save`}
          onSave={props.onTitle}
          onClose={() => onRename(false)}
        />
      ) : (
        <>
          <div className="min-w-0 flex-1 py-2">
            <p className="leading-snug font-medium wrap-anywhere">
              <Link
                to={studioPaths.editEntry(courseId, lecture)}
                className="inline-block py-0.5 rounded-sm hover:text-link hover:underline hover:underline-offset-4"
              >{t`Lecture - ${number}: ${{ lectureTitle: title }}`}</Link>
            </p>
            <div className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
              <LectureBadges lecture={lecture} hasVideo={hasVideo} />
            </div>
            <div className="mt-1.5 empty:hidden">{video}</div>
            {lecture.liveState === 'live' && (
              <ButtonLink
                to={paths.live(lecture._id)}
                size="sm"
                variant="secondary"
                className="mt-2"
                icon={<Radio aria-hidden="true" className="size-4" />}
                aria-label={t`Open live room: ${{ lectureTitle: title }}`}
              >
                <Trans>Open live room</Trans>
              </ButtonLink>
            )}
          </div>
          {lecture.durationSeconds !== null && (
            <span className="tabular shrink-0 py-2.5 text-sm text-muted">
              <span className="sr-only">{`${t`Length`} `}</span>
              <span>{formatClock(lecture.durationSeconds)}</span>
            </span>
          )}
          <span ref={more} data-more className="shrink-0 py-1">
            <LectureMenu
              {...rest}
              movable={{ up: index > 0, down: index < count - 1 }}
              onRename={() => onRename(true)}
              onMove={(direction) => onMove(direction === 'up' ? index - 1 : index + 1, 'menu')}
            />
          </span>
        </>
      )}
    </li>
  )
}
