import { type ComponentType, lazy } from 'react'
import { paths } from '#lib/paths.ts'
import { HydratedLater } from './hydration-mark.tsx'

type Props = { error: unknown }

/** Where not even the error page can be fetched. Its link loads a document and needs no script. */
const PlainErrorPage = () => (
  <div className="shell py-section text-center">
    <h1 className="text-2xl">Something went wrong</h1>
    <p className="mt-2 mb-6 text-muted">This page could not be shown. Please try again in a moment.</p>
    <a href={paths.home} className="text-link underline underline-offset-4">
      Go to the home page
    </a>
  </div>
)

const Page = lazy<ComponentType<Props>>(() =>
  import('./error-page.tsx').then(
    (module) => ({ default: module.ErrorPage }),
    () => ({ default: PlainErrorPage }),
  ),
)

/** The error page, fetched when there is an error: it is no part of pages that are well. */
export const LazyErrorPage = (props: Props) => (
  <HydratedLater>
    <Page {...props} />
  </HydratedLater>
)
