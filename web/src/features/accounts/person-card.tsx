import type { PublicUser } from '@virtual-courses/contract'
import { Mail } from 'lucide-react'
import { Avatar } from '#ui/avatar.tsx'

type Props = {
  person: Pick<PublicUser, 'name' | 'description' | 'photoUrl'> & { email?: string }
  /** stands in place of an empty bio */
  noBio: string
}

/** An educator: photo or initial, name, bio, and where to write to. */
export function PersonCard({ person, noBio }: Props) {
  return (
    <div className="flex items-start gap-4">
      <Avatar name={person.name} photo={person.photoUrl} size="lg" />
      <div className="min-w-0">
        <p className="text-lg font-semibold wrap-anywhere">{person.name}</p>
        <p className="mt-1 whitespace-pre-line text-muted wrap-anywhere">{person.description || noBio}</p>
        {person.email && (
          <a
            href={`mailto:${person.email}`}
            className="mt-2 inline-flex min-h-8 items-center gap-2 text-link underline-offset-4 wrap-anywhere hover:underline"
          >
            <Mail aria-hidden="true" className="size-4 shrink-0" />
            {person.email}
          </a>
        )}
      </div>
    </div>
  )
}
