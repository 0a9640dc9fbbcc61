import { Trans, useLingui } from '@lingui/react/macro'
import {
  type BankQuestion,
  api as calls,
  type EditedChecks,
  type Lecture,
  maxChecks,
  type QuizQuestion,
  type VideoCheck,
} from '@virtual-courses/contract'
import { Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useWholeEdit } from '#lib/forms/use-edit.ts'
import { useLeaveGuard } from '#lib/forms/use-leave-guard.ts'
import { formatClock } from '#lib/text/format.ts'
import { type Failure, failureOf } from '#lib/text/message-of.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { Card } from '#ui/layout/card.tsx'
import { ErrorNotice } from '#ui/notice.tsx'
import { LeaveDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { FindForm } from '../find-form.tsx'
import { briefOf, type CheckDraft, draftsOf, readDrafts } from './check-draft.ts'
import { CheckRow, draftNow } from './check-row.tsx'
import { QuestionEditor } from './question-editor.tsx'

type Props = { courseId: string; lecture: Pick<Lecture, '_id' | 'videoUrl' | 'durationSeconds'>; first: EditedChecks }

/** The questions at which the video of a lecture stops: written here, or taken from the bank of the course. */
export function ChecksCard({ courseId, lecture, first }: Props) {
  const { t } = useLingui()
  const hydrated = useHydrated()
  const [saved, setSaved] = useState(first)
  const [drafts, setDrafts] = useState(() => draftsOf(first))
  const [editing, setEditing] = useState<BankQuestion | 'new' | null>(null)
  const [busy, setBusy] = useState(false)
  const [checked, setChecked] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)
  const [seen, setSeen] = useState<ReadonlyMap<string, QuizQuestion>>(
    () => new Map(first.questions.map((question) => [question._id, question])),
  )
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const edit = useWholeEdit()
  const dirty = JSON.stringify(drafts) !== JSON.stringify(draftsOf(saved))
  const { blocker } = useLeaveGuard(dirty)
  const params = { lectureId: lecture._id }
  const used = new Set(drafts.map(({ questionId }) => questionId))
  const full = drafts.length >= maxChecks

  const see = (questions: readonly QuizQuestion[]) =>
    setSeen((before) => new Map([...before, ...questions.map((one) => [one._id, one] as const)]))
  const linesOf = (checks: readonly VideoCheck[], questions: ReadonlyMap<string, QuizQuestion>): string =>
    checks
      .map(({ questionId, second, maySkip, tries }) =>
        [
          formatClock(second),
          questions.get(questionId)?.prompt ?? '',
          t`Tries: ${tries}`,
          maySkip ? t`may be skipped` : '',
        ].join(' · '),
      )
      .join('\n')

  function add(question: BankQuestion) {
    see([briefOf(question)])
    if (!used.has(question._id)) setDrafts([...drafts, draftNow(question._id)])
    setEditing(null)
  }
  const change = (questionId: string, part: Partial<CheckDraft>) =>
    setDrafts(drafts.map((draft) => (draft.questionId === questionId ? { ...draft, ...part } : draft)))

  async function open(questionId: string) {
    try {
      setEditing((await browserApi(calls.quizBank.read, { params: { questionId } })).question)
    } catch (error) {
      toast.error(failureOf(error, t`The questions could not be read.`))
    }
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    setProblem(null)
    const checks = readDrafts(drafts)
    if (busy) return
    if (!checks) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    setBusy(true)
    try {
      let now = saved
      const outcome = await edit.save({
        label: t`Questions in the video`,
        version: saved.version,
        send: async (version) => {
          now = await browserApi(calls.videoChecks.save, { params, body: { checks, version } })
          toast.success(t`Questions saved`)
        },
        compare: async () => {
          now = await browserApi(calls.videoChecks.edit, { params })
          const theirs = new Map(now.questions.map((question) => [question._id, question]))
          return { version: now.version, mine: linesOf(checks, seen), theirs: linesOf(now.checks, theirs) }
        },
      })
      if (outcome === 'canceled') return
      see(now.questions)
      setSaved(now)
      setDrafts(draftsOf(now))
      setChecked(false)
      // the button that saved them goes
      if (document.activeElement === form.current?.querySelector('[type="submit"]')) heading.current?.focus()
    } catch (error) {
      setProblem(failureOf(error, t`The questions could not be saved. Your changes are still here.`))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card as="section" aria-labelledby="video-questions">
      <h2 id="video-questions" ref={heading} tabIndex={-1} className="text-2xl">
        <Trans>Questions in the video</Trans>
      </h2>
      <p className="mt-2 max-w-prose text-muted">
        <Trans>
          The video stops at these seconds and asks. Answers are checked at once and give no marks. Where a question may
          not be skipped, the video waits for the answer, or for all tries; then it shows the right one and goes on.
        </Trans>
      </p>
      <LeaveDialog blocker={blocker} />
      <ChangedElsewhere {...edit.elsewhere} />
      {lecture.videoUrl === '' ? (
        <p className="mt-4 font-medium">
          <Trans>Upload the video first.</Trans>
        </p>
      ) : (
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5">
          <form
            ref={form}
            aria-label={t`Questions in the video`}
            onSubmit={save}
            noValidate
            className="grid grid-cols-[minmax(0,1fr)] gap-4"
          >
            {drafts.length > 0 && (
              <ol className="rounded-md border border-line">
                {drafts.map((draft) => (
                  <CheckRow
                    key={draft.questionId}
                    draft={draft}
                    question={seen.get(draft.questionId)}
                    saved={saved.checks.find(({ questionId }) => questionId === draft.questionId)}
                    durationSeconds={lecture.durationSeconds}
                    checked={checked}
                    disabled={!hydrated || busy}
                    onChange={(part) => change(draft.questionId, part)}
                    onEdit={() => void open(draft.questionId)}
                    onRemove={() => setDrafts(drafts.filter(({ questionId }) => questionId !== draft.questionId))}
                  />
                ))}
              </ol>
            )}
            <ErrorNotice said={problem} />
            <div className="flex flex-wrap gap-3 empty:hidden">
              {dirty && (
                <Button type="submit" busy={busy}>
                  <Trans>Save the questions</Trans>
                </Button>
              )}
              {editing === null && !full && (
                <Button
                  variant="secondary"
                  disabled={!hydrated}
                  icon={<Plus aria-hidden="true" className="size-5" />}
                  onClick={() => setEditing('new')}
                >
                  <Trans>Write a question</Trans>
                </Button>
              )}
            </div>
          </form>
          {editing !== null && (
            <QuestionEditor
              key={editing === 'new' ? 'new' : editing._id}
              courseId={courseId}
              stored={editing === 'new' ? null : editing}
              onSaved={add}
              onCancel={() => setEditing(null)}
            />
          )}
          {!full && (
            <FindForm
              words={{
                label: t`Find in the bank of this course`,
                none: t`No other question of the bank fits.`,
                failed: t`The questions could not be read.`,
                choose: (name) => t`Add: ${name}`,
              }}
              icon={<Plus aria-hidden="true" />}
              find={async (text) => {
                const query = { text, limit: 20 }
                return (await browserApi(calls.quizBank.list, { params: { courseId }, query })).questions
              }}
              nameOf={({ question }) => question.prompt}
              used={used}
              onChoose={add}
            />
          )}
        </div>
      )}
    </Card>
  )
}
