import { Trans, useLingui } from '@lingui/react/macro'
import type { SearchResult } from '@virtual-courses/contract'
import { levelNames } from '#lib/text/labels.ts'
import { Badge } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { filterLabels } from './search-query.ts'

/** How many reasons a card shows. */
const mostReasons = 2

/** Why a course was found, in one row of its card. A second reason that does not fit is hidden. */
export function Reasons({ reasons }: { reasons: readonly string[] }) {
  const { t } = useLingui()
  return (
    <ul aria-label={t`Why it was found`} className="flex h-6 flex-wrap gap-x-2 overflow-hidden text-xs font-medium">
      {reasons.slice(0, mostReasons).map((reason) => (
        <li key={reason} title={reason} className="max-w-full truncate rounded-sm bg-tint px-2 leading-6">
          {reason}
        </li>
      ))}
    </ul>
  )
}

/** How the search was understood: its reading, the filters applied, and those that were relaxed. */
export function Understood({ result: { readAs, filters, levelRelaxed } }: { result: SearchResult }) {
  const { t } = useLingui()
  const labels = filterLabels(levelRelaxed ? { ...filters, level: null } : filters).map((label) => t(label))
  if (!readAs && labels.length === 0 && !levelRelaxed) return null
  return (
    <div className="mb-5 grid gap-3">
      {readAs && (
        <p className="text-muted wrap-anywhere">
          <Trans>
            Read as <strong className="font-semibold text-ink">{readAs}</strong>
          </Trans>
        </p>
      )}
      {labels.length > 0 && (
        <ul aria-label={t`Filters applied`} className="flex flex-wrap gap-2">
          {labels.map((label) => (
            <li key={label}>
              <Badge tone="accent">{label}</Badge>
            </li>
          ))}
        </ul>
      )}
      {levelRelaxed && (
        <Notice tone="warning">
          {filters.level
            ? t`We have no ${{ level: t(levelNames[filters.level]) }} course on this yet, so here are the other levels.`
            : t`We have no course of that level yet, so here are the other levels.`}
        </Notice>
      )}
    </div>
  )
}
