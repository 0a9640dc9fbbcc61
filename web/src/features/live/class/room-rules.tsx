import { Trans, useLingui } from '@lingui/react/macro'
import { isolate, type WaitingPerson } from '@virtual-courses/contract'
import { MicOff } from 'lucide-react'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Switch } from '#ui/form/checkbox.tsx'
import type { Room, RoomView } from '../room.ts'

type Props = { control: Room; room: RoomView }

/** Those who wait to be admitted, for hosts. */
export function WaitingList({ control, people }: { control: Room; people: readonly WaitingPerson[] }) {
  const { t } = useLingui()
  if (people.length === 0) return null
  return (
    <section aria-label={t`Waiting to be admitted`} className="mb-3 rounded-md bg-accent-soft p-2 text-on-accent-soft">
      <div className="flex items-center justify-between gap-3 px-1 pb-1">
        <p className="font-semibold">{t`Waiting (${people.length})`}</p>
        <Button size="sm" variant="success" onClick={() => void control.admitAll()}>
          <Trans>Admit all</Trans>
        </Button>
      </div>
      <ul className="grid max-h-60 gap-1 overflow-y-auto">
        {people.map(({ peerId, name: plain, photoUrl }) => {
          const name = isolate(plain)
          return (
            <li key={peerId} className="flex flex-wrap items-center gap-2 px-1 py-1">
              <Avatar name={plain} photo={photoUrl} size="sm" />
              <span className="min-w-16 flex-1 truncate font-medium">{name}</span>
              <Button
                size="sm"
                variant="secondary"
                aria-label={t`Admit ${name}`}
                onClick={() => void control.admit(peerId)}
              >
                <Trans>Admit</Trans>
              </Button>
              <Button
                size="sm"
                variant="ghost"
                aria-label={t`Decline ${name}`}
                onClick={() => void control.remove(peerId)}
              >
                <Trans>Decline</Trans>
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** What hosts decide about the room as a whole. */
export function RoomRules({ control, room }: Props) {
  const { t } = useLingui()
  const { locked, waitingRoom } = room.status
  return (
    <div className="grid gap-3 border-t border-line px-2 pt-3">
      <Button
        size="sm"
        variant="secondary"
        icon={<MicOff aria-hidden="true" className="size-4" />}
        onClick={() => void control.muteAll()}
      >
        <Trans>Mute all</Trans>
      </Button>
      <Switch
        label={t`Waiting room`}
        hint={t`Who comes waits until you admit them.`}
        checked={waitingRoom}
        onChange={({ target }) => void control.setRoom({ waitingRoom: target.checked })}
      />
      <Switch
        label={t`Lock the room`}
        hint={t`No one else can come in. Who is here can come back.`}
        checked={locked}
        onChange={({ target }) => void control.setRoom({ locked: target.checked })}
      />
    </div>
  )
}
