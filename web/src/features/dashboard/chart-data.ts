/** Height of the charts in pixels (specification, section 9). */
export const chartHeight = 300

/** One number for each course. */
export type ChartData = {
  rows: readonly { _id: string; title: string; value: number }[]
  /** what is counted: one lecture, many lectures */
  noun: { one: string; many: string }
  tone: 'primary' | 'accent'
}
