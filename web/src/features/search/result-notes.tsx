import { Trans, useLingui } from '@lingui/react/macro'
import type { SearchChoices, SearchResult } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { useFormats } from '#lib/text/format.ts'
import { levelNames } from '#lib/text/labels.ts'
import { Badge } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { filterLabels, searchAddress } from './search-query.ts'

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

/** Searches for every word, so that "not" leaves nothing out. */
export function AsWrittenLink({ query }: { query: string }) {
  return (
    <Link to={searchAddress(query, true)} className="min-h-6 w-fit text-link underline underline-offset-4">
      <Trans>Search for every word instead</Trans>
    </Link>
  )
}

/** What the search was read to leave out, to choose from or to compare, with a switch to search for every word instead. */
function Choices({ choices, query }: { choices: SearchChoices; query: string }) {
  const { t } = useLingui()
  const { formatList } = useFormats()
  const { without, notLevel, alternatives, compared } = choices
  const names = [...without, ...(notLevel ? [t(levelNames[notLevel])] : [])]
  const labels = [
    ...(alternatives.length > 0
      ? [compared ? t`Compared: ${{ subjects: formatList(alternatives) }}` : formatList(alternatives, 'disjunction')]
      : []),
    ...(names.length > 0 ? [t`without ${{ subjects: formatList(names, 'disjunction') }}`] : []),
  ]
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <ul aria-label={t`How your search was read`} className="flex flex-wrap gap-2">
        {labels.map((label) => (
          <li key={label} className="wrap-anywhere">
            <Badge tone="accent">{label}</Badge>
          </li>
        ))}
      </ul>
      <AsWrittenLink query={query} />
    </div>
  )
}

type UnderstoodProps = { result: SearchResult; query: string; asWritten: boolean }

/** How the search was understood: its reading, the filters applied, and those that were relaxed. */
export function Understood({ result, query, asWritten }: UnderstoodProps) {
  const { readAs, filters, levelRelaxed, choices } = result
  const { t } = useLingui()
  const labels = filterLabels(levelRelaxed ? { ...filters, level: null } : filters).map((label) => t(label))
  if (!readAs && labels.length === 0 && !levelRelaxed && !choices && !asWritten) return null
  return (
    <div className="mb-5 grid gap-3">
      {readAs && (
        <p className="text-muted wrap-anywhere">
          <Trans>
            Read as <strong className="font-semibold text-ink">{readAs}</strong>
          </Trans>
        </p>
      )}
      {choices && <Choices choices={choices} query={query} />}
      {asWritten && (
        <p className="text-muted">
          <Trans>
            Searched for every word as written.{' '}
            <Link to={searchAddress(query)} className="min-h-6 w-fit text-link underline underline-offset-4">
              Read “not” and “or” again
            </Link>
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
