import type { Participant } from '@virtual-courses/contract'
import { Hand, MicOff, UserX } from 'lucide-react'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/icon-button.tsx'

type Props = {
  people: readonly Participant[]
  me: string
  /** I am the educator: I may mute and remove */
  leads: boolean
  onMute: (peerId: string) => void
  onLowerHand: (peerId: string) => void
  onRemove: (person: Participant) => void
}

/** Who is here. Raised hands come first, in the order of coming. */
export function PeopleList({ people, me, leads, onMute, onLowerHand, onRemove }: Props) {
  const sorted = [...people].sort((a, b) => Number(b.handRaised) - Number(a.handRaised))
  return (
    <ul className="grid gap-1">
      {sorted.map((person) => {
        const { peerId, name } = person
        const other = peerId !== me
        return (
          <li key={peerId} className="flex min-h-12 items-center gap-3 rounded-md px-2 py-1">
            <Avatar name={name} photo={person.photoUrl} size="sm" />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">
                {name}
                {!other && ' (you)'}
              </span>
              <span className="flex flex-wrap gap-1">
                {person.isEducator && <Badge tone="accent">Educator</Badge>}
                {person.handRaised && (
                  <Badge tone="primary" icon={<Hand aria-hidden="true" />}>
                    Hand raised
                  </Badge>
                )}
                {!person.connected && <Badge>Away</Badge>}
                {!person.audio && <span className="text-xs text-muted">Microphone off</span>}
              </span>
            </span>
            {leads && other && (
              <span className="flex">
                {person.handRaised && (
                  <IconButton label={`Lower the hand of ${name}`} onClick={() => onLowerHand(peerId)}>
                    <Hand aria-hidden="true" />
                  </IconButton>
                )}
                {person.audio && (
                  <IconButton label={`Mute ${name}`} onClick={() => onMute(peerId)}>
                    <MicOff aria-hidden="true" />
                  </IconButton>
                )}
                <IconButton label={`Remove ${name}`} onClick={() => onRemove(person)} className="text-danger">
                  <UserX aria-hidden="true" />
                </IconButton>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
