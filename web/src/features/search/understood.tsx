import type { SearchResult } from '@virtual-courses/contract'
import { Badge } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { filterWords } from './search-query.ts'

/** What the search made of the words: how it read them, which conditions it kept, and which it could not. */
export function Understood({ result: { readAs, filters, levelRelaxed } }: { result: SearchResult }) {
  const words = filterWords(levelRelaxed ? { ...filters, level: null } : filters)
  if (!readAs && words.length === 0 && !levelRelaxed) return null
  return (
    <div className="mb-5 grid gap-3">
      {readAs && (
        <p className="text-muted wrap-anywhere">
          Read as <strong className="font-semibold text-ink">{readAs}</strong>
        </p>
      )}
      {words.length > 0 && (
        <ul aria-label="Filters applied" className="flex flex-wrap gap-2">
          {words.map((word) => (
            <li key={word}>
              <Badge tone="accent">{word}</Badge>
            </li>
          ))}
        </ul>
      )}
      {levelRelaxed && (
        <Notice tone="warning">
          {filters.level ? `We have no ${filters.level} course on this yet` : 'We have no course of that level yet'}, so
          here are the other levels.
        </Notice>
      )}
    </div>
  )
}
