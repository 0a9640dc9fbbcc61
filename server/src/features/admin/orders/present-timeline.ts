import { msg } from '@lingui/core/runtime-macro'
import { type AdminOrderDetails, isolate } from '@virtual-courses/contract'
import { z } from 'zod'
import type { Say, Sentence } from '#core/languages/language.ts'
import { formatRupees } from '#core/rupees.ts'
import type { EventView } from './order-detail-queries.ts'

type Entry = AdminOrderDetails['timeline'][number]

const text = z.string().catch('')
const rupees = z.number().catch(0).transform(formatRupees)

const statusNames: Record<string, Sentence> = {
  created: msg({ message: 'open', context: 'status of an order' }),
  paid: msg({ message: 'paid', context: 'status of an order' }),
  failed: msg({ message: 'failed', context: 'status of an order' }),
  expired: msg({ message: 'expired', context: 'status of an order' }),
  refund_pending: msg({ message: 'refund on its way', context: 'status of an order' }),
  refunded: msg({ message: 'refunded', context: 'status of an order' }),
  partly_refunded: msg({ message: 'partly refunded', context: 'status of an order' }),
  disputed: msg({ message: 'disputed', context: 'status of an order' }),
}

const refunds: Record<string, (amount: string) => Sentence> = {
  withdrawal: (amount) => msg`Refund of ${{ amount }} by the student`,
  admin: (amount) => msg`Refund of ${{ amount }} by an admin`,
  returned: (amount) => msg`Refund of ${{ amount }} at the provider`,
  extra: (amount) => msg`Refund of ${{ amount }} because the money came twice`,
  expired: (amount) => msg`Refund of ${{ amount }} because the money came too late`,
  withdrawn: (amount) => msg`Refund of ${{ amount }} because course or buyer were deleted`,
}

const refundTexts: Record<string, (refund: string) => Sentence> = {
  pending: (refund) => msg`${{ refund }} is to be sent to the provider`,
  sent: (refund) => msg`${{ refund }} was taken by the provider`,
  processed: (refund) => msg`${{ refund }} was paid out`,
  failed: (refund) => msg`${{ refund }} failed`,
  canceled: (refund) => msg`${{ refund }} was canceled`,
}

const documentNames: Record<string, (number: string) => Sentence> = {
  invoice: (number) => msg`Invoice ${{ number }} issued`,
  receipt: (number) => msg`Receipt ${{ number }} issued`,
  credit_note: (number) => msg`Credit note ${{ number }} issued`,
}

/** What others say behind what we say, such as the words of the provider. */
const behind = (lead: string, value: string): string => (value === '' ? '' : `${lead}${isolate(value)}`)

function statusText(from: string, to: string, say: Say): string {
  const named = (status: string): string => say(statusNames[status] ?? status)
  return from === ''
    ? say(msg`Status: ${{ status: named(to) }}`)
    : say(msg`Status: ${{ before: named(from) }} → ${{ status: named(to) }}`)
}

function refundText(amount: string, reason: string, status: string, say: Say): string {
  const refund = say(refunds[reason]?.(amount) ?? msg`Refund of ${{ amount }}`)
  return say(refundTexts[status]?.(refund) ?? `${refund} ${status}`)
}

/** What a line of the timeline says in a language. */
type Text = (say: Say) => string

/** Reads what an event keeps, and says it in a sentence. Fields that are missing are left out: rows live longer than versions. */
const sentences = {
  status: z.object({ from: text, to: text }).transform(
    ({ from, to }): Text =>
      (say) =>
        statusText(from, to, say),
  ),
  webhook: z.object({ event: text, outcome: text }).transform(
    ({ event, outcome }): Text =>
      (say) =>
        `${say(event === '' ? msg`Webhook of the provider` : msg`Webhook ${{ event }}`)}${behind(': ', outcome)}`,
  ),
  refund: z.object({ amount: rupees, status: text, reason: text, note: text, problem: text }).transform(
    ({ amount, status, reason, note, problem }): Text =>
      (say) =>
        `${refundText(amount, reason, status, say)}${behind(': ', say(problem) || note)}`,
  ),
  dispute: z.object({ amount: rupees, status: text, reason: text, disputeId: text }).transform(
    ({ amount, status, reason, disputeId }): Text =>
      (say) => {
        const dispute =
          disputeId === ''
            ? msg`Dispute about ${{ amount }}`
            : msg`Dispute ${{ disputeId: isolate(disputeId) }} about ${{ amount }}`
        return `${say(dispute)}${behind(': ', status.replaceAll('_', ' '))}${behind(', ', reason)}`
      },
  ),
  invoice: z.object({ number: text, kind: text }).transform(
    ({ number, kind }): Text =>
      (say) =>
        say((documentNames[kind] ?? documentNames.invoice)?.(number) ?? number),
  ),
  mail: z.object({ what: text }).transform(
    ({ what }): Text =>
      (say) =>
        `${say(msg`Mail to the buyer`)}${behind(': ', what)}`,
  ),
} satisfies Partial<Record<Entry['kind'], z.ZodType<Text>>>

const isKnown = (kind: string): kind is keyof typeof sentences => Object.hasOwn(sentences, kind)

/** Returns an event as a sentence; one of a kind that this version does not know keeps its name. */
export function presentEvent({ at, kind, details, actor_name }: EventView, say: Say): Entry {
  const known = isKnown(kind) ? sentences[kind].safeParse(details) : undefined
  return {
    at: at.toISOString(),
    kind: isKnown(kind) ? kind : 'other',
    text: (known?.success ? known.data(say) : kind).slice(0, 1000),
    actor: actor_name ?? '',
  }
}
