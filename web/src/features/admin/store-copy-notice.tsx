import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { paths } from '#lib/paths.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

const key = 'store-copy-kept'
const changed = 'store-copy-kept-here'

function subscribe(listener: () => void) {
  window.addEventListener(changed, listener)
  return () => window.removeEventListener(changed, listener)
}
const isKept = (): boolean => {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** Leads from the designed sales texts to true numbers, until the admin decides to keep them on this device. */
export function StoreCopyNotice() {
  const { storeCopy } = useSettings()
  // the server does not know; it shows the notice in no page
  const kept = useSyncExternalStore(subscribe, isKept, () => true)
  if (storeCopy !== 'fixed' || kept) return null

  function keep() {
    try {
      localStorage.setItem(key, '1')
    } catch {
      // it comes back with the next visit
    }
    window.dispatchEvent(new Event(changed))
  }

  return (
    <Notice>
      <p>
        <Trans>
          Every course page shows “(1,200 reviews)”, a struck “₹599” and “10+ hours of video content”, whatever the
          course has. Show the numbers of each course instead?
        </Trans>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <ButtonLink to={paths.adminSettings} size="sm">
          <Trans>Compare in the settings</Trans>
        </ButtonLink>
        <Button size="sm" variant="ghost" onClick={keep}>
          <Trans>Keep them</Trans>
        </Button>
      </div>
    </Notice>
  )
}
