import { Trans, useLingui } from '@lingui/react/macro'
import type { EntryState, Lecture, Section } from '@virtual-courses/contract'
import { CirclePlay, FileText, Lock } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useFormats } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { preloadPreview } from './lazy-preview.tsx'
import { preloadPlayer } from './preload-player.ts'
import { groupLectures, SectionGroup } from './section-group.tsx'

type Props = {
  courseId: string
  /** of the course */
  language?: string | undefined
  lectures: readonly Lecture[]
  sections?: readonly Section[] | undefined
  /** id of the preview that plays */
  playing: string | null
  onPlay: (lecture: Lecture) => void
  /** the viewer may watch every lecture: those that are no preview lead to the player's page */
  open: boolean
  /** of a student: what is closed to them, and when it opens */
  entries?: readonly EntryState[] | undefined
}

type RowProps = Omit<Props, 'lectures' | 'sections'> & { lecture: Lecture }

const row = 'flex min-h-14 w-full items-center gap-3 px-4 py-3 text-start [&_svg]:size-5 [&_svg]:shrink-0'

function Length({ lecture: { durationSeconds, hasText, kind } }: { lecture: Lecture }) {
  const { formatLength } = useFormats()
  const { t } = useLingui()
  if (durationSeconds === null && !hasText && kind === undefined) return null
  return (
    <span className="tabular shrink-0 text-sm font-normal text-muted">
      {kind === 'quiz'
        ? t`Quiz`
        : kind === 'assignment'
          ? t`Assignment`
          : durationSeconds === null
            ? t`Text`
            : formatLength(durationSeconds)}
    </span>
  )
}

const link = 'font-medium transition-colors hover:bg-tint focus-visible:-outline-offset-2 [&_svg]:text-link'

/** A lecture: a free preview plays here, another one leads to its page for those who may watch it. */
function CurriculumRow({ lecture, courseId, language, playing, onPlay, open, entries }: RowProps) {
  // a quiz or an assignment has a page of its own
  const other = lecture.kind !== undefined
  const opening = entries?.find(({ lectureId }) => lectureId === lecture._id)?.opening
  const Icon =
    opening || !(open || lecture.isPreviewFree)
      ? Lock
      : other || (lecture.hasText && lecture.videoUrl === '')
        ? FileText
        : CirclePlay
  const title = (
    <>
      <Icon aria-hidden="true" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span {...writtenIn(language)}>{lecture.lectureTitle}</span>
        {opening && <span className="block text-sm font-normal text-muted">{opening.sentence}</span>}
      </span>
    </>
  )
  return (
    <li>
      {lecture.isPreviewFree && !other ? (
        <button
          type="button"
          aria-pressed={playing === lecture._id}
          onPointerEnter={preloadPreview}
          onClick={() => onPlay(lecture)}
          className={cx(row, link, playing === lecture._id && 'bg-primary-soft text-on-primary-soft')}
        >
          {title}
          <Badge tone="success">
            <Trans>Preview</Trans>
          </Badge>
          <Length lecture={lecture} />
        </button>
      ) : open ? (
        <Link
          to={paths.entry(courseId, lecture)}
          onPointerEnter={other ? undefined : preloadPlayer}
          className={cx(row, link)}
        >
          {title}
          <Length lecture={lecture} />
        </Link>
      ) : (
        <div className={cx(row, 'text-muted')}>
          {title}
          <span className="sr-only">
            <Trans>Plays after you enroll</Trans>
          </span>
          <Length lecture={lecture} />
        </div>
      )}
    </li>
  )
}

/**
 * A course's lectures on its store page, by sections: free previews play here, the others are only listed until one may watch them.
 * The first section is open.
 */
export function Curriculum({ lectures, sections, ...rest }: Props) {
  if (lectures.length === 0)
    return (
      <p className="text-muted">
        <Trans>No lectures available.</Trans>
      </p>
    )
  return (
    <div className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {groupLectures(lectures, sections).map((group, index) => (
        <SectionGroup
          key={group.section?._id ?? ''}
          group={group}
          language={rest.language}
          open={index === 0 || group.lectures.some(({ _id }) => _id === rest.playing)}
          className="px-4"
        >
          <ol className={cx('divide-y divide-line', group.section && 'border-t border-line')}>
            {group.lectures.map((lecture) => (
              <CurriculumRow key={lecture._id} lecture={lecture} {...rest} />
            ))}
          </ol>
        </SectionGroup>
      ))}
    </div>
  )
}
