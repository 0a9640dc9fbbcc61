import { Trans, useLingui } from '@lingui/react/macro'
import type { Lecture } from '@virtual-courses/contract'
import { ChevronDown, ScrollText } from 'lucide-react'
import { lazy, type RefObject, Suspense, useId } from 'react'
import { cx } from '#ui/cx.ts'
import { Spinner } from '#ui/spinner.tsx'

const Panel = lazy(() => import('./transcript-panel.tsx').then(({ TranscriptPanel }) => ({ default: TranscriptPanel })))

type Props = {
  lecture: Pick<Lecture, '_id' | 'captions'>
  /** the element in which the video plays */
  stage: RefObject<HTMLElement | null>
  open: boolean
  onOpen: (open: boolean) => void
}

const frame = 'shrink-0 overflow-hidden rounded-lg border border-line bg-surface'
const head = 'flex min-h-12 w-full items-center gap-2.5 px-5 py-2.5 text-start font-semibold'

function Head({ open }: { open: boolean }) {
  return (
    <>
      <ScrollText aria-hidden="true" className="size-5 text-muted" />
      <span className="flex-1">
        <Trans>Transcript</Trans>
      </span>
      <ChevronDown aria-hidden="true" className={cx('size-5 transition-transform', open && 'rotate-180')} />
    </>
  )
}

/** Keeps the room of a transcript until it is known where it stands: in both places, of which the styles show one. */
export function TranscriptRoom({ lecture }: Pick<Props, 'lecture'>) {
  if (!lecture.captions?.length) return null
  return (
    <div aria-hidden="true" className={frame}>
      <p className={cx(head, 'text-lg')}>
        <Head open={false} />
      </p>
    </div>
  )
}

/** What is said in a lecture's video, to read and search, beside it. Nothing is loaded until it is opened. */
export function LectureTranscript({ lecture, stage, open, onOpen }: Props) {
  const { t } = useLingui()
  const id = useId()
  const { captions = [] } = lecture
  if (captions.length === 0) return null
  return (
    <section aria-label={t`Transcript`} className={frame}>
      <h2 className="font-sans text-lg">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => onOpen(!open)}
          className={cx(head, 'hover:bg-tint')}
        >
          <Head open={open} />
        </button>
      </h2>
      {open && (
        <div id={id} className="border-t border-line">
          <Suspense fallback={<Spinner className="min-h-40 justify-center" label={t`Loading the transcript`} />}>
            <Panel key={lecture._id} captions={captions} stage={stage} />
          </Suspense>
        </div>
      )}
    </section>
  )
}
