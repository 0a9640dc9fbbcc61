import { msg } from '@lingui/core/runtime-macro'
import { api, deletionWord, otpLength } from '@virtual-courses/contract'
import { codeLifeMs } from '../../accounts/index.ts'
import type { HelpTopic, HelpWriter } from './help-topic.ts'

const security = ({ page }: HelpWriter): string => page('/account/security', 'Security')
const ownData = ({ page }: HelpWriter): string => page('/account/data', 'Your data')
const minutes = codeLifeMs / 60_000

/** Topics about accounts. */
export const accountTopics: Readonly<Record<string, HelpTopic>> = {
  account: {
    title: msg`Account and profile`,
    calls: [api.accounts.signup, api.accounts.updateProfile, api.accounts.current, api.accounts.viewer],
    text: (site) => [
      site.google
        ? msg`You make an account on the page ${{ page: site.page('/signup', 'Sign Up') }}, with an email address or with Google.`
        : msg`You make an account on the page ${{ page: site.page('/signup', 'Sign Up') }}, with an email address.`,
      msg`Name, photo and description are changed at ${{ page: site.page('/editprofile', 'Edit Profile') }}.`,
    ],
  },
  email: {
    title: msg`Email address`,
    calls: [
      api.ownAccount.status,
      api.ownAccount.changeEmail,
      api.ownAccount.confirmEmail,
      api.ownAccount.sendOwnerCode,
    ],
    text: (site) => [
      msg`Change your address on the page ${{ page: site.page('/account', 'Account') }}: a code goes to the new address, and the address counts once you have typed it. All other devices are logged out then.`,
    ],
  },
  password: {
    title: msg`Login and passwords`,
    calls: [
      api.accounts.login,
      api.accounts.sendOtp,
      api.accounts.verifyOtp,
      api.accounts.verifyResetLink,
      api.accounts.resetPassword,
      api.accounts.changePassword,
      api.accounts.googleConsent,
      api.accounts.googleToken,
    ],
    text: (site) => [
      msg`If you do not know your password, open ${{ page: site.page('/forgotpassword', 'Forgot password') }}, enter your email address and send the OTP. The mail has a code of ${{ digits: otpLength }} digits that holds for ${{ minutes }} minutes, and a link; after one of them you set a new password.`,
      msg`If no mail comes, look into the spam folder and wait a moment before you ask for another code.`,
      msg`If you know it, change it under ${{ page: security(site) }}.`,
      ...(site.google ? [msg`If you signed up with Google, log in with Google on the login page.`] : []),
    ],
  },
  factor: {
    title: msg`Second step and passkeys`,
    calls: [...Object.values(api.factors), ...Object.values(api.signIn)],
    text: (site) => [
      msg`Under ${{ page: security(site) }} you can add passkeys and an authenticator app. From then on someone who finds out your password cannot sign in; with a passkey you need no password.`,
      msg`With the first one you get recovery codes: keep them, since each of them signs you in once when your phone is lost.`,
      ...(site.setting('secondStepFor') === 'none'
        ? []
        : [msg`Some accounts have to have a second step here; the pages say so when you log in.`]),
      msg`Without phone and codes, ${{ support: site.support }}.`,
    ],
  },
  devices: {
    title: msg`Where you are logged in`,
    calls: [api.accounts.sessions, api.accounts.endSession, api.accounts.endOtherSessions, api.accounts.logout],
    text: (site) => [
      msg`${{ page: security(site) }} shows every browser that is logged in to your account. Log out one that you do not know, or all others, and change your password.`,
    ],
  },
  delete: {
    title: msg`Deleting the account`,
    calls: [api.ownAccount.deleteAccount],
    text: (site) => [
      msg`You can delete your account yourself: open ${{ page: ownData(site) }}, type ${{ word: deletionWord }} and press ${{ button: site.button('Delete my account') }}.`,
      msg`It is for good. The access to your courses ends and nothing is paid back; orders, invoices and reviews stay without your account.`,
      msg`Educators first take courses with students off the list.`,
    ],
  },
  data: {
    title: msg`A copy of your data`,
    calls: [api.ownAccount.exportData],
    text: (site) => [
      msg`On ${{ page: ownData(site) }} press ${{ button: site.button('Download my data') }}: you get a file with what is kept about you, without secrets.`,
    ],
  },
  language: {
    title: msg`Language of the pages`,
    calls: [api.accounts.setLanguage],
    text: (site) => [
      site.languages.length > 1
        ? msg`The pages are in ${{ languages: site.languages.join(', ') }}. Choose yours at the foot of every page or in the account menu under ${{ entry: site.button('Language') }}; your mails follow it.`
        : msg`The pages are in ${{ languages: site.languages.join(', ') }}.`,
      msg`A course is in the language of its educator, which its page names. I answer in the language of your pages, and in Hindi where you write in its script.`,
    ],
  },
  notifications: {
    title: msg`Notifications and mails`,
    calls: Object.values(api.notifications),
    text: (site) => [
      msg`Under ${{ page: site.page('/account/notifications', 'Notifications') }} of your account you choose for each subject whether it comes in the app, by mail, or not at all. Each such mail has a link that ends them, too.`,
    ],
  },
}
