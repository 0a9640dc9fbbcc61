import { useLingui } from '@lingui/react/macro'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { EditProfileForm } from '#features/accounts/edit-profile-form.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { useShownUser } from '#lib/session/root-data.ts'
import { Card } from '#ui/layout/card.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'

const load = guarded<unknown, null>('signedIn', async () => null)

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

export default function EditProfile() {
  const { t } = useLingui()
  // a session that has ended leaves the form as it is
  const user = useShownUser()
  if (!user) return null
  return (
    <Container width="text">
      <PageMeta title={t`Edit Profile`} />
      <PageHeader title={t`Edit Profile`} back={paths.profile} />
      <Card>
        <EditProfileForm user={user} />
      </Card>
    </Container>
  )
}
