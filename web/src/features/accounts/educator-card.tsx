import type { PublicUser } from '@virtual-courses/contract'
import { Mail } from 'lucide-react'
import { Avatar } from '#ui/avatar.tsx'

type Props = {
  educator: Pick<PublicUser, 'name' | 'description' | 'photoUrl'> & { email?: string }
  /** Shown instead of an empty bio. */
  noBio: string
}

/** Card of an educator: photo or initial, name, bio, and email address. */
export function EducatorCard({ educator, noBio }: Props) {
  return (
    <div className="flex items-start gap-4">
      <Avatar name={educator.name} photo={educator.photoUrl} size="lg" />
      <div className="min-w-0">
        <p className="text-lg font-semibold wrap-anywhere">{educator.name}</p>
        <p className="mt-1 whitespace-pre-line text-muted wrap-anywhere">{educator.description || noBio}</p>
        {educator.email && (
          <a
            href={`mailto:${educator.email}`}
            className="mt-2 inline-flex min-h-8 items-center gap-2 text-link underline-offset-4 wrap-anywhere hover:underline"
          >
            <Mail aria-hidden="true" className="size-4 shrink-0" />
            {educator.email}
          </a>
        )}
      </div>
    </div>
  )
}
