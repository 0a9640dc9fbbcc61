import { useLingui } from '@lingui/react/macro'
import { maxAcceptedInGap, maxChoice, maxChoices, maxGap } from '@virtual-courses/contract'
import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '#ui/button.tsx'
import { removeRow } from '#ui/double-tap.ts'
import { Input } from '#ui/form/input.tsx'
import { type DraftRow, emptyRow, gapSeparator, type QuestionDraft } from './question-draft.ts'

type Props = { draft: QuestionDraft; onChange: (rows: DraftRow[]) => void }

/** The choices, items, pairs or gaps of a question. */
export function QuestionRows({ draft: { kind, rows }, onChange }: Props) {
  const { t } = useLingui()
  const chooses = kind === 'one' || kind === 'several'
  const set = (key: string, change: Partial<DraftRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)))
  const mark = (key: string, right: boolean) =>
    kind === 'one' ? onChange(rows.map((row) => ({ ...row, right: row.key === key }))) : set(key, { right })
  const names = {
    one: t`Choices; mark the right one`,
    several: t`Choices; mark all that are right`,
    order: t`Items in the right order`,
    match: t`Pairs: what belongs together`,
    gaps: t`Accepted texts of each gap, separated by /`,
  }
  if (!(kind in names)) return null
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{names[kind as keyof typeof names]}</legend>
      {rows.map((row, at) => {
        const number = at + 1
        return (
          <div key={row.key} className="flex items-center gap-2">
            {chooses ? (
              <input
                type={kind === 'one' ? 'radio' : 'checkbox'}
                name="right-choice"
                aria-label={t`Choice ${number} is right`}
                checked={row.right}
                onChange={({ target }) => mark(row.key, target.checked)}
                className="size-5 shrink-0 accent-primary"
              />
            ) : (
              <span className="tabular w-6 shrink-0 text-muted">{`${number}.`}</span>
            )}
            <div className="grid min-w-0 flex-1 gap-2 sm:grid-flow-col sm:auto-cols-fr">
              <Input
                aria-label={kind === 'match' ? t`Left side ${number}` : t`Text ${number}`}
                value={row.text}
                maxLength={kind === 'gaps' ? maxAcceptedInGap * (maxGap + gapSeparator.length) : maxChoice}
                onChange={({ target }) => set(row.key, { text: target.value })}
              />
              {kind === 'match' && (
                <Input
                  aria-label={t`Right side ${number}`}
                  value={row.other}
                  maxLength={maxChoice}
                  onChange={({ target }) => set(row.key, { other: target.value })}
                />
              )}
            </div>
            <IconButton
              label={t`Remove row ${number}`}
              onClick={() => removeRow(() => onChange(rows.filter(({ key }) => key !== row.key)))}
            >
              <X aria-hidden="true" />
            </IconButton>
          </div>
        )
      })}
      {rows.length < maxChoices && (
        <Button
          variant="secondary"
          size="sm"
          className="w-fit"
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() => onChange([...rows, emptyRow()])}
        >
          {t`Add a row`}
        </Button>
      )}
    </fieldset>
  )
}
