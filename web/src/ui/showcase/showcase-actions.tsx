import { Bell, Heart, Play, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonLink, IconButton } from '../button.tsx'
import { CountBadge } from '../count-badge.tsx'
import { Switch } from '../form/checkbox.tsx'
import { BackLink } from '../layout/page-layout.tsx'
import { Pagination } from '../layout/pagination.tsx'
import { Spinner } from '../spinner.tsx'
import { ShowcaseRow, ShowcaseSection } from './showcase-section.tsx'

export function ShowcaseActions() {
  const [busy, setBusy] = useState(false)
  return (
    <ShowcaseSection title="Actions">
      <ShowcaseRow name="Variants">
        <Button variant="accent" icon={<Play aria-hidden="true" className="size-5 fill-current" />}>
          Start learning
        </Button>
        <Button>Primary</Button>
        <Button variant="secondary">Secondary</Button>
        <Button variant="ghost">Ghost</Button>
        <Button variant="success">Success</Button>
        <Button variant="danger" icon={<Trash2 aria-hidden="true" className="size-4.5" />}>
          Remove
        </Button>
        <Button variant="link">Link</Button>
        <Button disabled>Disabled</Button>
      </ShowcaseRow>
      <ShowcaseRow name="Sizes">
        <Button size="sm">Small</Button>
        <Button size="md">Medium</Button>
        <Button size="lg" variant="accent">
          Large
        </Button>
        <ButtonLink to="/dev/ui" variant="secondary" icon={<Plus aria-hidden="true" className="size-4.5" />}>
          A link
        </ButtonLink>
      </ShowcaseRow>
      <ShowcaseRow name="Busy keeps its width">
        <Button busy={busy}>Save changes</Button>
        <Button variant="success" busy={busy} busyLabel="Processing...">
          Make Payment
        </Button>
        <Button variant="secondary" busy={busy}>
          Cancel
        </Button>
        <IconButton label="Add to wishlist" busy={busy}>
          <Heart aria-hidden="true" />
        </IconButton>
        <Switch label="Busy" checked={busy} onChange={(event) => setBusy(event.target.checked)} />
        <Spinner label="Loading..." />
      </ShowcaseRow>
      <ShowcaseRow name="Icon buttons and links">
        <IconButton label="Notifications, 3 unread">
          <Bell aria-hidden="true" />
          <CountBadge count={3} />
        </IconButton>
        <IconButton label="Wishlist" floating>
          <Heart aria-hidden="true" />
        </IconButton>
        <BackLink to="/dev/ui" />
      </ShowcaseRow>
      <Pagination label="Pages beside this one" previous={null} next="?at=next" />
    </ShowcaseSection>
  )
}
