import { lazy, Suspense } from 'react'
import { data } from 'react-router'
import { hostContext } from '#app/loaders.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { defaultSettings, session } from '#lib/session/session.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import type { Route } from './+types/components.ts'

/** Loaded separately, so that modules it shares with other pages are not merged into chunks that those pages load. */
const ComponentShowcase = lazy(async () => ({
  default: (await import('#ui/showcase/component-showcase.tsx')).ComponentShowcase,
}))

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
      {/* in the document already, its buttons would take presses and do nothing until its code has come */}
      <Suspense>{useHydrated() && <ComponentShowcase />}</Suspense>
    </>
  )
}
