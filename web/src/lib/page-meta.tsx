/** Title and description of a page; React moves them to the document's head, on the server too. */
export function PageMeta({ title, description }: { title?: string; description?: string }) {
  return (
    <>
      <title>{title ? `${title} · Virtual Courses` : 'Virtual Courses'}</title>
      {description && <meta name="description" content={description} />}
    </>
  )
}
