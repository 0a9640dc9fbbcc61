import { type ComponentType, lazy } from 'react'
import { paths } from '#lib/paths.ts'
import { HydratedLater } from './hydration-mark.tsx'

type Props = { error: unknown }

/** Shown when the error page cannot be loaded either. Its link loads a document and needs no script. */
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

/** The error page, loaded when there is an error. */
export const LazyErrorPage = (props: Props) => (
  <HydratedLater>
    <Page {...props} />
  </HydratedLater>
)
