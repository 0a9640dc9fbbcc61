import { Trans, useLingui } from '@lingui/react/macro'
import { type CoveringLecture, api as calls, isolate, type LecturePassage } from '@virtual-courses/contract'
import { Lock, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { formatClock } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'

type Found = { query: string; passages: LecturePassage[]; covered: CoveringLecture[] }

/** More would hide the courses. */
const most = { passages: 4, covered: 3 }

/** Places in lectures that answer a search: those that the user may watch, and which other lectures cover it. Shows nothing while there are none. */
export function FoundInLectures({ query }: { query: string }) {
  const { t } = useLingui()
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    browserApi(calls.passages.search, { body: { input: query }, signal }).then(
      // places that are not sure to be about it are left out
      ({ isAnswered, passages, covered }) => {
        if (!signal.aborted) setFound({ query, passages: isAnswered ? passages : [], covered })
      },
      // the courses are there: a search in lectures that failed is only logged
      (error: unknown) => {
        if (!signal.aborted) console.warn('The search in lectures failed:', error)
      },
    )
    return () => left.abort()
  }, [query])
  const shown = found?.query === query ? found : null
  const passages = shown?.passages.slice(0, most.passages) ?? []
  const covered = shown?.covered.slice(0, most.covered) ?? []
  if (passages.length + covered.length === 0) return null
  return (
    <section aria-labelledby="in-lectures" className="mt-10">
      <h2 id="in-lectures" className="mb-4 text-2xl">
        <Trans>In the lectures</Trans>
      </h2>
      <ul className="grid gap-3 lg:grid-cols-2">
        {passages.map((passage) => (
          <li key={passage._id}>
            <PassageLink passage={passage} />
          </li>
        ))}
        {covered.map(({ lectureId, lectureNumber, lectureTitle, courseId, courseTitle, isPreviewFree }) => (
          <li key={lectureId}>
            <Link
              to={paths.course(courseId)}
              className="flex h-full items-start gap-3 rounded-lg border border-line bg-surface p-4 hover:bg-tint"
            >
              <Lock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
              <span className="grid min-w-0 gap-1">
                <span className="font-semibold wrap-anywhere">
                  {t`Covered in lecture ${{ number: lectureNumber }}: ${{ title: isolate(lectureTitle) }}`}
                </span>
                <span className="text-sm text-muted wrap-anywhere">
                  <bdi>{courseTitle}</bdi>
                </span>
                {isPreviewFree && (
                  <span className="text-sm text-muted">
                    <Trans>Free preview</Trans>
                  </span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function PassageLink({ passage }: { passage: LecturePassage }) {
  const { t } = useLingui()
  const { courseId, courseTitle, lectureId, lectureNumber, lectureTitle, language, at, start, text } = passage
  const second = at ?? start
  return (
    <Link
      to={
        second === null
          ? paths.learn(courseId, lectureId)
          : paths.learnAt(courseId, lectureId, { t: Math.floor(second) })
      }
      className="flex h-full items-start gap-3 rounded-lg border border-line bg-surface p-4 hover:bg-tint"
    >
      <Play aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-link" />
      <span className="grid min-w-0 flex-1 gap-1">
        <span className="flex items-baseline gap-2 font-semibold">
          {second !== null && <span className="tabular text-link">{formatClock(second)}</span>}
          <span className="min-w-0 flex-1 truncate">
            {t`Lecture ${{ number: lectureNumber }}: ${{ title: isolate(lectureTitle) }}`}
          </span>
        </span>
        <span className="truncate text-sm text-muted">
          <bdi>{courseTitle}</bdi>
        </span>
        <span {...writtenIn(language)} className="line-clamp-2 text-sm wrap-anywhere">
          {text}
        </span>
      </span>
    </Link>
  )
}
