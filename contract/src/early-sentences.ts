/** Sentences of the table of problems that pages say by themselves, before anything is sent. Browsers get these, and not the table. */
export const earlySentences = {
  live_time_needed: 'Please select live start time if enabling live session',
  not_found: 'This does not exist, or it is no longer available',
  price_needed: 'Set a price of 0 or more before you publish the course',
  price_out_of_range: 'The price must be 0, or between ₹1 and ₹10,00,000, with at most 2 decimals',
} as const

/** Problems that a client may have to name itself, when what answered was not our server. */
export const bareProblems = {
  too_large: [413, 'This file is too large'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
  unavailable: [503, 'The service is restarting. Please try again in a moment.'],
} as const
