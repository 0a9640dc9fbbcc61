/** Height of the charts in pixels (specification, section 9). */
export const chartHeight = 300

/** One number for each course. */
export type ChartData = {
  rows: readonly { _id: string; title: string; value: number }[]
  /** Heading of the counts: "Lectures". */
  unit: string
  /** A count in words: "3 lectures". */
  inWords: (count: number) => string
  tone: 'primary' | 'accent'
}

const axisWidth = 52
/** Width of a name of 10 characters and '...' on the axis, in pixels. */
const nameWidth = 88

export const widestBar = 56

/** Returns the width of a chart: the available one, or a larger one where names would not fit beside one another. */
export const chartWidth = (bars: number, available: number): number => Math.max(available, axisWidth + bars * nameWidth)
