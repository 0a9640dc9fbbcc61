import type { DemoAsked } from './types.ts'

/** Questions about lectures: some answered and accepted, some wait. */
export const asked: readonly DemoAsked[] = [
  {
    course: 'css-layout',
    student: 'mary-kharkongor',
    lecture: 3,
    second: 14,
    title: 'Why does my text not get narrower than its longest word?',
    text: 'The menu on my page has one long word, and the whole row sticks out on my phone. `flex-shrink` is 1.',
    daysAgo: 41,
    votes: ['aarav-mehta', 'zoya-khan', 'suresh-yadav'],
    answers: [
      {
        user: 'neha-kulkarni',
        text: 'Flex items have `min-width: auto`, which is their longest word. Set `min-width: 0` on the item, and `overflow-wrap: anywhere` on its text.',
        daysAgo: 40,
        accepted: true,
      },
    ],
  },
  {
    course: 'css-layout',
    student: 'aarav-mehta',
    lecture: 4,
    second: 20,
    title: 'When is a grid the wrong choice?',
    text: 'I can do all of it with grid. Is there a reason to use flexbox at all?',
    daysAgo: 29,
    votes: ['zoya-khan'],
    answers: [
      {
        user: 'zoya-khan',
        text: 'When the content decides how many fit into a row. Tags below a photo, for example: with flexbox they simply wrap.',
        daysAgo: 28,
      },
    ],
  },
  {
    course: 'personal-finance',
    student: 'aarav-mehta',
    lecture: 2,
    second: 11,
    title: 'Why do I pay professional tax and my friend does not?',
    text: 'We have the same salary. He works in Delhi, I am in Indore.',
    daysAgo: 8,
    votes: ['arnav-gupta', 'dev-patel'],
    answers: [
      {
        user: 'meera-iyer',
        text: 'It is a tax of the state, and not every state has one: Madhya Pradesh does, Delhi does not. It is at most ₹2,500 a year.',
        daysAgo: 7,
        accepted: true,
      },
    ],
  },
  {
    course: 'personal-finance',
    student: 'samuel-okafor',
    lecture: 4,
    second: 18,
    title: 'Does the cover of my employer count?',
    text: 'My company insures me while I work there. Do I compare offers without it?',
    daysAgo: 2,
    votes: [],
    answers: [],
  },
  {
    course: 'git-teamwork',
    student: 'nikita-pawar',
    lecture: 4,
    second: 9,
    title: 'Is `git reset --hard` ever safe?',
    text: 'I am afraid of it since it ate an afternoon.',
    daysAgo: 19,
    votes: ['dev-patel', 'lakshmi-venkat'],
    answers: [
      {
        user: 'priya-raman',
        text: 'It is, once everything is committed: then `git reflog` brings any commit back. What was never committed is gone, so commit before.',
        daysAgo: 18,
        accepted: true,
      },
      { user: 'dev-patel', text: '`git stash` before it has saved me twice.', daysAgo: 17 },
    ],
  },
  {
    course: 'git-teamwork',
    student: 'zoya-khan',
    lecture: 3,
    second: 21,
    title: 'Merge or rebase before a review?',
    text: 'Our team argues about it each week. What do you do, and why?',
    daysAgo: 1,
    votes: ['nikita-pawar'],
    answers: [],
  },
]
