import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { keptSentences } from '#core/languages/kept-sentence.ts'
import type { Say } from '#core/languages/language.ts'

/** Details of findings for admins. Rows store them in English. */
export const findingDetails = {
  notCaptured: () => msg`The order is paid here, and the provider has no such captured payment.`,
  noOrder: () => msg`The provider took a payment for no order, which is unknown here.`,
  unknownOrder: (order: string) => msg`The provider took a payment for ${{ order }}, which is unknown here.`,
  notBooked: (problem: string) => msg`The payment cannot be booked: ${{ problem }}.`,
  refundsDiffer: (there: string, here: string) =>
    msg`The provider has returned ${{ there }} paise of it, the refunds here say ${{ here }}.`,
  unknownDispute: (dispute: string, status: string, payment: string) =>
    msg`The provider has the dispute ${{ dispute }} (${{ status }}) about ${{ payment }}, which no order here got.`,
  disputeMoved: (here: string, there: string) =>
    msg`The dispute ended as ${{ here }} here, and the provider says ${{ there }} now.`,
  settlementMoved: (posting: string, posted: string, amount: string) =>
    msg`${{ posting }} was posted with ${{ posted }} paise, and the provider says ${{ amount }} now.`,
  notCompared: () => msg`It could not be compared: the log of the server says why.`,
} satisfies Record<string, (...values: string[]) => MessageDescriptor>

const sentenceOf = keptSentences(
  Object.values<(...values: string[]) => MessageDescriptor>(findingDetails).map((make) => make('', '', '')),
)

/** Translates the stored detail of a finding into the language of its reader. */
export const sayFinding = (detail: string, say: Say): string => say(sentenceOf(detail))
