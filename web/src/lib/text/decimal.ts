const format = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })

/** Marks as people read them: at most two decimals. */
export const decimal = (value: number): string => format.format(value)
