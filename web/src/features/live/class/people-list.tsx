import { Trans, useLingui } from '@lingui/react/macro'
import { type GivenRole, isolate, type Participant } from '@virtual-courses/contract'
import { EllipsisVertical, Hand, MicOff, Search, UserX } from 'lucide-react'
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton, iconButtonClass } from '#ui/button.tsx'
import { Input } from '#ui/form/input.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { MenuEntry } from '#ui/overlays/menu-popup.tsx'
import { roleOrder } from '../room-state.ts'

/** Number of people from which the list can be searched. */
const manyPeople = 10

/** Rows that are rendered at first, and each time that the end of them comes into sight. */
const rowsAtOnce = 50

export type PersonActions = {
  onMute: (peerId: string) => void
  onLowerHand: (peerId: string) => void
  onRemove: (person: Participant) => void
  onCameraOff: (peerId: string) => void
  onRole: (peerId: string, role: GivenRole) => void
}

type Props = {
  people: readonly Participant[]
  me: string
  isHost: boolean
  isOwner: boolean
  /** the room has a media server: people have roles */
  inClass: boolean
  actions: PersonActions
}

/** Raised hands come first, in a class then those who speak, otherwise in the order of joining. */
const sorted = (people: readonly Participant[], inClass: boolean): Participant[] =>
  [...people].sort(
    (a, b) => Number(b.handRaised) - Number(a.handRaised) || (inClass ? roleOrder[a.role] - roleOrder[b.role] : 0),
  )

/** Shows the next rows when it comes into sight. */
function More({ onReached }: { onReached: () => void }) {
  const row = useRef<HTMLLIElement>(null)
  const reached = useEffectEvent(onReached)
  useEffect(() => {
    const element = row.current
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reached())
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return <li ref={row} aria-hidden="true" className="h-4" />
}

const matches = (name: string, words: readonly string[]): boolean => {
  const text = name.toLocaleLowerCase()
  return words.every((word) => text.includes(word))
}

/** The participants, with a search where there are many. */
export function PeopleList({ people, me, isHost, isOwner, inClass, actions }: Props) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [rows, setRows] = useState(rowsAtOnce)
  const words = useDeferredValue(text).toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const found = sorted(
    people.filter(({ name }) => matches(name, words)),
    inClass,
  )
  return (
    <>
      {people.length >= manyPeople && (
        <div className="px-2 pb-2">
          <Input
            type="search"
            aria-label={t`Find a participant`}
            placeholder={t`Find a participant`}
            value={text}
            maxLength={100}
            leading={<Search aria-hidden="true" />}
            onChange={({ target }) => setText(target.value)}
          />
          <p className="sr-only" role="status">
            {words.length > 0 && t`Found: ${found.length}`}
          </p>
        </div>
      )}
      {found.length === 0 && (
        <p className="px-2 py-3 text-muted">
          <Trans>No one here has this name.</Trans>
        </p>
      )}
      <ul className="grid gap-1">
        {found.slice(0, rows).map((person) => (
          <Person
            key={person.peerId}
            person={person}
            isMe={person.peerId === me}
            {...{ isHost, isOwner, inClass, actions }}
          />
        ))}
        {found.length > rows && <More key={rows} onReached={() => setRows(rows + rowsAtOnce)} />}
      </ul>
    </>
  )
}

type PersonProps = Omit<Props, 'people' | 'me'> & { person: Participant; isMe: boolean }

function Person({ person, isMe, isHost, isOwner, inClass, actions }: PersonProps) {
  const { t } = useLingui()
  const { peerId, role } = person
  const name = isolate(person.name)
  // co-hosts have no say over each other
  const moderated = isHost && !isMe && !person.isEducator && (isOwner || role !== 'cohost')
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 rounded-md px-2 py-1 [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto]">
      <Avatar name={person.name} photo={person.photoUrl} size="sm" />
      <span className="min-w-28 flex-1">
        <span className="block truncate font-medium">{isMe ? t`${{ name: isolate(person.name) }} (you)` : name}</span>
        <span className="flex flex-wrap gap-1">
          {person.isEducator && (
            <Badge tone="accent">
              <Trans>Educator</Trans>
            </Badge>
          )}
          {role === 'cohost' && (
            <Badge tone="accent">
              <Trans>Co-host</Trans>
            </Badge>
          )}
          {inClass && role === 'speaker' && (
            <Badge tone="success">
              <Trans>Speaker</Trans>
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
          {role !== 'listener' && !person.audio && (
            <span className="text-xs text-muted">
              <Trans>Microphone off</Trans>
            </span>
          )}
        </span>
      </span>
      {moderated && (
        <span className="flex items-center">
          {person.handRaised && role === 'listener' && (
            <Button
              size="sm"
              variant="success"
              aria-label={t`Let speak: ${name}`}
              onClick={() => actions.onRole(peerId, 'speaker')}
            >
              <Trans>Let speak</Trans>
            </Button>
          )}
          {person.handRaised && (
            <IconButton label={t`Lower the hand of ${name}`} onClick={() => actions.onLowerHand(peerId)}>
              <Hand aria-hidden="true" />
            </IconButton>
          )}
          {role !== 'listener' && person.audio && (
            <IconButton label={t`Mute ${name}`} onClick={() => actions.onMute(peerId)}>
              <MicOff aria-hidden="true" />
            </IconButton>
          )}
          <PersonMenu person={person} {...{ isOwner, inClass, actions }} />
          <IconButton
            label={t({ message: `Remove ${{ name: isolate(person.name) }}`, context: 'person' })}
            onClick={() => actions.onRemove(person)}
            className="text-danger"
          >
            <UserX aria-hidden="true" />
          </IconButton>
        </span>
      )}
    </li>
  )
}

type MenuProps = Pick<PersonProps, 'person' | 'isOwner' | 'inClass' | 'actions'>

/** What a host does seldom. Renders nothing where there is nothing of it. */
function PersonMenu({ person, isOwner, inClass, actions }: MenuProps) {
  const { t } = useLingui()
  const { peerId, role } = person
  const action = (label: string, onSelect: () => void): MenuEntry => ({ kind: 'action', label, onSelect })
  const become = (label: string, next: GivenRole) => action(label, () => actions.onRole(peerId, next))
  const entries: MenuEntry[] = [
    ...(person.video ? [action(t`Turn their camera off`, () => actions.onCameraOff(peerId))] : []),
    ...(inClass && role === 'listener' ? [become(t`Let speak`, 'speaker')] : []),
    ...(inClass && role === 'speaker' ? [become(t`Back to listening`, 'listener')] : []),
    ...(isOwner && role !== 'cohost' ? [become(t`Make co-host`, 'cohost')] : []),
    ...(isOwner && role === 'cohost' ? [become(t`End their turn as co-host`, 'speaker')] : []),
  ]
  if (entries.length === 0) return null
  const name = isolate(person.name)
  return (
    <Menu label={t`More about ${name}`} entries={entries} triggerClass={iconButtonClass()}>
      <EllipsisVertical aria-hidden="true" />
    </Menu>
  )
}
