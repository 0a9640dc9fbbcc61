import { Trans, useLingui } from '@lingui/react/macro'
import { subjectOfLink } from '@virtual-courses/contract'
import { Form, useNavigation } from 'react-router'
import { notificationSubjectTexts } from '#lib/notification-subjects.ts'
import { paths } from '#lib/paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

type Props = {
  token: string
  /** what the server said to the last press; null before it */
  answer: { ok: boolean; message: string } | null
}

/** Ends mails by the link of one of them, without a sign-in: those of its subject, or all that can be ended. Works without scripts. */
export function UnsubscribeForm({ token, answer }: Props) {
  const { t } = useLingui()
  const subject = subjectOfLink(token)
  const { formData } = useNavigation()
  const pressed = formData?.get('which')
  const shown =
    answer ?? (subject ? null : { ok: false, message: t`This link is not right, perhaps because it was cut off.` })
  return (
    <div className="grid gap-6">
      {subject && (
        <>
          <p>
            {t`This link is from a mail about “${{ subject: t(notificationSubjectTexts[subject].title) }}”. Mails about the security of an account always come.`}
          </p>
          <Form method="post" className="flex flex-wrap gap-3 max-sm:*:w-full">
            <Button type="submit" name="which" value="one" busy={pressed === 'one'}>
              <Trans>End mails of this kind</Trans>
            </Button>
            <Button type="submit" name="which" value="all" variant="secondary" busy={pressed === 'all'}>
              <Trans>End all of them</Trans>
            </Button>
          </Form>
        </>
      )}
      <div aria-live="polite">{shown && <Notice tone={shown.ok ? 'success' : 'danger'}>{shown.message}</Notice>}</div>
      <p className="text-muted">
        <Trans>
          Once logged in, you choose every kind on{' '}
          <ButtonLink to={paths.notificationSettings} variant="link">
            your account page
          </ButtonLink>
        </Trans>
      </p>
    </div>
  )
}
