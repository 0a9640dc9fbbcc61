import { Trans, useLingui } from '@lingui/react/macro'
import type { CourseDetails, EntryState, Lecture } from '@virtual-courses/contract'
import { MonitorPlay } from 'lucide-react'
import { useRef } from 'react'
import { Curriculum } from '#features/lectures/curriculum.tsx'
import { LazyPreview } from '#features/lectures/lazy-preview.tsx'
import { lecturesInWords } from '#features/lectures/lecture-lengths.ts'

type Props = {
  course: CourseDetails
  /** the preview that plays above the list */
  playing: Lecture | null
  onPlay: (lecture: Lecture) => void
  /** the viewer may watch every lecture */
  open: boolean
  entries: readonly EntryState[] | undefined
}

/** The lectures of a course on its page, with the place where its free previews play. */
export function CurriculumSection({ course, playing, onPlay, open, entries }: Props) {
  const { t, i18n } = useLingui()
  const player = useRef<HTMLDivElement>(null)
  const play = (lecture: Lecture) => {
    onPlay(lecture)
    player.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <section aria-labelledby="curriculum">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="curriculum" className="text-2xl">
          <Trans>Course Curriculum</Trans>
        </h2>
        <p className="text-muted">{lecturesInWords(course.lectures, i18n)}</p>
      </div>
      {course.lectures.some(({ isPreviewFree }) => isPreviewFree) && (
        <div ref={player} className="mb-5 scroll-mt-24 overflow-hidden rounded-lg">
          {playing ? (
            <LazyPreview lecture={playing} language={course.language} />
          ) : (
            <p className="flex items-center gap-2.5 bg-primary-soft px-4 py-3 text-on-primary-soft">
              <MonitorPlay aria-hidden="true" className="size-5 shrink-0" />
              <span>{t`Select a preview lecture to watch`}</span>
            </p>
          )}
        </div>
      )}
      <Curriculum
        courseId={course._id}
        lectures={course.lectures}
        sections={course.sections}
        language={course.language}
        playing={playing?._id ?? null}
        onPlay={play}
        open={open}
        entries={entries}
      />
    </section>
  )
}
