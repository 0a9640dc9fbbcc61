import { Card } from '#ui/layout/card.tsx'
import { Skeleton } from '#ui/layout/skeleton.tsx'

/** Placeholder of a card: the same height, so that nothing moves. */
export function CourseCardSkeleton() {
  return (
    <Card flush className="flex flex-col">
      <Skeleton className="aspect-video w-full rounded-none" />
      <div className="p-4 sm:p-5">
        <Skeleton className="h-6 w-32 rounded-full" />
        <Skeleton className="mt-3 h-6 w-4/5" />
        <Skeleton className="mt-1 h-5 w-28" />
        <Skeleton className="mt-5 h-7 w-full" />
      </div>
    </Card>
  )
}
