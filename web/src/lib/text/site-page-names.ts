import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SitePageKind } from '@virtual-courses/contract'

/** Names of the pages that a shop must show, as headings and links. */
export const sitePageNames: Record<SitePageKind, MessageDescriptor> = {
  about: msg`About us`,
  contact: msg({ message: 'Contact', context: 'page' }),
  terms: msg`Terms of use`,
  privacy: msg`Privacy policy`,
  refunds: msg`Refund policy`,
  grievance: msg`Grievance officer`,
}
