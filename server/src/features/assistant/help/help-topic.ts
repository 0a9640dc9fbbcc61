import { msg } from '@lingui/core/runtime-macro'
import type { Endpoint, SiteSettings } from '@virtual-courses/contract'
import type { Say, Sentence } from '#core/languages/language.ts'

/** Settings that help answers depend on. */
export type HelpSetting = Extract<
  keyof SiteSettings,
  | 'siteName'
  | 'supportAddress'
  | 'refundDays'
  | 'refundWatchedPercent'
  | 'sellerGstin'
  | 'gstPercent'
  | 'livePeople'
  | 'secondStepFor'
>

/** What is true of this site at the moment. */
export type HelpSite = {
  settings: Pick<SiteSettings, HelpSetting>
  /** people can sign in with Google */
  google: boolean
  /** languages of the pages, by their own names */
  languages: readonly string[]
}

/** What a topic writes with. Whatever it names of the site goes through here, so that the tests see it. */
export type HelpWriter = {
  setting<Name extends HelpSetting>(name: Name): HelpSite['settings'][Name]
  google: boolean
  languages: readonly string[]
  /** a link to a page of the site, by its name there */
  page(path: string, name: Sentence): string
  /** the text of a button or field, as the pages show it */
  button(name: Sentence): string
  /** how to ask for support, as a part of a sentence */
  support: string
}

/** What help says about one subject. The ways to ask for it are in `intents.yaml`. */
export type HelpTopic = {
  title: Sentence
  /** the calls that do what the text says; `help.test.ts` fails when one of them changes */
  calls: readonly Endpoint[]
  /** what the text says the site does not have: a call, a setting or a page that matches contradicts it */
  denies?: RegExp
  text: (site: HelpWriter) => Sentence[]
}

const askSupport = {
  named: (address: string): Sentence => msg`write to ${{ address }}`,
  unnamed: msg`write to the support of this site`,
}

/** Returns what topics write with, in one language. */
export function helpWriter({ settings, google, languages }: HelpSite, say: Say): HelpWriter {
  const { supportAddress } = settings
  return {
    setting: (name) => settings[name],
    google,
    languages,
    page: (path, name) => `[${say(name)}](${path})`,
    button: (name) => `“${say(name)}”`,
    support: say(supportAddress === '' ? askSupport.unnamed : askSupport.named(supportAddress)),
  }
}
