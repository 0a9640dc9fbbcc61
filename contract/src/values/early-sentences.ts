/** Messages of problems that pages show before a request is sent. Browser bundles contain these, and not the table of problems. */
export const earlySentences = {
  live_time_needed: 'Please select live start time if enabling live session',
  not_found: 'This does not exist, or it is no longer available',
  price_needed: 'Set a price of 0 or more before you publish the course',
  price_out_of_range: 'The price must be 0, or between ₹1 and ₹10,00,000, with at most 2 decimals',
} as const

/** Problems that the client reports when the reply is not the server's. */
export const bareProblems = {
  too_large: [413, 'This file is too large'],
  proxy_limit: [
    413,
    'A server in front of this site let this through only up to a smaller size. Please try a smaller file, or tell the support of this site that the limit of its proxy for request bodies is too low.',
  ],
  internal: [500, 'Something went wrong on our side. Please try again.'],
  unavailable: [503, 'The service is restarting. Please try again in a moment.'],
} as const
