import { useEffect, useState } from 'react'
import { type To, useLocation, useNavigate, useNavigation } from 'react-router'

/**
 * Search and filters of a list, which are in the page's address: what was chosen last, also while its rows load. A second
 * choice in that time is added to the first one.
 *
 * @param shown the choices of the rows that are shown; `at` is where their page begins
 * @returns the choices to show, and a function that changes some of them and goes to the first page
 */
export function useChoices<Choices extends { at: string }>(
  shown: Choices,
  addressOf: (choices: Choices) => To,
  state?: unknown,
) {
  const navigate = useNavigate()
  const { location: coming } = useNavigation()
  const { key } = useLocation()
  const [wanted, setWanted] = useState<Choices | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came is what its address says, also after "back"
  useEffect(() => {
    if (!coming) setWanted(null)
  }, [key, coming])
  const chosen = wanted ?? shown
  const choose = (changes: Partial<Choices>) => {
    const next = { ...chosen, at: '', ...changes }
    setWanted(next)
    void navigate(addressOf(next), { state })
  }
  return [chosen, choose] as const
}
