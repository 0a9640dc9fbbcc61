import { Trans, useLingui } from '@lingui/react/macro'
import { type Chapter, api as calls, type LectureDraft } from '@virtual-courses/contract'
import { Sparkles } from 'lucide-react'
import { useEffect, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { type Failure, failureOf } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { ErrorNotice } from '#ui/notice.tsx'

type Props = {
  lectureId: string
  hasVideo: boolean
  onChapters: (chapters: readonly Chapter[]) => void
  onSummary: (text: string) => void
  /** questions in the format GIFT */
  onQuiz: (gift: string) => void
}

/** Has the language model of the site draft texts of a lecture, where there is one. Drafts fill forms; the educator saves them. */
export function DraftCard({ lectureId, hasVideo, onChapters, onSummary, onQuiz }: Props) {
  const { t } = useLingui()
  const [drafting, setDrafting] = useState<{ isOffered: boolean; hasTranscript: boolean } | null>(null)
  const [busy, setBusy] = useState<LectureDraft | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  useEffect(() => {
    let left = false
    browserApi(calls.tutor.drafting, { params: { lectureId } }).then(
      (found) => !left && setDrafting(found),
      // without it there are only no drafts
      () => {},
    )
    return () => {
      left = true
    }
  }, [lectureId])
  if (!drafting?.isOffered) return null

  async function draft(kind: LectureDraft) {
    if (busy) return
    setBusy(kind)
    setError(null)
    try {
      const { chapters, summary, quiz } = await browserApi(calls.tutor.draft, { params: { lectureId }, body: { kind } })
      if (kind === 'chapters') onChapters(chapters)
      else if (kind === 'summary') onSummary(summary)
      else onQuiz(quiz)
    } catch (problem) {
      setError(failureOf(problem, t`Something went wrong`))
    } finally {
      setBusy(null)
    }
  }
  const button = (kind: LectureDraft, label: string) => (
    <Button
      variant="secondary"
      size="sm"
      busy={busy === kind}
      disabled={!drafting.hasTranscript || (busy !== null && busy !== kind)}
      onClick={() => void draft(kind)}
    >
      {label}
    </Button>
  )
  return (
    <Card as="section" aria-labelledby="drafts">
      <h2 id="drafts" className="flex items-center gap-2.5 text-2xl">
        <Sparkles aria-hidden="true" className="size-5 text-muted" />
        <span>
          <Trans>Drafts from the transcript</Trans>
        </span>
      </h2>
      <p className="mt-2 max-w-prose text-muted">
        {drafting.hasTranscript
          ? t`The language model of this site reads the captions or the text of this lecture. A draft only fills the form: check it, change it, and save it yourself.`
          : t`Add captions or a text first: drafts are made from them.`}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {hasVideo && button('chapters', t`Draft chapters`)}
        {button('summary', t`Draft the description`)}
        {button('quiz', t`Draft questions`)}
      </div>
      <div aria-live="polite">
        <ErrorNotice said={error} className="mt-4" />
      </div>
    </Card>
  )
}
