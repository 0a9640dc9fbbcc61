import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { criterionLevels, isolate, maxCriteria } from '@virtual-courses/contract'
import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Button, IconButton } from '#ui/button.tsx'
import { removeRow } from '#ui/double-tap.ts'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { addCriterion, addLevel, type DraftCriterion, type DraftLevel, draftPoints } from './rubric-draft.ts'

type LevelProps = {
  level: DraftLevel
  number: number
  removable: boolean
  onChange: (level: DraftLevel) => void
  onRemove: () => void
}

function LevelFields({ level, number, removable, onChange, onRemove }: LevelProps) {
  const { t } = useLingui()
  return (
    <li className="flex flex-wrap items-end gap-2 rounded-md bg-sunken p-3">
      <Field label={t`Level ${number}`} className="flex-1 basis-24">
        <Input
          value={level.title}
          maxLength={100}
          placeholder={t`For example: complete`}
          onChange={({ target }) => onChange({ ...level, title: target.value })}
        />
      </Field>
      <Field label={t`Points`} className="w-24">
        <Input
          value={level.points}
          inputMode="numeric"
          maxLength={4}
          onChange={({ target }) => onChange({ ...level, points: target.value })}
        />
      </Field>
      <IconButton label={t`Remove level ${number}`} disabled={!removable} onClick={() => removeRow(onRemove)}>
        <Trash2 aria-hidden="true" />
      </IconButton>
      <Field label={t`What it means (optional)`} className="basis-full">
        <Input
          value={level.description}
          maxLength={500}
          onChange={({ target }) => onChange({ ...level, description: target.value })}
        />
      </Field>
    </li>
  )
}

type Props = {
  rubric: readonly DraftCriterion[]
  error: string | undefined
  onChange: (rubric: DraftCriterion[]) => void
}

/** Criteria and levels of a rubric. */
export function RubricEditor({ rubric, error, onChange }: Props) {
  const { t } = useLingui()
  const heading = useRef<HTMLHeadingElement>(null)
  const points = draftPoints(rubric)
  const change = (at: number, next: DraftCriterion) => onChange(rubric.map((one, index) => (index === at ? next : one)))
  function remove(at: number) {
    onChange(rubric.filter((_, index) => index !== at))
    heading.current?.focus()
  }
  return (
    <section aria-labelledby="rubric" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="rubric" ref={heading} tabIndex={-1} className="text-xl">
          <Trans>Rubric</Trans>
        </h2>
        {rubric.length > 0 && (
          <p className="tabular text-sm text-muted">{t`${plural({ count: points }, { one: '# point in all', other: '# points in all' })}`}</p>
        )}
      </div>
      <p className="max-w-prose text-muted">
        <Trans>
          With criteria, you mark by choosing a level of each; students see them before they write. Answers that you
          have marked keep the rubric of that time.
        </Trans>
      </p>
      {error && (
        <p role="alert" className="font-medium text-danger">
          {error}
        </p>
      )}
      <ol className="grid gap-4">
        {rubric.map((criterion, at) => {
          const number = at + 1
          return (
            <li key={criterion.id} className="grid gap-3 rounded-md border border-line p-4">
              <div className="flex items-end gap-2">
                <Field label={t`Criterion ${number}`} className="flex-1">
                  <Input
                    value={criterion.title}
                    maxLength={120}
                    placeholder={t`For example: the argument`}
                    onChange={({ target }) => change(at, { ...criterion, title: target.value })}
                  />
                </Field>
                <IconButton
                  label={
                    criterion.title === ''
                      ? t`Remove criterion ${number}`
                      : t`Remove ${{ name: isolate(criterion.title) }}`
                  }
                  onClick={() => removeRow(() => remove(at))}
                >
                  <Trash2 aria-hidden="true" />
                </IconButton>
              </div>
              <Field label={t`What you look for (optional)`}>
                <Input
                  value={criterion.description}
                  maxLength={500}
                  onChange={({ target }) => change(at, { ...criterion, description: target.value })}
                />
              </Field>
              <ul className="grid gap-2 xl:grid-cols-2">
                {criterion.levels.map((level, index) => (
                  <LevelFields
                    key={level.id}
                    level={level}
                    number={index + 1}
                    removable={criterion.levels.length > criterionLevels.least}
                    onChange={(next) =>
                      change(at, {
                        ...criterion,
                        levels: criterion.levels.map((one, place) => (place === index ? next : one)),
                      })
                    }
                    onRemove={() =>
                      change(at, { ...criterion, levels: criterion.levels.filter((_, place) => place !== index) })
                    }
                  />
                ))}
              </ul>
              {criterion.levels.length < criterionLevels.most && (
                <Button
                  size="sm"
                  variant="secondary"
                  icon={<Plus aria-hidden="true" className="size-4" />}
                  className="justify-self-start"
                  onClick={() => change(at, addLevel(criterion))}
                >
                  <Trans>Add a level</Trans>
                </Button>
              )}
            </li>
          )
        })}
      </ol>
      {rubric.length < maxCriteria && (
        <Button
          variant="secondary"
          icon={<Plus aria-hidden="true" className="size-4.5" />}
          className="justify-self-start"
          onClick={() => onChange(addCriterion(rubric, [t`Not yet`, t`Good`]))}
        >
          <Trans>Add a criterion</Trans>
        </Button>
      )}
    </section>
  )
}
