import { useEffect } from 'react'
import { useLocation, useSubmit } from 'react-router'

/**
 * Verifies the link of a mail that the page was opened with. Its token stands in the fragment, which browsers send to no server and in no
 * `Referer`, and is taken out of the address at once.
 */
export function useMailedLink(): void {
  const { hash } = useLocation()
  const submit = useSubmit()
  useEffect(() => {
    const token = /^#([a-p]{64})$/.exec(hash)?.[1]
    if (!token || location.hash !== hash) return
    const action = location.pathname + location.search
    history.replaceState(history.state, '', action)
    // the router would put its own copy of the fragment back
    void submit({ intent: 'link', token }, { method: 'post', action, replace: true })
  }, [hash, submit])
}
