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

/**
 * Whether a version is in a range of package manifests, as far as it is made of `>=` and `^` joined by `||`; false for others.
 * @param {string} version such as `v20.20.2`
 * @param {string} range such as `^20.19.0 || >=22.12.0`
 */
export function isInRange(version, range) {
  const numbers = (/** @type {string} */ text) => [0, 1, 2].map((at) => Number.parseInt(text.split('.')[at] ?? '0', 10))
  const [major = 0, ...rest] = numbers(version.replace(/^v/, ''))
  return range.split('||').some((part) => {
    const [, sign, from = ''] = /^\s*(>=|\^)\s*(\d+(?:\.\d+){0,2})\s*$/.exec(part) ?? []
    const [least = 0, ...others] = numbers(from)
    if (!sign) return false
    if (major !== least) return sign === '>=' && major > least
    const at = rest.findIndex((number, index) => number !== others[index])
    return at < 0 || (rest[at] ?? 0) > (others[at] ?? 0)
  })
}
