import type { AdminOverview } from '@virtual-courses/contract'
import { formatCount, formatRupees } from '#lib/format.ts'

export type DayRow = AdminOverview['days'][number]
export type DaySeries = 'enrolments' | 'revenue'

type Look = { label: string; format: (value: number) => string; fill: string }

export const daySeries: Record<DaySeries, Look> = {
  enrolments: {
    label: 'Enrollments',
    format: (value) => `${formatCount(value)} ${value === 1 ? 'enrollment' : 'enrollments'}`,
    fill: 'var(--color-primary)',
  },
  revenue: { label: 'Revenue', format: (value) => formatRupees(value), fill: 'var(--color-accent)' },
}

const date = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Formats 2026-11-21 as 21 Nov. Days are in the platform's time zone already. */
export const dayLabel = (day: string): string => date.format(new Date(`${day}T00:00:00Z`))

/** Formats an amount for an axis: ₹12k, ₹3.4L. */
export function shortAmount(value: number, series: DaySeries): string {
  if (series === 'enrolments') return formatCount(value)
  if (value >= 100_000) return `₹${Number((value / 100_000).toFixed(1))}L`
  return value >= 1000 ? `₹${Number((value / 1000).toFixed(1))}k` : `₹${formatCount(value)}`
}
