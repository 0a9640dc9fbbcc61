import { Trans, useLingui } from '@lingui/react/macro'
import {
  type CompletionRule,
  api as calls,
  leastVideoPercent,
  mostVideoPercent,
  type ReplyOf,
} from '@virtual-courses/contract'
import { useEffect, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useWholeEdit } from '#lib/forms/use-edit.ts'
import { useLeaveGuard } from '#lib/forms/use-leave-guard.ts'
import { useFormats } from '#lib/text/format.ts'
import { type Failure, failureOf } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Skeleton } from '#ui/layout/skeleton.tsx'
import { LeaveDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { SaidText } from '#ui/said.tsx'

type Saved = ReplyOf<typeof calls.completion.rule>

/** What counts towards completing a course. It is set at once, apart from the form around it. */
export function CompletionCard({ courseId }: { courseId: string }) {
  const { t } = useLingui()
  const [saved, setSaved] = useState<Saved | null>(null)
  const [problem, setProblem] = useState<Failure | null>(null)
  useEffect(() => {
    let left = false
    browserApi(calls.completion.rule, { params: { courseId } }).then(
      (reply) => left || setSaved(reply),
      (error) => left || setProblem(failureOf(error, t`Something went wrong`)),
    )
    return () => {
      left = true
    }
  }, [courseId, t])
  return (
    <Card as="section" aria-labelledby="completion">
      <h2 id="completion" className="font-sans text-lg font-semibold">
        <Trans>Completion</Trans>
      </h2>
      <p className="mt-1 mb-4 text-sm text-muted">
        <Trans>What students do to complete this course. Who has completed it stays so, whatever you change.</Trans>
      </p>
      {saved ? (
        <RuleFields key={saved.version} courseId={courseId} saved={saved} onSaved={setSaved} />
      ) : problem ? (
        <p role="alert" className="text-sm text-danger">
          <SaidText said={problem} />
        </p>
      ) : (
        <Skeleton className="h-48" />
      )}
    </Card>
  )
}

type RuleFieldsProps = { courseId: string; saved: Saved; onSaved: (saved: Saved) => void }

function RuleFields({ courseId, saved, onSaved }: RuleFieldsProps) {
  const { t } = useLingui()
  const { formatList } = useFormats()
  const [rule, setRule] = useState<CompletionRule>(saved.rule)
  const [percent, setPercent] = useState(String(saved.rule.videoPercent))
  const [busy, setBusy] = useState(false)
  const [checked, setChecked] = useState(false)
  const edit = useWholeEdit()
  const wanted = { ...rule, videoPercent: Number(percent) }
  const isWrong =
    !Number.isInteger(wanted.videoPercent) ||
    wanted.videoPercent < leastVideoPercent ||
    wanted.videoPercent > mostVideoPercent
  const dirty = JSON.stringify(wanted) !== JSON.stringify(saved.rule)
  const { blocker } = useLeaveGuard(dirty)
  const box = (name: 'videos' | 'byHand' | 'texts' | 'quizzes' | 'assignments', label: string) => (
    <Checkbox
      label={label}
      checked={rule[name]}
      onChange={({ target }) => setRule({ ...rule, [name]: target.checked })}
    />
  )
  const shown = ({ videoPercent, ...one }: CompletionRule): string =>
    formatList([
      ...(one.videos ? [one.byHand ? t`videos` : t`${videoPercent} % of each video`] : []),
      ...(one.texts ? [t`lectures to read`] : []),
      ...(one.quizzes ? [t`quizzes`] : []),
      ...(one.assignments ? [t`assignments`] : []),
    ])

  async function save() {
    setChecked(true)
    if (busy || isWrong || !dirty) return
    setBusy(true)
    try {
      let now = saved
      const outcome = await edit.save({
        label: t`Completion`,
        version: saved.version,
        send: async (version) => {
          const { message, ...reply } = await browserApi(calls.completion.setRule, {
            params: { courseId },
            body: { ...wanted, version },
          })
          now = reply
          toast.success(message)
        },
        compare: async () => {
          now = await browserApi(calls.completion.rule, { params: { courseId } })
          return { version: now.version, mine: shown(wanted), theirs: shown(now.rule) }
        },
      })
      if (outcome !== 'canceled') onSaved(now)
    } catch (error) {
      toast.error(failureOf(error, t`Something went wrong`))
    }
    setBusy(false)
  }

  return (
    <div className="grid gap-2">
      {box('videos', t`Watch the videos`)}
      {rule.videos && (
        <div className="ms-8 mb-2 grid gap-2">
          {box('byHand', t`Students may tick videos themselves`)}
          <Field
            label={t`Share of each video, in percent`}
            hint={
              rule.byHand
                ? t`A video is ticked by itself when so much of it was watched.`
                : t`Only what was really watched counts.`
            }
            error={
              checked && isWrong
                ? t`Please enter a whole number from ${leastVideoPercent} to ${mostVideoPercent}`
                : null
            }
          >
            <Input
              type="number"
              inputMode="numeric"
              min={leastVideoPercent}
              max={mostVideoPercent}
              value={percent}
              onChange={({ target }) => setPercent(target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                // the form around it is another one
                event.preventDefault()
                void save()
              }}
            />
          </Field>
        </div>
      )}
      {box('texts', t`Read the lectures without a video`)}
      {box('quizzes', t`Pass the quizzes`)}
      {box('assignments', t`Have the assignments accepted`)}
      <Button
        variant="secondary"
        block
        busy={busy}
        aria-disabled={!dirty || undefined}
        className="mt-3"
        onClick={() => void save()}
      >
        <Trans>Set what counts</Trans>
      </Button>
      <ChangedElsewhere {...edit.elsewhere} />
      <LeaveDialog blocker={blocker} />
    </div>
  )
}
