import type { SalesRow } from '@virtual-courses/contract'
import { formatCount, formatRupees } from '#lib/text/format.ts'

export type SalesSeries = 'enrolments' | 'revenue'
export type SalesUnit = 'day' | 'month'

type Look = { label: string; format: (value: number) => string; fill: string }

export const salesSeries: Record<SalesSeries, Look> = {
  enrolments: {
    label: 'Enrollments',
    format: (value) => `${formatCount(value)} ${value === 1 ? 'enrollment' : 'enrollments'}`,
    fill: 'var(--color-primary)',
  },
  revenue: { label: 'Revenue', format: (value) => formatRupees(value), fill: 'var(--color-accent)' },
}

const formats: Record<SalesUnit, Intl.DateTimeFormat> = {
  day: new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat('en-IN', { month: 'short', year: 'numeric', timeZone: 'UTC' }),
}

/** Formats 2026-11-21 as "21 Nov", or its month as "Nov 2026". Days are in the platform's time zone already. */
export const spanLabel = (day: string, unit: SalesUnit): string => formats[unit].format(new Date(`${day}T00:00:00Z`))

export const spanNames: Record<SalesUnit, { title: string; table: string; column: string }> = {
  day: { title: 'The last 30 days', table: 'Each of the last 30 days', column: 'Day' },
  month: { title: 'The last 12 months', table: 'Each of the last 12 months', column: 'Month' },
}

/** Formats an amount for an axis: ₹12k, ₹3.4L. */
export function shortAmount(value: number, series: SalesSeries): string {
  if (series === 'enrolments') return formatCount(value)
  if (value >= 100_000) return `₹${Number((value / 100_000).toFixed(1))}L`
  return value >= 1000 ? `₹${Number((value / 1000).toFixed(1))}k` : `₹${formatCount(value)}`
}

export type SalesRows = Partial<Record<SalesUnit, readonly SalesRow[]>>
