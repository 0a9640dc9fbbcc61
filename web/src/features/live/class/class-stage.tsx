import { useLingui } from '@lingui/react/macro'
import { isolate, type Participant } from '@virtual-courses/contract'
import { ChevronLeft, ChevronRight, Headphones } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { cx } from '#ui/cx.ts'
import type { LocalMedia } from '../media/local-media.ts'
import type { Room, RoomView } from '../room.ts'
import { isListener, personOf, roleOrder } from '../room-state.ts'
import { useSilenced } from '../silenced.tsx'
import { OwnTile, RemoteTile, ScreenTile } from '../tiles.tsx'
import { fitGrid, pageOf } from './grid.ts'
import { Sounds } from './sounds.tsx'
import { useSpeaks } from './speaking-mark.tsx'

type Props = { control: Room; room: RoomView; media: LocalMedia; isOwner: boolean; name: string; photo: string }

/** Part of the window that the pictures take where the page scrolls. */
const partOfWindow = 0.5
/** Tiles below a shared screen on each page, and the height of one beside it, with the gap, in pixels. */
const belowScreen = 4
const besideHeight = 107

/** Measures the space for pictures: on wide screens and on a phone held sideways that of the element, otherwise a part of the window. */
function useSpace() {
  const box = useRef<HTMLDivElement>(null)
  const [space, setSpace] = useState({ width: 360, height: 400, isFixed: false })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const { clientWidth: width, clientHeight } = element
      const isFixed = getComputedStyle(element).getPropertyValue('--fixed-height') === '1'
      const height = isFixed ? clientHeight : Math.round(window.innerHeight * partOfWindow)
      setSpace((before) =>
        before.width === width && before.height === height && before.isFixed === isFixed
          ? before
          : { width, height, isFixed },
      )
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [])
  return { box, space }
}

type PagerProps = {
  page: number
  pages: number
  onPage: (page: number) => void
  away: readonly Participant[]
  control: Room
}

function AwaySpeaker({ person, control }: { person: Participant; control: Room }) {
  const { t } = useLingui()
  const name = isolate(person.name)
  if (!useSpeaks(control.speaking, person.peerId)) return null
  return <span className="truncate">{t`${name} is speaking`}</span>
}

/** Goes through the pages of tiles, and names who speaks on another one. */
function Pager({ page, pages, onPage, away, control }: PagerProps) {
  const { t } = useLingui()
  if (pages <= 1) return null
  const step = (to: number, label: string, Icon: typeof ChevronLeft) => (
    <button
      type="button"
      aria-label={label}
      aria-disabled={to < 0 || to >= pages || undefined}
      onClick={() => to >= 0 && to < pages && onPage(to)}
      className="grid size-9 shrink-0 place-items-center rounded-full bg-night-raised aria-disabled:opacity-55"
    >
      <Icon aria-hidden="true" className="size-5 rtl:-scale-x-100" />
    </button>
  )
  return (
    <nav aria-label={t`Pages of speakers`} className="flex min-w-0 items-center justify-center gap-3 pt-2 text-sm">
      {step(page - 1, t`Previous speakers`, ChevronLeft)}
      <span className="tabular shrink-0">{t`${page + 1} of ${pages}`}</span>
      {step(page + 1, t`More speakers`, ChevronRight)}
      {away.map((person) => (
        <AwaySpeaker key={person.peerId} person={person} control={control} />
      ))}
    </nav>
  )
}

/** Names of those who listen that are shown; the others are a number. */
const namesShown = 5

function Listeners({ people }: { people: readonly Participant[] }) {
  const { t } = useLingui()
  if (people.length === 0) return null
  const names = people
    .slice(0, namesShown)
    .map(({ name }) => isolate(name))
    .join(', ')
  const more = people.length - namesShown
  return (
    <p className="flex min-w-0 items-center justify-center gap-2 pt-2 text-sm text-on-night-muted">
      <Headphones aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">{more > 0 ? t`Listening: ${names} and ${more} more` : t`Listening: ${names}`}</span>
    </p>
  )
}

