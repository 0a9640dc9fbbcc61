import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  api as calls,
  type NotificationSetting,
  type NotificationSubject,
  notificationSubjects,
  type Role,
} from '@virtual-courses/contract'
import { useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { notificationSubjectTexts } from '#lib/notification-subjects.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Switch } from '#ui/form/checkbox.tsx'
import { toast } from '#ui/overlays/toast.ts'

type Way = 'inApp' | 'byMail'
const ways = [
  ['inApp', msg`In the app`],
  ['byMail', msg`By mail`],
] as const satisfies readonly (readonly [Way, MessageDescriptor])[]

/** Whether an account page shows a subject: those of its role, and those of a student to anyone who is enrolled. */
export const showsSubject = (subject: NotificationSubject, role: Role, enrolled: boolean): boolean => {
  const { role: whose } = notificationSubjects[subject]
  return whose === null ? role !== 'admin' : whose === role || (whose === 'student' && enrolled)
}

type Props = { settings: readonly NotificationSetting[]; role: Role; enrolled: boolean }

/** Switches for each subject, in the app and by mail. Each is saved at once, and goes back when that fails. */
export function NotificationSettings({ settings, role, enrolled }: Props) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState(settings)
  /** the number of the last change of each switch: an earlier one that fails later changes nothing */
  const changes = useRef<Record<string, number>>({})
  // saved by the script alone
  const ready = useHydrated()
  const set = (subject: NotificationSubject, way: Way, on: boolean) =>
    setChosen((before) => before.map((one) => (one.subject === subject ? { ...one, [way]: on } : one)))

  async function change(subject: NotificationSubject, way: Way, on: boolean) {
    const name = `${subject} ${way}`
    const number = (changes.current[name] ?? 0) + 1
    changes.current[name] = number
    set(subject, way, on)
    try {
      await browserApi(calls.notifications.saveSetting, { body: { subject, [way]: on } })
    } catch (error) {
      if (changes.current[name] !== number) return
      set(subject, way, !on)
      toast.error(failureOf(error, t`This was not saved`))
    }
  }

  const shown = chosen.filter(({ subject }) => showsSubject(subject, role, enrolled))
  return (
    <>
      {shown.length > 0 && (
        <ul className="divide-y divide-line">
          {shown.map((setting) => {
            const { title, text } = notificationSubjectTexts[setting.subject]
            return (
              <li
                key={setting.subject}
                className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-4 first:pt-0"
              >
                <div className="min-w-0 flex-1 basis-56">
                  <h3 className="font-semibold">{t(title)}</h3>
                  <p className="text-sm text-muted">{t(text)}</p>
                </div>
                <div className="flex flex-wrap gap-x-8 gap-y-3">
                  {ways.map(([way, name]) => (
                    <Switch
                      key={way}
                      className="items-center"
                      label={
                        <>
                          <span className="sr-only">{`${t(title)}: `}</span>
                          <span>{t(name)}</span>
                        </>
                      }
                      checked={setting[way]}
                      disabled={!ready}
                      onChange={({ target }) => change(setting.subject, way, target.checked)}
                    />
                  ))}
                </div>
              </li>
            )
          })}
        </ul>
      )}
      <p className="border-t border-line pt-4 text-sm text-muted first:border-t-0 first:pt-0">
        <Trans>
          Mails about your password, your address and the deletion of your account always come: they show you when
          someone else uses it.
        </Trans>
      </p>
    </>
  )
}
