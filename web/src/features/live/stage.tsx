import { useLingui } from '@lingui/react/macro'
import { cx } from '#ui/cx.ts'
import type { LocalMedia } from './media/local-media.ts'
import type { Speaking } from './media/speaking.ts'
import type { RoomView } from './room.ts'
import { personOf } from './room-state.ts'
import { useSilenced } from './silenced.tsx'
import { OwnTile, RemoteTile } from './tiles.tsx'

type Props = {
  room: RoomView
  media: LocalMedia
  isOwner: boolean
  name: string
  photo: string
  speaking: Speaking
  /** beside a whiteboard: one row of small videos on wide screens */
  strip: boolean
}

/**
 * Classes of the grid for so many videos of 16:9. On wide screens all of them fit between the bar (with the title) and the
 * controls; 16rem is the height of those two.
 */
function layout(people: number, pair: boolean): string {
  if (people <= 1 || pair)
    return 'grid-cols-1 lg:max-w-[calc((100dvh-16rem)*1.777)] full-room:max-w-[calc(100dvh*1.777)]'
  return people <= 4
    ? 'grid-cols-2 lg:max-w-[calc((100dvh-17rem)*1.777)] full-room:max-w-[calc(100dvh*1.777)]'
    : 'grid-cols-2 lg:max-w-[calc((100dvh-17.5rem)*1.185)]'
}

/** Classes of the grid beside a whiteboard: three in a row on a phone, all in one row on wide screens. */
const inStrip =
  'grid-cols-3 lg:h-34 lg:w-fit lg:auto-cols-[15rem] lg:grid-flow-col lg:grid-cols-none full-room:w-full full-room:h-auto'

/** The videos of all participants. A shared screen is wide, the educator comes first, the user's own video last. */
export function Stage({ room, media, isOwner, name, photo, speaking, strip }: Props) {
  const { t } = useLingui()
  const { box, onSilenced, button } = useSilenced('video')
  const rank = ({ screen, isEducator }: { screen: boolean; isEducator: boolean }) => (screen ? 0 : isEducator ? 1 : 2)
  const others = room.participants.filter(({ peerId }) => peerId !== room.me).sort((a, b) => rank(a) - rank(b))
  const own = personOf(room)

  // with two participants the other is large, the own video in the corner; a shared screen is never covered
  const pair = !strip && others.length === 1 && !others[0]?.screen && !media.screen

  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls with the arrow keys
      tabIndex={0}
      aria-label={t`Videos`}
      className="grid min-h-0 content-start bg-night p-2 max-lg:-mx-gutter sm:p-3 lg:content-center lg:overflow-y-auto lg:rounded-t-lg full-room:fixed full-room:inset-0 full-room:z-45 full-room:m-0 full-room:content-center full-room:overflow-y-auto full-room:p-0"
    >
      {button}
      <div
        ref={box}
        className={cx('relative mx-auto grid w-full gap-2 sm:gap-3', strip ? inStrip : layout(others.length + 1, pair))}
      >
        {others.length > 0 && (
          // biome-ignore lint/a11y/noRedundantRoles: without a box of its own it would lose its role in some browsers
          <ul role="list" aria-label={t`Others in this session`} className="contents">
            {others.map((person) => (
              <RemoteTile
                key={person.peerId}
                person={person}
                link={room.links.get(person.peerId)}
                wide={person.screen}
                beside={pair}
                onSilenced={onSilenced}
                speaking={speaking}
              />
            ))}
          </ul>
        )}
        <OwnTile
          isOwner={isOwner}
          name={name}
          photo={photo}
          media={media}
          participant={own}
          inset={pair}
          wide={media.screen !== null && others.length === 0}
          speaking={speaking}
        />
      </div>
    </section>
  )
}
