import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { PageMeta } from '#lib/page-meta.tsx'
import { Container, PageHeader, type PageHeaderProps } from '#ui/layout/page-layout.tsx'
import { PartBoundary } from '#ui/part-boundary.tsx'
import type { Slot } from '#ui/slot.ts'

type Props = Pick<PageHeaderProps, 'back' | 'aside' | 'actions'> & {
  title: MessageDescriptor
  text: MessageDescriptor | string
  children: Slot
}

/** Frame of an admin page: heading, text and content. */
export function AdminFrame({ title, text, children, ...header }: Props) {
  const { t } = useLingui()
  return (
    <Container>
      <PageMeta title={t(title)} />
      <PageHeader title={t(title)} text={typeof text === 'string' ? text : t(text)} {...header} />
      <PartBoundary of={t(title)}>{children}</PartBoundary>
    </Container>
  )
}
