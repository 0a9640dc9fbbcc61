import { t } from '@lingui/core/macro'
import { type ComponentProps, type MouseEvent, useState } from 'react'
import { i18n } from '#lib/text/translator.ts'
import { toast } from '../overlays/toast.ts'

type Props = Omit<ComponentProps<'a'>, 'onClick' | 'href'> & {
  href: string
  /** where a session that has ended begins again */
  login: string
  /** after the file has arrived */
  onDone?: () => void
}

/** Name of the file that the reply names. */
const nameOf = (header: string | null): string => /filename="([^"]+)"/.exec(header ?? '')?.[1] ?? ''

/** The sentence of a reply that is no file. */
async function reasonOf(reply: Response): Promise<string> {
  const body: unknown = await reply.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
    ? body.message
    : t`The file could not be downloaded. Please try again.`
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  // the browser reads it after the click
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Link to a file of ours to save. When the server refuses it, the page stays and says why. Without scripts it is a plain link. */
export function FileLink({ href, login, onDone, download, ...rest }: Props) {
  const [busy, setBusy] = useState(false)

  async function fetchFile(event: MouseEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const reply = await fetch(href, { credentials: 'include', headers: { 'x-language': i18n.locale } })
      if (reply.ok) {
        const named = typeof download === 'string' ? download : nameOf(reply.headers.get('content-disposition'))
        save(await reply.blob(), named)
        onDone?.()
      } else toast.error({ message: await reasonOf(reply), login: reply.status === 401 ? login : undefined })
    } catch {
      toast.error(t`You are offline`)
    }
    setBusy(false)
  }

  return <a {...rest} href={href} download={download ?? true} aria-busy={busy} onClick={fetchFile} />
}
