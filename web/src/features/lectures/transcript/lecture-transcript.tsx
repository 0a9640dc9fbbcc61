import { useLingui } from '@lingui/react/macro'
import type { Lecture } from '@virtual-courses/contract'
import { ScrollText } from 'lucide-react'
import { lazy, type RefObject, Suspense } from 'react'
import { FoldCard, FoldRoom } from '#ui/layout/fold-card.tsx'
import { Spinner } from '#ui/spinner.tsx'

const Panel = lazy(() => import('./transcript-panel.tsx').then(({ TranscriptPanel }) => ({ default: TranscriptPanel })))

type Props = {
  lecture: Pick<Lecture, '_id' | 'captions'>
  /** the element in which the video plays */
  stage: RefObject<HTMLElement | null>
  open: boolean
  onOpen: (open: boolean) => void
}

/** Keeps the room of a transcript. */
export function TranscriptRoom({ lecture }: Pick<Props, 'lecture'>) {
  const { t } = useLingui()
  return lecture.captions?.length ? <FoldRoom icon={<ScrollText />} title={t`Transcript`} /> : null
}

/** What is said in a lecture's video, to read and search, beside it. Nothing is loaded until it is opened. */
export function LectureTranscript({ lecture, stage, open, onOpen }: Props) {
  const { t } = useLingui()
  const { captions = [] } = lecture
  if (captions.length === 0) return null
  return (
    <FoldCard
      icon={<ScrollText />}
      title={t`Transcript`}
      open={open}
      onToggle={() => onOpen(!open)}
      className="shrink-0"
    >
      <Suspense fallback={<Spinner className="min-h-40 justify-center" label={t`Loading the transcript`} />}>
        <Panel key={lecture._id} captions={captions} stage={stage} />
      </Suspense>
    </FoldCard>
  )
}
