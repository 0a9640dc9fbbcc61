import { msg } from '@lingui/core/runtime-macro'
import type { Sentence } from '#core/languages/language.ts'

/** How to ask for support: with the operator's address, or without one. */
export const askSupport = {
  named: (address: string): Sentence => msg`write to ${{ address }}`,
  unnamed: msg`write to the support of this site`,
}

type Topic = { title: Sentence; text: (support: string) => Sentence; withoutSupport?: Sentence }

/**
 * What is true of this site. Keep it true: nothing here may promise what the site does not do. `support` is one of the two phrases above.
 * The ways to ask for a topic are in `intents.yaml`.
 */
export const helpTopics: Readonly<Record<string, Topic>> = {
  payment: {
    title: msg`Payments`,
    text: () =>
      msg`Open a course and press Enroll Now: the payment opens in a window of the payment provider, and you are enrolled as soon as it is confirmed. When you close the window nothing is charged. If money left your account and the course is not there yet, wait a few minutes: payments are checked again by themselves, and a second payment for the same course is sent back.`,
  },
  refund: {
    title: msg`Refunds`,
    text: (support) =>
      msg`You can refund a purchase yourself on the page My Purchases, which says until when, and from which watched share on it is too late. What counts as watched is what this site gave you: each part of a video once, texts that you opened, files that you downloaded and live sessions that you attended; free previews, captions and what a player reports do not count. The access ends at once, and banks take 5 to 7 working days. Where nothing is offered there, ${{ support }}. A payment that came twice is sent back by itself.`,
  },
  certificate: {
    title: msg`Certificates`,
    text: () =>
      msg`This site does not give out certificates. You see your progress in each course, and what you have learned stays yours.`,
  },
  live: {
    title: msg`Live sessions`,
    text: () =>
      msg`Some lectures have a live session with the educator. When you are enrolled, open the course with Watch Now: from its start time on, the lecture shows Join Live Session. Your browser asks for camera and microphone. You get a notification when a session is scheduled and when it begins.`,
  },
  wishlist: {
    title: msg`Wishlist`,
    text: () =>
      msg`Press the heart on a course card to put the course on your wishlist, and press it again to take it off. The heart at the top leads to [your wishlist](/wishlist). You get a notification when a course on it becomes cheaper. Wishlists are for students.`,
  },
  enrol: {
    title: msg`Enrolling`,
    text: () =>
      msg`Open a course and press Enroll Now. A free course is yours at once; for others the payment window opens. Your courses are under [My Courses](/enrolledcourses), and you keep them for as long as the site exists. Some lectures can be watched as a preview before you enroll.`,
  },
  password: {
    title: msg`Passwords`,
    text: () =>
      msg`Press "Forget your password?" on the [login page](/login), enter your email address and send the OTP. The mail has a code of 4 digits that holds for 5 minutes; after it you set a new password. If no mail comes, look into the spam folder and wait a moment before you ask for another code.`,
  },
  educator: {
    title: msg`Becoming an educator`,
    text: () =>
      msg`Choose Educator when you [sign up](/signup). From your [dashboard](/dashboard) you create a course, add lectures with videos, set a price (0 makes it free) and publish it. There you see your students and earnings too, and you can start live sessions for your lectures. The role of an account cannot be changed by yourself.`,
  },
  progress: {
    title: msg`Watching and progress`,
    text: () =>
      msg`Open a course from [My Courses](/enrolledcourses) with Watch Now. The player remembers where you stopped. Videos are watched in the browser; the site offers no download. If one does not play, reload the page and check your connection.`,
  },
  review: {
    title: msg`Reviews`,
    text: () =>
      msg`Students who are enrolled can rate a course with 1 to 5 stars and a comment, at Write a Review on the page of the course. Sending it again replaces your earlier review.`,
  },
  account: {
    title: msg`Account and profile`,
    text: () =>
      msg`You make an account on the [sign-up page](/signup), with an email address or with Google. Name, photo and description are changed at [Edit Profile](/editprofile); the email address, and the deletion of the account, are at [Account](/account).`,
  },
  support: {
    title: msg`Support`,
    text: (support) => msg`For anything that I cannot help with, ${{ support }}.`,
    withoutSupport: msg`I can help with courses and with how the site works. This site has not named an address for support; ask the people who run it.`,
  },
}
