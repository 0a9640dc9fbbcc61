import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import type { HelpTopic, HelpWriter } from './help-topic.ts'

const owned = ({ page }: HelpWriter): string => page('/enrolledcourses', 'My Courses')

/** Topics about learning and teaching. */
export const learningTopics: Readonly<Record<string, HelpTopic>> = {
  live: {
    title: msg`Live sessions`,
    calls: [api.live.join, api.live.session, api.live.messages, api.live.calendar],
    text: (site) => [
      msg`Some lectures have a live session with the educator. When you are enrolled, open the course from ${{ page: owned(site) }} with ${{ watch: site.button('Watch Now') }}: from its start time on, the lecture shows ${{ join: site.button('Join Live Session') }}.`,
      msg`Your browser asks for camera and microphone. A session has room for ${{ people: site.setting('livePeople') }} people.`,
      msg`You get a notification when a session is scheduled and when it begins.`,
    ],
  },
  wishlist: {
    title: msg`Wishlist`,
    calls: Object.values(api.wishlist),
    text: (site) => [
      msg`Press the heart on a course card to put the course on your wishlist, and press it again to take it off. The heart at the top leads to your ${{ page: site.page('/wishlist', 'Wishlist') }}.`,
      msg`You get a notification when a course on it becomes cheaper. Wishlists are for students.`,
    ],
  },
  progress: {
    title: msg`Watching and progress`,
    calls: [api.learning.overview, api.learning.course, api.learning.report, api.learning.watched],
    text: (site) => [
      msg`Open a course from ${{ page: owned(site) }} with ${{ watch: site.button('Watch Now') }}. The player remembers where you stopped, and the page shows how far you are.`,
      msg`What counts towards completing a course is set by its educator. Above the list of lectures, and in your courses, a sentence says what is still to do; what you have completed stays completed.`,
      msg`Some lectures open later: on a date, some days after you enrolled, or when what comes before is done. The list of lectures says when and why. If you cannot go on, ask the educator: they can open a lecture to you early.`,
      msg`If a video does not play, reload the page and check your connection.`,
    ],
  },
  notes: {
    title: msg`Notes and bookmarks`,
    calls: Object.values(api.notes),
    text: (site) => [
      msg`While a lecture plays, press W to write a note at that second, or B to set a bookmark; below the video, ${{ add: site.button('Add a note') }} does the same. A press on a note goes back to its place.`,
      msg`All of them are under ${{ page: site.page('/notes', 'Your notes') }}, where they can be searched and downloaded. Only you can see them.`,
    ],
  },
  quizzes: {
    title: msg`Quizzes`,
    calls: [
      api.quizAttempts.page,
      api.quizAttempts.begin,
      api.quizAttempts.read,
      api.quizAttempts.answer,
      api.quizAttempts.handIn,
      api.videoChecks.read,
      api.videoChecks.answer,
    ],
    text: (site) => [
      msg`A course can have quizzes between its lectures. Open one from the list of lectures; ${{ begin: site.button('Begin') }} starts an attempt, and ${{ handIn: site.button('Hand in') }} ends it.`,
      msg`Answers are saved as you give them, also through a reload. The page of the quiz says how much time and how many attempts you have, and when you see the right answers.`,
      msg`Some videos stop at a question. It gives no marks: answer it and the video goes on, also after a few answers that are not right. Some of these questions can be skipped.`,
      msg`If you find your marks wrong, ask the educator: they can correct a question, and then all attempts are marked again. If you have used all attempts, they can give you another one.`,
    ],
  },
  calendar: {
    title: msg`Calendar and what comes next`,
    calls: Object.values(api.agenda),
    text: (site) => [
      msg`${{ page: owned(site) }} begins with what you do next: the dates of the coming days, and where you go on in each course.`,
      msg`There ${{ button: site.button('Add to my calendar') }} gives you a secret address for the calendar on your phone or computer. Anyone who has it can read your dates; you can end it, or make another one, at any time.`,
    ],
  },
  assignments: {
    title: msg`Assignments`,
    calls: [
      api.assignments.read,
      api.assignments.save,
      api.assignments.handIn,
      api.assignments.withdraw,
      api.assignments.addFile,
      api.assignments.removeFile,
      api.assignments.file,
      api.marks.own,
    ],
    text: (site) => [
      msg`An assignment is in the list of lectures of its course: open the course from ${{ page: owned(site) }}. What you write there is saved as you type, and you can add up to 5 files. No one sees it before you hand it in.`,
      msg`Until the educator has marked your answer you can withdraw it. If it comes back with comments, change it and hand it in again. The page says when it is due, and what a late answer loses.`,
      msg`All your marks of a course are on one page, which ${{ button: site.button('Your marks') }} beside its quizzes opens. Where your educator has set marks themselves, their reason stands beside them.`,
    ],
  },
  questions: {
    title: msg`Questions about lectures`,
    calls: [
      ...Object.values(api.questions).filter(({ access }) => access === 'signedIn'),
      api.tutor.ask,
      api.passages.search,
    ],
    text: (site) => [
      msg`Beside a lecture of a course that you are enrolled in, open ${{ heading: site.button('Questions') }} and press ${{ ask: site.button('Ask a question') }}: about the lecture, or about the second of its video that you are at. What others have asked already is shown while you type.`,
      msg`Students and the educator answer, and the educator can accept an answer. You get a notification of answers to questions that you ask or follow; mails come once a day.`,
      msg`You can edit what you wrote, and delete it while no one else has answered. Something that breaks the rules can be reported.`,
      msg`${{ tutor: site.button('Ask about this course') }} beside the player answers at once from what the lectures say, and each answer leads to its second. ${{ search: site.button('Search in this course') }} finds where something is said. What the course does not cover can be asked of the educator.`,
    ],
  },
  announcements: {
    title: msg`Announcements`,
    calls: [api.announcements.ofCourse, api.announcements.read, api.announcements.report],
    text: () => [
      msg`Educators announce what is new to the students of a course, at most twice a week. You find them beside the player of the course, among your notifications and in your mail.`,
      msg`One that breaks the rules can be reported below its text; an administrator looks at it.`,
      msg`Each mail has a link that ends these mails, and you can choose them on your account page.`,
    ],
  },
  download: {
    title: msg`Downloads`,
    calls: [api.lectures.content, api.media.attachment],
    denies: /download a (?:video|lecture)|offline/i,
    text: () => [
      msg`Videos are watched in the browser: they cannot be downloaded and do not play without internet.`,
      msg`Files that an educator has added to a lecture, such as a PDF, can be saved from the page of the lecture.`,
    ],
  },
  review: {
    title: msg`Reviews`,
    calls: [api.reviews.give, api.reviews.remove, api.reviews.ofCourse, api.reviews.report],
    text: (site) => [
      msg`Students who are enrolled can rate a course with 1 to 5 stars and a comment, at ${{ heading: site.button('Write a Review') }} on the page of the course.`,
      msg`Sending it again replaces your earlier review, and you can delete it there. A review by someone else can be reported.`,
    ],
  },
  educator: {
    title: msg`Becoming an educator`,
    calls: [api.courses.create, api.courses.edit, api.lectures.create, api.payouts.balance],
    text: (site) => [
      msg`Choose ${{ role: site.button('Educator') }} when you make an account on the page ${{ page: site.page('/signup', 'Sign Up') }}.`,
      msg`From your ${{ page: site.page('/dashboard', 'Dashboard') }} you create a course, add lectures with videos, set a price (0 makes it free) and publish it. There you see your students and earnings too, and you can start live sessions for your lectures.`,
      msg`The role of an account cannot be changed by yourself.`,
    ],
  },
  studio: {
    title: msg`Your own courses`,
    calls: [api.courses.edit, api.courses.remove, api.lectures.edit, api.lectures.remove],
    text: (site) => [
      msg`Your own courses are on your ${{ dashboard: site.page('/dashboard', 'Dashboard') }} and on the page ${{ courses: site.page('/courses', 'Courses') }}: open one to change its texts, price and lectures, or to take it off the list.`,
      msg`${{ button: site.button('Remove Lecture') }} deletes a lecture with its video. ${{ course: site.button('Remove Course') }} deletes a course; students who are enrolled keep their access.`,
    ],
  },
  support: {
    title: msg`Support`,
    calls: [api.sitePages.read],
    text: (site) => [
      site.setting('supportAddress') === ''
        ? msg`I can help with courses and with how the site works. This site has not named an address for support; see ${{ page: site.page('/contact', msg({ message: 'Contact', context: 'page' })) }}.`
        : msg`For anything that I cannot help with, ${{ support: site.support }}. More is under ${{ page: site.page('/contact', msg({ message: 'Contact', context: 'page' })) }}.`,
    ],
  },
}
