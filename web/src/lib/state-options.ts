import { indianStates } from '@virtual-courses/contract'

/** The Indian states with their GST codes, by name, as a select shows them. */
export const stateOptions = Object.entries(indianStates)
  .map(([value, { name }]) => ({ value, label: `${name} (${value})` }))
  .sort((one, two) => one.label.localeCompare(two.label))
