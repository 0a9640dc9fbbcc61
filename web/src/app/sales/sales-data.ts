import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { SalesRow } from '@virtual-courses/contract'
import { type Formats, formatCount, formatRupees } from '#lib/text/format.ts'

export type SalesSeries = 'enrolments' | 'revenue'
export type SalesUnit = 'day' | 'month'

type Look = {
  label: MessageDescriptor
  /** a number with its unit */
  amount: (value: number, i18n: I18n) => string
  sum: (value: number, i18n: I18n) => string
  fill: string
}

export const salesSeries: Record<SalesSeries, Look> = {
  enrolments: {
    label: msg`Enrollments`,
    amount: (value, i18n) => i18n._(msg`${plural(value, { one: '# enrollment', other: '# enrollments' })}`),
    sum: (value, i18n) => i18n._(msg`${plural(value, { one: '# enrollment in all', other: '# enrollments in all' })}`),
    fill: 'var(--color-primary)',
  },
  revenue: {
    label: msg`Revenue`,
    amount: (value) => formatRupees(value),
    sum: (value, i18n) => i18n._(msg`${{ amount: formatRupees(value) }} in all`),
    fill: 'var(--color-accent)',
  },
}

/** Formats 2026-11-21 as "21 Nov", or its month as "Nov 2026". Days are in the platform's time zone already. */
export const spanLabel = (day: string, unit: SalesUnit, { formatDay, formatMonth }: Formats): string =>
  unit === 'day' ? formatDay(day) : formatMonth(day, 'short')

type SpanTexts = Record<'title' | 'table' | 'column', MessageDescriptor> & {
  /** names the chart for those who do not see it */
  chart: Record<SalesSeries, MessageDescriptor>
}

export const spanTexts: Record<SalesUnit, SpanTexts> = {
  day: {
    title: msg`The last 30 days`,
    table: msg`Each of the last 30 days`,
    column: msg`Day`,
    chart: {
      enrolments: msg`Enrollments of the last 30 days. The table has the numbers.`,
      revenue: msg`Revenue of the last 30 days. The table has the numbers.`,
    },
  },
  month: {
    title: msg`The last 12 months`,
    table: msg`Each of the last 12 months`,
    column: msg`Month`,
    chart: {
      enrolments: msg`Enrollments of the last 12 months. The table has the numbers.`,
      revenue: msg`Revenue of the last 12 months. The table has the numbers.`,
    },
  },
}

/** The texts of a chosen period; its days are formatted. */
export const periodTexts = (from: string, to: string): Omit<SpanTexts, 'column'> => ({
  title: msg`${from} to ${to}`,
  table: msg`Each day from ${from} to ${to}`,
  chart: {
    enrolments: msg`Enrollments from ${from} to ${to}. The table has the numbers.`,
    revenue: msg`Revenue from ${from} to ${to}. The table has the numbers.`,
  },
})

/** Formats an amount for an axis: ₹12k, ₹3.4L, ₹1.25L. */
export function shortAmount(value: number, series: SalesSeries): string {
  if (series === 'enrolments') return formatCount(value)
  if (value >= 100_000) return `₹${Number((value / 100_000).toFixed(2))}L`
  return value >= 1000 ? `₹${Number((value / 1000).toFixed(1))}k` : `₹${formatCount(value)}`
}

export type SalesRows = Partial<Record<SalesUnit, readonly SalesRow[]>>
