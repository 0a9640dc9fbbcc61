import { Trans, useLingui } from '@lingui/react/macro'
import type { Lecture, Section } from '@virtual-courses/contract'
import { CirclePlay, FileText, ListChecks, Lock, NotebookPen, Radio, Volume2 } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useFormats } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { cx } from '#ui/cx.ts'
import type { Slot } from '#ui/slot.ts'
import { groupLectures, SectionGroup } from './section-group.tsx'

type Props = {
  courseId: string
  lectures: readonly Lecture[]
  sections?: readonly Section[] | undefined
  /** of the course */
  language?: string | undefined
  /** id of the lecture that is shown */
  current: string | null
  /** false for lectures that this user may not watch (yet) */
  mayWatch: (lecture: Lecture) => boolean
  /** when and why a lecture opens that is closed to this user */
  closed?: (lecture: Lecture) => string | undefined
  /** shown before a lecture: its tick */
  tick?: (lecture: Lecture) => Slot
  /** shown below a title: the state of its live session */
  mark?: (lecture: Lecture) => Slot
}

/** Entries that have a page of their own. */
const entryIcons = { quiz: ListChecks, assignment: NotebookPen }

type RowProps = Omit<Props, 'lectures' | 'sections'> & { lecture: Lecture /** counts from 1 */; number: number }

function LectureRow({ courseId, lecture, language, number, current, mayWatch, closed, tick, mark }: RowProps) {
  const { formatLength } = useFormats()
  const { t } = useLingui()
  const active = lecture._id === current
  const opens = closed?.(lecture)
  const open = mayWatch(lecture) && opens === undefined
  const live = lecture.videoUrl === '' && lecture.liveState !== 'none'
  const text = lecture.videoUrl === '' && lecture.hasText
  const { kind } = lecture
  const other = kind && entryIcons[kind]
  const Icon = !open ? Lock : other ? other : live ? Radio : text ? FileText : active ? Volume2 : CirclePlay
  return (
    <li
      key={lecture._id}
      className={cx(
        'flex items-center border-t border-line',
        active ? 'bg-primary-soft text-on-primary-soft' : 'hover:bg-tint',
      )}
    >
      <span className="ms-2 grid size-11 shrink-0 place-items-center">{open && tick?.(lecture)}</span>
      <Link
        // what is closed says why in the player's place
        to={
          other && !opens
            ? paths.entry(courseId, lecture)
            : { search: `?${new URLSearchParams({ lecture: lecture._id })}` }
        }
        preventScrollReset={!other || opens !== undefined}
        aria-current={active ? 'true' : undefined}
        className={cx(
          'flex min-h-14 min-w-0 flex-1 items-center gap-3 py-2.5 pe-5 ps-1 focus-visible:-outline-offset-2',
          active && 'font-semibold',
        )}
      >
        <span className="min-w-0 flex-1">
          <span className="block leading-snug wrap-anywhere">
            <span className="tabular">{`${number}.`}</span>
            <span> </span>
            <bdi {...writtenIn(language)}>{lecture.lectureTitle}</bdi>
          </span>
          {(lecture.durationSeconds !== null || text || other) && (
            <span className={cx('block text-sm font-normal', !active && 'text-muted')}>
              {kind === 'quiz'
                ? t`Quiz`
                : kind === 'assignment'
                  ? t`Assignment`
                  : lecture.durationSeconds === null
                    ? t`Text`
                    : formatLength(lecture.durationSeconds)}
            </span>
          )}
          {opens && <span className={cx('block text-sm font-normal', !active && 'text-muted')}>{opens}</span>}
          {mark?.(lecture)}
        </span>
        <Icon aria-hidden="true" className={cx('size-5 shrink-0', !active && 'text-muted')} />
      </Link>
    </li>
  )
}

/**
 * The lectures beside the player, by sections; the one with the current lecture is open, or the first. Each lecture has its own address:
 * reloading and going back keep it.
 */
export function LectureList({ lectures, sections, ...rest }: Props) {
  if (lectures.length === 0)
    return (
      <p className="px-5 py-6 text-muted">
        <Trans>No lectures available.</Trans>
      </p>
    )
  const groups = groupLectures(lectures, sections)
  return groups.map((group, index) => (
    <SectionGroup
      key={group.section?._id ?? ''}
      group={group}
      language={rest.language}
      open={rest.current === null ? index === 0 : group.lectures.some(({ _id }) => _id === rest.current)}
      className="border-t border-line px-5"
    >
      <ol>
        {group.lectures.map((lecture, place) => (
          <LectureRow key={lecture._id} lecture={lecture} number={group.before + place + 1} {...rest} />
        ))}
      </ol>
    </SectionGroup>
  ))
}
