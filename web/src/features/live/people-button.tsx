import type { Participant } from '@virtual-courses/contract'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { cx } from '#ui/cx.ts'
import { Popover } from '#ui/popover.tsx'
import { PeopleList } from './people-list.tsx'
import { popupOnPhone } from './popup-on-phone.ts'
import type { Room, RoomView } from './room.ts'
import { roundButton } from './round-button.ts'

type Props = { control: Room; room: RoomView; isOwner: boolean }

/** Who is here, behind a button; the educator mutes and removes from there. */
export function PeopleButton({ control, room, isOwner }: Props) {
  const [leaving, setLeaving] = useState<Participant | null>(null)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const hands = room.participants.filter(({ handRaised, peerId }) => handRaised && peerId !== room.me).length
  const count = room.participants.length

  async function remove() {
    if (!leaving) return
    setBusy(true)
    await control.remove(leaving.peerId)
    setBusy(false)
    setAsked(false)
  }

  return (
    <>
      <Popover
        label={`People: ${count}${hands > 0 ? `, hands raised: ${hands}` : ''}`}
        title="Who is here"
        trigger={
          <>
            <Users aria-hidden="true" />
            <span
              aria-hidden="true"
              className="tabular absolute -top-1 -right-1 grid h-5 min-w-5 place-items-center rounded-full bg-on-night px-1 text-xs font-bold text-night"
            >
              {count}
            </span>
          </>
        }
        className={popupOnPhone}
        triggerClass={cx(roundButton, hands > 0 ? 'bg-accent text-on-accent' : 'bg-night-raised text-on-night')}
      >
        {(close) => (
          <div className="max-h-[60dvh] overflow-y-auto p-3">
            <p className="px-2 pb-2 font-semibold">Who is here ({count})</p>
            <PeopleList
              people={room.participants}
              me={room.me}
              leads={isOwner}
              onMute={(peerId) => void control.mute(peerId)}
              onLowerHand={(peerId) => void control.lowerHand(peerId)}
              onRemove={(person) => {
                close()
                setLeaving(person)
                setAsked(true)
              }}
            />
          </div>
        )}
      </Popover>
      <AlertDialog
        open={asked}
        onOpenChange={setAsked}
        title={`Remove ${leaving?.name ?? ''}?`}
        text="They leave the room at once and cannot come back into this session."
        confirmLabel="Remove"
        danger
        busy={busy}
        onConfirm={() => void remove()}
      />
    </>
  )
}
