import { useLingui } from '@lingui/react/macro'
import { isolate, type Participant } from '@virtual-courses/contract'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { cx } from '#ui/cx.ts'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { PeopleList, type PersonActions } from './class/people-list.tsx'
import { RoomRules, WaitingList } from './class/room-rules.tsx'
import { roundButton } from './media/device-controls.tsx'
import type { Room, RoomView } from './room.ts'
import { isHost } from './room-state.ts'

type Props = { control: Room; room: RoomView; isOwner: boolean }

/** A button that opens the list of participants; hosts mute, admit and remove them there. */
export function PeopleButton({ control, room, isOwner }: Props) {
  const { t } = useLingui()
  const [removing, setRemoving] = useState<Participant | null>(null)
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const hands = room.participants.filter(({ handRaised, peerId }) => handRaised && peerId !== room.me).length
  const count = room.participants.length
  const host = isHost(room)
  const waiting = host ? room.waiting : []
  const calls = hands + waiting.length

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
        label={
          (hands > 0 ? t`People: ${count}, hands raised: ${hands}` : t`People: ${count}`) +
          (waiting.length > 0 ? `, ${t`waiting: ${waiting.length}`}` : '')
        }
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
        triggerClass={cx(roundButton, calls > 0 ? 'bg-accent text-on-accent' : 'bg-night-raised text-on-night')}
      >
        {(close) => {
          const actions: PersonActions = {
            onMute: (peerId) => void control.mute(peerId),
            onLowerHand: (peerId) => void control.lowerHand(peerId),
            onCameraOff: (peerId) => void control.cameraOff(peerId),
            onRole: (peerId, role) => void control.setRole(peerId, role),
            onRemove(person) {
              close()
              setRemoving(person)
              setConfirming(true)
            },
          }
          return (
            <div className="max-h-[60dvh] overflow-y-auto p-3">
              <WaitingList control={control} people={waiting} />
              <p className="px-2 pb-2 font-semibold">{t`Who is here (${count})`}</p>
              <PeopleList
                people={room.participants}
                me={room.me}
                isHost={host}
                isOwner={isOwner}
                inClass={room.status.media === 'forwarded'}
                actions={actions}
              />
              {host && <RoomRules control={control} room={room} />}
            </div>
          )
        }}
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
