// @ts-check

/** The oldest Node this project runs on: from here TypeScript is run directly and `node:sqlite` needs no flag. */
export const MINIMUM_NODE = 24

/**
 * @param {string} version such as `v26.10.0` or `20.20.2`
 * @param {number} minimum the major version that is enough
 */
export function isNewEnough(version, minimum = MINIMUM_NODE) {
  return Number.parseInt(version.replace(/^v/, ''), 10) >= minimum
}
