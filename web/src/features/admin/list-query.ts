/** How many rows an admin's list shows at once. */
export const pageSize = 25

/** What an address says of a list: words, a page, and choices that were made. Whatever is not ours counts as not said. */
export const readText = (search: URLSearchParams): string => (search.get('text') ?? '').trim().slice(0, 100)

export function readPage(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 40_000 ? page : 1
}

export const readChoice = <Value extends string>(
  search: URLSearchParams,
  name: string,
  values: readonly Value[],
): Value | '' => values.find((value) => value === search.get(name)) ?? ''

/** The part of an address after its path; "" for a list without any choice. */
export function searchOf(query: Record<string, string | number>): string {
  const said = Object.entries(query).filter(([name, value]) => value !== '' && !(name === 'page' && value === 1))
  const text = new URLSearchParams(said.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return text && `?${text}`
}

/** The same for the API: only what was chosen. */
export function toCall<Query extends { page: number }>({ page, ...chosen }: Query) {
  const said = Object.entries(chosen).filter(([, value]) => value !== '')
  return {
    limit: pageSize,
    offset: (page - 1) * pageSize,
    ...(Object.fromEntries(said) as Chosen<Omit<Query, 'page'>>),
  } // the same names, without empty ones
}

type Chosen<Query> = { [Name in keyof Query]?: Exclude<Query[Name], ''> }
