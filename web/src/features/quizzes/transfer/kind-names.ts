import { msg } from '@lingui/core/macro'

/** Names of the kinds of questions, by `questionKinds` of the contract. */
export const kindNames = {
  one: msg`One choice`,
  several: msg`Several choices`,
  truth: msg`True or false`,
  number: msg`Number`,
  text: msg`Short text`,
  order: msg`Ordering`,
  match: msg`Matching`,
  gaps: msg`Gaps in a text`,
} as const
