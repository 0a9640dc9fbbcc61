/** The time so many days before another. */
export const daysBefore = (time: Date, days: number): Date => new Date(time.getTime() - days * 24 * 3600 * 1000)