/** The stage of a class: those who speak with pictures, a shared screen beside them, those who listen as names. */
export function ClassStage({ control, room, media, isOwner, name, photo }: Props) {
  const { t } = useLingui()
  const viewing = useSyncExternalStore(control.viewing.store.subscribe, control.viewing.store.read)
  const { box, space } = useSpace()
  const [wanted, setWanted] = useState(0)
  const { box: sounds, onSilenced, button } = useSilenced('audio')

  const others = room.participants.filter(({ peerId }) => peerId !== room.me)
  const speakers = others
    .filter(({ role }) => role !== 'listener')
    .sort((a, b) => roleOrder[a.role] - roleOrder[b.role])
  const listeners = others.filter(({ role }) => role === 'listener')
  const speaks = !isListener(room)
  const pictures = !viewing.audioOnly && viewing.line < 3
  const screens = pictures ? speakers.filter(({ peerId, screen }) => screen && room.links.get(peerId)?.screen) : []
  const [screen] = screens

  const own = speaks ? 1 : 0
  const fit = fitGrid(speakers.length + own, space)
  const besideScreen = space.isFixed ? Math.floor((space.height + 8) / besideHeight) : belowScreen
  const perPage = Math.max(1, (screen ? besideScreen : fit.perPage) - own)
  const { shown, page, pages } = pageOf(speakers, wanted, perPage)
  const grid = fitGrid(shown.length + own, space)

  return (
    <div className="flex min-h-0 flex-col bg-night p-2 text-on-night max-lg:-mx-gutter sm:p-3 lg:rounded-t-lg full-room:fixed full-room:inset-0 full-room:z-45 full-room:m-0 full-room:p-0">
      {button}
      <div ref={sounds}>
        <Sounds links={room.links} onSilenced={onSilenced} />
      </div>
      <div
        ref={box}
        className={cx(
          'grid min-h-0 min-w-0 lg:flex-1 lg:[--fixed-height:1] full-room:flex-1 full-room:[--fixed-height:1]',
          screen
            ? 'grid-cols-1 gap-2 lg:grid-cols-[minmax(0,1fr)_11rem] lg:grid-rows-[minmax(0,1fr)] full-room:grid-cols-[minmax(0,1fr)_11rem] full-room:grid-rows-[minmax(0,1fr)]'
            : 'place-content-center',
        )}
      >
        {screen && <ScreenTile person={screen} link={room.links.get(screen.peerId)} viewing={control.viewing} />}
        <div
          className="relative mx-auto grid w-full content-center gap-2"
          style={
            screen
              ? { gridTemplateColumns: 'repeat(auto-fit, minmax(8rem, 1fr))' }
              : {
                  gridTemplateColumns: `repeat(${grid.columns}, minmax(0, 1fr))`,
                  width: `${grid.columns * grid.tileWidth + (grid.columns - 1) * 8}px`,
                  maxWidth: '100%',
                }
          }
        >
          {shown.length > 0 && (
            // biome-ignore lint/a11y/noRedundantRoles: without a box of its own it would lose its role in some browsers
            <ul role="list" aria-label={t`Speakers in this session`} className="contents">
              {shown.map((person) => (
                <RemoteTile
                  key={person.peerId}
                  person={person}
                  link={room.links.get(person.peerId)}
                  wide={false}
                  onSilenced={onSilenced}
                  speaking={control.speaking}
                  inClass={{ viewing: control.viewing, pictures }}
                />
              ))}
            </ul>
          )}
          {speaks && (
            <OwnTile
              isOwner={isOwner}
              name={name}
              photo={photo}
              media={media}
              participant={personOf(room)}
              wide={false}
              inset={false}
              speaking={control.speaking}
              inClass
            />
          )}
        </div>
      </div>
      <Pager
        page={page}
        pages={pages}
        onPage={setWanted}
        away={speakers.filter((person) => !shown.includes(person))}
        control={control}
      />
      <Listeners people={listeners} />
    </div>
  )
}
