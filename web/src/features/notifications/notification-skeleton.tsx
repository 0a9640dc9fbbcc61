import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The place of notifications that are on their way. */
export function NotificationSkeleton() {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        Loading notifications
      </p>
      <Skeleton className="mb-2.5 h-6.5 w-20" />
      <Card flush className="divide-y divide-line">
        {[1, 2, 3, 4].map((line) => (
          <div key={line} className="px-5 py-4">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="mt-2 h-4 w-24" />
          </div>
        ))}
      </Card>
    </div>
  )
}
