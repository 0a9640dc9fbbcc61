import { type AdminOrderDetails, isolate } from '@virtual-courses/contract'
import { z } from 'zod'
import { formatRupees } from '#core/rupees.ts'
import type { EventView } from './order-detail-queries.ts'

type Entry = AdminOrderDetails['timeline'][number]

const text = z.string().catch('')
const rupees = z.number().catch(0).transform(formatRupees)

const statusNames: Record<string, string> = {
  created: 'open',
  paid: 'paid',
  failed: 'failed',
  expired: 'expired',
  refund_pending: 'refund on its way',
  refunded: 'refunded',
  partly_refunded: 'partly refunded',
  disputed: 'disputed',
}
const named = (status: string): string => statusNames[status] ?? status

const reasonNames: Record<string, string> = {
  withdrawal: 'by the student',
  admin: 'by an admin',
  returned: 'at the provider',
  extra: 'because the money came twice',
  expired: 'because the money came too late',
  withdrawn: 'because course or buyer were deleted',
}

const refundTexts: Record<string, string> = {
  pending: 'is to be sent to the provider',
  sent: 'was taken by the provider',
  processed: 'was paid out',
  failed: 'failed',
  canceled: 'was canceled',
}

const behind = (lead: string, value: string): string => (value === '' ? '' : `${lead}${isolate(value)}`)

/** Reads what an event keeps, and says it in a sentence. Fields that are missing are left out: rows live longer than versions. */
const sentences = {
  status: z
    .object({ from: text, to: text })
    .transform(({ from, to }) => `Status: ${behind('', from && `${named(from)} → `)}${named(to)}`),
  webhook: z
    .object({ event: text, outcome: text })
    .transform(({ event, outcome }) => `Webhook ${event || 'of the provider'}${behind(': ', outcome)}`),
  refund: z
    .object({ amount: rupees, status: text, reason: text, note: text, problem: text })
    .transform(
      ({ amount, status, reason, note, problem }) =>
        `Refund of ${amount}${behind(' ', reasonNames[reason] ?? '')} ${refundTexts[status] ?? status}${behind(': ', problem || note)}`,
    ),
  dispute: z
    .object({ amount: rupees, status: text, reason: text, disputeId: text })
    .transform(
      ({ amount, status, reason, disputeId }) =>
        `Dispute${behind(' ', disputeId)} about ${amount}${behind(': ', status.replaceAll('_', ' '))}${behind(', ', reason)}`,
    ),
  invoice: z
    .object({ number: text, kind: text })
    .transform(({ number, kind }) => `${documentName(kind)} ${number} issued`),
  mail: z.object({ what: text }).transform(({ what }) => `Mail to the buyer${behind(': ', what)}`),
} satisfies Partial<Record<Entry['kind'], z.ZodType<string>>>

const documentName = (kind: string): string => {
  const name = (kind || 'invoice').replaceAll(/[-_]/g, ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const isKnown = (kind: string): kind is keyof typeof sentences => Object.hasOwn(sentences, kind)

/** Returns an event as a sentence; one of a kind that this version does not know keeps its name. */
export function presentEvent({ at, kind, details, actor_name }: EventView): Entry {
  const known = isKnown(kind) ? sentences[kind].safeParse(details) : undefined
  return {
    at: at.toISOString(),
    kind: isKnown(kind) ? kind : 'other',
    text: (known?.success ? known.data : kind).slice(0, 1000),
    actor: actor_name ?? '',
  }
}
