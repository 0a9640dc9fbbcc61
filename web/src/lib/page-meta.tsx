import { useSettings } from './root-data.ts'

/** Title and description of a page; React moves them to the document's head, on the server too. */
export function PageMeta({ title, description }: { title?: string; description?: string }) {
  const { siteName } = useSettings()
  return (
    <>
      <title>{title ? `${title} · ${siteName}` : siteName}</title>
      {description && <meta name="description" content={description} />}
    </>
  )
}
