import type { AdminOverview } from '@virtual-courses/contract'
import { CircleCheck } from 'lucide-react'
import { TimeSince } from '#lib/time-since.tsx'
import { Card } from '#ui/card.tsx'

/** Requests that ended in an error of ours. The request's id leads to the line in the log that says more. */
export function ErrorList({ errors }: { errors: AdminOverview['errors'] }) {
  return (
    <Card as="section" aria-labelledby="errors" className="min-w-0">
      <h2 id="errors" className="font-sans text-lg font-semibold tracking-normal">
        Recent errors
      </h2>
      {errors.length === 0 ? (
        <p className="mt-3 flex items-center gap-2 text-muted">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
          None in the last 30 days.
        </p>
      ) : (
        <ul className="mt-2">
          {errors.map((error) => (
            <li key={error.requestId} className="border-line py-3 not-last:border-b">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <span className="min-w-0 font-mono text-sm wrap-anywhere">
                  <span className="font-semibold">{error.method}</span> {error.path}
                </span>
                <TimeSince iso={error.at} className="text-sm text-muted" />
              </p>
              <p className="mt-1 text-sm wrap-anywhere">{error.message}</p>
              <p className="mt-0.5 text-sm text-muted wrap-anywhere">
                Request <span className="font-mono">{error.requestId}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
