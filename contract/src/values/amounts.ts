const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
const withPaise = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Rupees (not paise) as `₹1,299` or `₹10,00,000.50`, grouped the Indian way in every language. */
export function formatRupees(rupees: number): string {
  const sign = rupees < 0 ? '-' : ''
  const amount = Math.abs(rupees)
  // Rounded first: 4.999 must not become "₹5.00".
  const paise = Math.round(amount * 100)
  return `${sign}₹${paise % 100 === 0 ? whole.format(paise / 100) : withPaise.format(paise / 100)}`
}

/** A size of a kilobyte or more in decimal units, the same in every language: 12 kB, 3.4 MB, 1.2 GB. */
export function formatSize(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes / 1000
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}
