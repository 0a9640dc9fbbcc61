/** Settings of the shop that answers have to agree with; none of them is a default. */
export const settingsOfBench = {
  siteName: 'Guru Bazaar',
  supportAddress: 'help@guru.example',
  refundDays: 12,
  refundWatchedPercent: 30,
} as const
