import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Activity } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice, type NoticeProps } from '#ui/notice.tsx'
import { iceServersFor } from '../media/ice-servers.ts'
import { checkLine, type LineResult } from '../media/line-check.ts'

const results: Record<LineResult, { tone: NonNullable<NoticeProps['tone']>; text: MessageDescriptor }> = {
  direct: { tone: 'success', text: msg`Your connection is ready: sound and pictures get through directly.` },
  relay: { tone: 'success', text: msg`Your connection is ready: sound and pictures go through our relay.` },
  'relay-tcp': {
    tone: 'warning',
    text: msg`Your network blocks UDP. Sound and pictures go through our relay by a slower way, which may stutter. Another network, such as mobile data, is better.`,
  },
  blocked: {
    tone: 'danger',
    text: msg`Your network seems to let no calls through. Try another network, such as mobile data, or switch off a VPN. If you are at school or at work, ask for UDP to be allowed. You can join all the same; the chat works.`,
  },
  unknown: {
    tone: 'info',
    text: msg`This site has no server to check the connection with. A call within one network works.`,
  },
}

/** Checks on request whether sound and pictures get out of this network. */
export function LineCheck({ lectureId }: { lectureId: string }) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<LineResult | null>(null)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  async function check() {
    setBusy(true)
    setResult(null)
    const found = await checkLine(await iceServersFor(lectureId)()).catch(() => 'blocked' as const)
    if (!isOpen.current) return
    setResult(found)
    setBusy(false)
  }

  return (
    <div className="grid gap-3">
      <Button
        variant="secondary"
        size="sm"
        busy={busy}
        icon={<Activity aria-hidden="true" className="size-4" />}
        onClick={() => void check()}
      >
        <Trans>Check my connection</Trans>
      </Button>
      <div role="status">{result && <Notice tone={results[result].tone}>{t(results[result].text)}</Notice>}</div>
    </div>
  )
}
