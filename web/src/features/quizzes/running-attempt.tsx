import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Attempt, api as calls } from '@virtual-courses/contract'
import { Check, CloudOff, LoaderCircle } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { browserApi } from '#lib/api.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { type AnswerKeeper, createAnswerKeeper, type KeeperState } from './answer-keeper.ts'
import { QuestionCard } from './question-card.tsx'
import { QuizTimer } from './quiz-timer.tsx'

function SaveState({ state }: { state: KeeperState }) {
  const { t } = useLingui()
  const [Icon, words] = {
    saved: [Check, t`All answers saved`] as const,
    saving: [LoaderCircle, t`Saving…`] as const,
    unsaved: [CloudOff, t`Not saved yet`] as const,
    over: [Check, t`Handed in`] as const,
  }[state]
  return (
    <span role="status" className="inline-flex items-center gap-1.5 text-sm text-muted">
      <Icon aria-hidden="true" className="size-4" />
      <span>{words}</span>
    </span>
  )
}

/** Keeps the answers of an attempt while it is shown. */
function useKeeper(userId: string, attempt: Attempt): AnswerKeeper {
  const [keeper] = useState(() =>
    createAnswerKeeper({
      userId,
      attemptId: attempt._id,
      secondsLeft: attempt.secondsLeft,
      questions: attempt.questions.map(({ question, answer, revision }) => ({
        position: question.position,
        answer,
        revision,
      })),
      send: (answers) =>
        browserApi(calls.quizAttempts.answer, { params: { attemptId: attempt._id }, body: { answers } }),
    }),
  )
  useEffect(() => {
    const retry = () => keeper.retry()
    const leave = () => keeper.leave()
    addEventListener('online', retry)
    addEventListener('beforeunload', leave)
    return () => {
      removeEventListener('online', retry)
      removeEventListener('beforeunload', leave)
      void keeper.flush()
      keeper.close()
    }
  }, [keeper])
  return keeper
}

type Props = {
  userId: string
  attempt: Attempt
  /** The attempt has ended: it is read again. */
  onEnd: () => void
}

/** An attempt that is open: its questions, the time that is left, and whether all answers are saved. */
export function RunningAttempt({ userId, attempt, onEnd }: Props) {
  const { t } = useLingui()
  const keeper = useKeeper(userId, attempt)
  const { state, answers, secondsLeft } = useSyncExternalStore(keeper.subscribe, keeper.view, keeper.firstView)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const open = [...answers.values()].filter((answer) => answer === null).length

  async function handIn() {
    setBusy(true)
    try {
      if (!(await keeper.flush())) {
        toast.error(t`Some answers are not saved yet. Check your connection and try again.`)
        return
      }
      await browserApi(calls.quizAttempts.handIn, { params: { attemptId: attempt._id } })
      setAsking(false)
      onEnd()
    } catch (error) {
      toast.error(failureOf(error, t`This could not be handed in. Please try again.`))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="sticky top-bar z-10 -mx-2 flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-b-md border border-t-0 border-line bg-surface px-4 py-2 shadow-card">
        {secondsLeft === null ? <SaveState state={state} /> : <QuizTimer secondsLeft={secondsLeft} onEnd={onEnd} />}
        {secondsLeft !== null && <SaveState state={state} />}
      </div>
      {attempt.isPreview && (
        <Notice>
          <Trans>This is a try: it counts for nothing.</Trans>
        </Notice>
      )}
      {state === 'unsaved' && (
        <Notice tone="warning">
          <Trans>
            Your latest answers could not be saved. They are kept in this browser, and saved as soon as there is a
            connection.
          </Trans>
        </Notice>
      )}
      {state === 'over' && (
        <Notice
          tone="warning"
          action={
            <Button size="sm" onClick={onEnd}>
              <Trans>Show the result</Trans>
            </Button>
          }
        >
          <Trans>This attempt is handed in. Answers after its end do not count.</Trans>
        </Notice>
      )}
      {attempt.questions.map(({ question }) => (
        <QuestionCard
          key={question.position}
          question={question}
          answer={answers.get(question.position) ?? null}
          disabled={state === 'over'}
          onAnswer={keeper.set}
        />
      ))}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          {open === 0
            ? t`You have answered all questions.`
            : t`${plural({ open }, { one: '# question is not answered', other: '# questions are not answered' })}`}
        </p>
        <Button onClick={() => setAsking(true)} disabled={state === 'over'}>
          <Trans>Hand in</Trans>
        </Button>
      </div>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Hand in this attempt?`}
        text={
          open === 0
            ? t`You cannot change your answers afterwards.`
            : t`${plural({ open }, { one: '# question is not answered', other: '# questions are not answered' })}. You cannot change your answers afterwards.`
        }
        confirmLabel={t`Hand in`}
        busy={busy}
        onConfirm={() => void handIn()}
      />
    </div>
  )
}
