import { lazy, Suspense } from 'react'
import { data } from 'react-router'
import { hostContext } from '#app/host.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { session } from '#lib/session.ts'
import { defaultSettings } from '#lib/settings.ts'
import type { Route } from './+types/components.ts'

/** A file of its own: what the gallery shares with other pages must not join them in one that those would have to load. */
const Gallery = lazy(async () => ({ default: (await import('#ui/gallery.tsx')).Gallery }))

function onlyInDevelopment(development: boolean): null {
  if (!development) throw data(null, { status: 404 })
  return null
}

export const loader = ({ context }: Route.LoaderArgs): null =>
  onlyInDevelopment(context.get(hostContext).settings.development)

export const clientLoader = (): null => onlyInDevelopment((session.data()?.settings ?? defaultSettings).development)

export default function Components() {
  return (
    <>
      <PageMeta title="Components" />
      <Suspense>
        <Gallery />
      </Suspense>
    </>
  )
}
