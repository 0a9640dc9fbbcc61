import { useLingui } from '@lingui/react/macro'
import type { Lecture } from '@virtual-courses/contract'
import { Lock } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { writtenIn } from '#lib/text/written-in.ts'
import { LazyPlayer } from './lazy-player.tsx'
import { NoVideo } from './no-video.tsx'
import { PlayerPrompt } from './player-prompt.tsx'

const Reading = lazy(() => import('./lecture-reading.tsx').then(({ LectureReading }) => ({ default: LectureReading })))

type PreviewPlayerProps = {
  lecture: Lecture
  /** of the course */
  language: string | undefined
  /** shows description and text below the video */
  texts?: boolean
}

/** Plays the free lectures of a course on its store page, with what there is to read. */
export function PreviewPlayer({ lecture, language, texts = true }: PreviewPlayerProps) {
  const { t } = useLingui()
  const toRead = lecture.hasContent && texts && (
    <section aria-label={lecture.lectureTitle} className="bg-surface p-4 sm:p-5">
      <h3 {...writtenIn(language)} className="text-xl wrap-anywhere">
        {lecture.lectureTitle}
      </h3>
      <Suspense>
        <Reading lecture={lecture} />
      </Suspense>
    </section>
  )
  if (!lecture.videoUrl && lecture.hasText) return toRead
  if (!lecture.videoUrl) return <NoVideo lecture={lecture} />
  return (
    <>
      <LazyPlayer
        autoPlay
        lecture={lecture}
        refused={<PlayerPrompt text={t`This lecture is no longer a free preview.`} icon={<Lock />} />}
      />
      {toRead}
    </>
  )
}
