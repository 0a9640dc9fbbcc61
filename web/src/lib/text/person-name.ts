import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { deletedName } from '@virtual-courses/contract'

/** Returns a function that gives the name of a person as it is shown: that of a deleted account is words, in the reader's language. */
export function usePersonName(): (name: string) => string {
  const { i18n } = useLingui()
  return (name) => (name === deletedName ? i18n._(msg`Deleted user`) : name)
}
