import { Heart } from 'lucide-react'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { EmptyState } from '../empty-state.tsx'
import { ErrorState } from '../error-state.tsx'
import { Notice } from '../notice.tsx'
import { SignedOutNotice } from '../signed-out-notice.tsx'
import { Skeleton } from '../skeleton.tsx'
import { toast } from '../toast.ts'
import { ShowcaseSection } from './showcase-section.tsx'

export function ShowcaseStates() {
  return (
    <ShowcaseSection title="States">
      <div className="grid gap-4 md:grid-cols-2">
        <Notice>Uploading video... Please wait.</Notice>
        <Notice tone="success">Saved a moment ago.</Notice>
        <Notice tone="warning">You have changes that are not saved.</Notice>
        <Notice tone="danger">The upload was interrupted. Your earlier file is unchanged.</Notice>
        <SignedOutNotice login="/dev/ui" />
      </div>
      <div className="grid gap-6 lg:grid-cols-3">
        <Card flush>
          <Skeleton className="aspect-video rounded-none" />
          <div className="grid gap-3 p-5">
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-5 w-2/3" />
          </div>
        </Card>
        <Card>
          <EmptyState
            as="h3"
            icon={<Heart />}
            title="Your wishlist is empty"
            text="Press the heart on a course to keep it here."
            action={<Button variant="accent">View all Courses</Button>}
          />
        </Card>
        <Card>
          <ErrorState as="h3" text="The server did not answer." onRetry={() => toast.info('Trying again')} />
        </Card>
      </div>
    </ShowcaseSection>
  )
}
