import { Trans, useLingui } from '@lingui/react/macro'
import { isolate, type Participant } from '@virtual-courses/contract'
import { Hand, MicOff, Users, UserX } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { roundButton } from './media/device-controls.tsx'
import type { Room, RoomView } from './room.ts'

type PeopleListProps = {
  people: readonly Participant[]
  me: string
  /** the current user may mute and remove participants */
  isEducator: boolean
  onMute: (peerId: string) => void
  onLowerHand: (peerId: string) => void
  onRemove: (person: Participant) => void
}

/** The participants. Raised hands come first, otherwise in the order of joining. */
function PeopleList({ people, me, isEducator, onMute, onLowerHand, onRemove }: PeopleListProps) {
  const { t } = useLingui()
  const sorted = [...people].sort((a, b) => Number(b.handRaised) - Number(a.handRaised))
  return (
    <ul className="grid gap-1">
      {sorted.map((person) => {
        const { peerId } = person
        const name = isolate(person.name)
        const other = peerId !== me
        return (
          <li key={peerId} className="flex min-h-12 items-center gap-3 rounded-md px-2 py-1">
            <Avatar name={person.name} photo={person.photoUrl} size="sm" />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">
                {other ? name : t`${{ name: isolate(person.name) }} (you)`}
              </span>
              <span className="flex flex-wrap gap-1">
                {person.isEducator && (
                  <Badge tone="accent">
                    <Trans>Educator</Trans>
                  </Badge>
                )}
                {person.handRaised && (
                  <Badge tone="primary" icon={<Hand aria-hidden="true" />}>
                    <Trans>Hand raised</Trans>
                  </Badge>
                )}
                {!person.connected && (
                  <Badge>
                    <Trans>Away</Trans>
                  </Badge>
                )}
                {!person.audio && (
                  <span className="text-xs text-muted">
                    <Trans>Microphone off</Trans>
                  </span>
                )}
              </span>
            </span>
            {isEducator && other && (
              <span className="flex">
                {person.handRaised && (
                  <IconButton label={t`Lower the hand of ${name}`} onClick={() => onLowerHand(peerId)}>
                    <Hand aria-hidden="true" />
                  </IconButton>
                )}
                {person.audio && (
                  <IconButton label={t`Mute ${name}`} onClick={() => onMute(peerId)}>
                    <MicOff aria-hidden="true" />
                  </IconButton>
                )}
                <IconButton
                  label={t({ message: `Remove ${{ name: isolate(person.name) }}`, context: 'person' })}
                  onClick={() => onRemove(person)}
                  className="text-danger"
                >
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

type Props = { control: Room; room: RoomView; isOwner: boolean }

/** A button that opens the list of participants; the educator mutes and removes them there. */
export function PeopleButton({ control, room, isOwner }: Props) {
  const { t } = useLingui()
  const [removing, setRemoving] = useState<Participant | null>(null)
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const hands = room.participants.filter(({ handRaised, peerId }) => handRaised && peerId !== room.me).length
  const count = room.participants.length

  async function remove() {
    if (!removing) return
    setBusy(true)
    await control.remove(removing.peerId)
    setBusy(false)
    setConfirming(false)
  }

  return (
    <>
      <Popover
        label={hands > 0 ? t`People: ${count}, hands raised: ${hands}` : t`People: ${count}`}
        title={t`Who is here`}
        trigger={
          <>
            <Users aria-hidden="true" />
            <span
              aria-hidden="true"
              className="tabular absolute -end-1 -top-1 grid h-5 min-w-5 place-items-center rounded-full bg-on-night px-1 text-xs font-bold text-night"
            >
              {count}
            </span>
          </>
        }
        bottomOnPhone
        triggerClass={cx(roundButton, hands > 0 ? 'bg-accent text-on-accent' : 'bg-night-raised text-on-night')}
      >
        {(close) => (
          <div className="max-h-[60dvh] overflow-y-auto p-3">
            <p className="px-2 pb-2 font-semibold">{t`Who is here (${count})`}</p>
            <PeopleList
              people={room.participants}
              me={room.me}
              isEducator={isOwner}
              onMute={(peerId) => void control.mute(peerId)}
              onLowerHand={(peerId) => void control.lowerHand(peerId)}
              onRemove={(person) => {
                close()
                setRemoving(person)
                setConfirming(true)
              }}
            />
          </div>
        )}
      </Popover>
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={t`Remove ${{ name: isolate(removing?.name ?? '') }}?`}
        text={t`They leave the room at once and cannot come back into this session.`}
        confirmLabel={t`Remove`}
        danger
        busy={busy}
        onConfirm={() => void remove()}
      />
    </>
  )
}
