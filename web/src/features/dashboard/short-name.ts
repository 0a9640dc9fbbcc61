const longest = 10

/** A course's name as charts show it: the first 10 characters and '...' (specification, section 9); whole when it is not longer. */
export function shortName(title: string): string {
  const signs = Array.from(new Intl.Segmenter('en').segment(title), ({ segment }) => segment)
  return signs.length > longest ? `${signs.slice(0, longest).join('')}...` : title
}
