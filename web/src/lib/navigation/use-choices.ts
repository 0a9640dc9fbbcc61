import { useEffect, useState } from 'react'
import { type Location, type To, useLocation, useNavigate, useNavigation } from 'react-router'

/** What was chosen here, its address, and the navigation that was on its way then. */
type Wanted<Choices> = { choices: Choices; address: To; before: Location | undefined }

const searchOf = (to: To): string => (typeof to === 'string' ? new URL(to, 'http://x').search : (to.search ?? ''))

/**
 * Search and filters of a list, which are in the page's address: what was chosen last, also while its rows load. A second
 * choice in that time is added to the first one.
 *
 * @param shown the choices of the rows that are shown; `at` is where their page begins
 * @param how `state` of the navigation; `read` reads the address of a link to the same list, whose choices are shown while it loads
 * @returns the choices to show, and a function that changes some of them and goes to the first page
 */
export function useChoices<Choices extends { at: string }>(
  shown: Choices,
  addressOf: (choices: Choices) => To,
  how: { state?: unknown; read?: (search: URLSearchParams) => Choices } = {},
) {
  const navigate = useNavigate()
  const { location: coming } = useNavigation()
  const { key, pathname } = useLocation()
  const [wanted, setWanted] = useState<Wanted<Choices> | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came is what its address says, also after "back"
  useEffect(() => {
    if (!coming) setWanted(null)
  }, [key, coming])
  // a link, such as a saved filter, may have been pressed since
  const isLast = !coming || coming === wanted?.before || coming.search === searchOf(wanted?.address ?? '')
  const linked = coming && coming.pathname === pathname ? how.read?.(new URLSearchParams(coming.search)) : undefined
  const chosen = (isLast ? wanted?.choices : undefined) ?? linked ?? shown
  const choose = (changes: Partial<Choices>) => {
    const choices = { ...chosen, at: '', ...changes }
    const address = addressOf(choices)
    setWanted({ choices, address, before: coming })
    void navigate(address, { state: how.state })
  }
  return [chosen, choose] as const
}
