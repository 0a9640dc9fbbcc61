import { msg, plural } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import type { HelpTopic, HelpWriter } from './help-topic.ts'

const purchases = ({ page }: HelpWriter): string => page('/purchases', 'My Purchases')
const owned = ({ page }: HelpWriter): string => page('/enrolledcourses', 'My Courses')

/** Topics about what people buy. */
export const buyingTopics: Readonly<Record<string, HelpTopic>> = {
  payment: {
    title: msg`Payments`,
    calls: [api.enrolments.createOrder, api.enrolments.verifyPayment, api.enrolments.toPay],
    denies: /subscription|instal+ment/i,
    text: (site) => [
      msg`Open a course and press ${{ button: site.button('Enroll Now') }}: the payment opens in a window of the payment provider, which shows the ways to pay, and you are enrolled as soon as it is confirmed.`,
      msg`If money left your account and the course is not there yet, wait a few minutes: payments are checked again by themselves, and a second payment for the same course is sent back.`,
      msg`When you close the window nothing is charged.`,
      msg`A course is paid once and in full: this site has no subscriptions and no instalments of its own.`,
      msg`Your orders are under ${{ page: purchases(site) }}.`,
    ],
  },
  receipt: {
    title: msg`Invoices and receipts`,
    calls: [api.orders.list, api.invoices.page, api.invoices.pdf, api.invoices.billing, api.invoices.saveBilling],
    text: (site) => [
      site.setting('sellerGstin') === ''
        ? msg`Each paid order under ${{ page: purchases(site) }} has its receipt, as a page and as a PDF file. It has no GST: the seller is not registered for it.`
        : msg`Each paid order under ${{ page: purchases(site) }} has its GST invoice, as a page and as a PDF file.`,
      ...(site.setting('sellerGstin') !== '' && site.setting('gstPercent') > 0 ? [msg`The prices include GST.`] : []),
      msg`The name, address and GSTIN that stand on new ones are yours to set under ${{ page: site.page('/account/billing', 'Billing details') }}; what was issued before does not change.`,
    ],
  },
  refund: {
    title: msg`Refunds`,
    calls: [api.orders.list, api.orders.refund],
    text: (site) => {
      const days = site.setting('refundDays')
      const percent = site.setting('refundWatchedPercent')
      const { support } = site
      if (days === 0)
        return [
          msg`On this site a purchase cannot be refunded by the buyer alone: ${{ support }}.`,
          msg`A payment that came twice is sent back by itself.`,
        ]
      return [
        percent === 0
          ? msg`You can refund a purchase yourself within ${plural({ days }, { one: '# day', other: '# days' })}, as long as you have watched nothing of it.`
          : msg`You can refund a purchase yourself within ${plural({ days }, { one: '# day', other: '# days' })}, as long as you have watched less than ${{ percent }} % of it.`,
        msg`Open ${{ page: purchases(site) }} and press ${{ button: site.button(msg({ message: 'Refund', context: 'button' })) }} at the order.`,
        msg`What counts as watched is what this site gave you: parts of videos, texts, files and live sessions; free previews do not count.`,
        msg`The access ends at once, and banks take 5 to 7 working days. A course can be refunded once.`,
        msg`Where nothing is offered there, ${{ support }}. A payment that came twice is sent back by itself.`,
      ]
    },
  },
  coupon: {
    title: msg`Coupons, sales and bundles`,
    calls: [api.offers.quote, api.offers.bundle, api.offers.bundlesOf],
    text: (site) => [
      msg`On the page of a course or a bundle press ${{ button: site.button('Have a coupon?') }}, enter the code and apply it: the page shows the new price, or why the code does not count, before you pay.`,
      msg`Sales count by themselves. Bundles with a course are shown on its page.`,
    ],
  },
  enrol: {
    title: msg`Enrolling and access`,
    calls: [api.enrolments.createOrder, api.enrolments.enrolled, api.learning.overview, api.courses.get],
    text: (site) => [
      msg`Open a course and press ${{ button: site.button('Enroll Now') }}. A free course is yours at once; for others the payment window opens.`,
      msg`Your courses are under ${{ page: owned(site) }}, and your access has no end: you keep a course unless you refund it.`,
      msg`Some lectures can be watched as a preview before you enroll.`,
    ],
  },
  gift: {
    title: msg`Gifts`,
    calls: [],
    denies: /\bgift(?! format)|transfer a course/i,
    text: ({ support }) => [
      msg`A course is for the account that buys it: it cannot be bought as a gift or passed on to someone else. For many people at once, ${{ support }}.`,
    ],
  },
  certificate: {
    title: msg`Certificates`,
    calls: [
      api.certificates.mine,
      api.certificates.claim,
      api.certificates.renew,
      api.certificates.read,
      api.certificates.pdf,
      api.certificates.picture,
      api.certificates.credential,
    ],
    text: (site) => [
      msg`A course gives a certificate where its page lists “Certificate of completion”. It is issued once you have completed the course, and stands under ${{ page: site.page('/certificates', 'Your certificates') }}: as a PDF, to share, and to correct a wrong name.`,
      msg`Anyone can check it by its number, without an account. A refund of the course withdraws it. You see your progress under ${{ page: owned(site) }}.`,
    ],
  },
}
