import { lesson, paragraphs, preview } from '../lessons.ts'
import { financeQuiz, gitQuiz } from '../quizzes.ts'
import type { DemoCourse } from '../types.ts'

const category = 'Others'

export const others: readonly DemoCourse[] = [
  {
    key: 'personal-finance',
    educator: 'meera-iyer',
    title: 'Personal Finance for Your First Job',
    subTitle: 'Salary slips, savings, insurance and patience, in plain words',
    description: paragraphs(
      'Nobody explains the first salary slip. What is deducted, what comes back, and what should you do with the rest? In six short lessons we go from the slip to a simple plan that fits on one page.',
      'You will build an emergency fund, understand what compound growth can and cannot do, compare two insurance offers without being sold one, and set up the standing orders that do the work for you. All examples use Indian rules and rupees.',
      'This course teaches how things work. It does not recommend any product, and no returns are promised, here or anywhere else.',
    ),
    category,
    level: 'Beginner',
    priceRupees: 399,
    thumbnail: 'personal-finance.webp',
    published: true,
    certificate: true,
    createdDaysAgo: 290,
    lectures: [
      preview('Small money, long time', 'compound'),
      preview('Read your salary slip', 'table'),
      lesson('The emergency fund', 'compound'),
      lesson('Insurance: compare two offers', 'chart'),
      lesson('Let it run by itself', 'automate'),
      {
        ...lesson('A plan on one page', 'hierarchy'),
        description: 'Open the table in any spreadsheet and put your own numbers in.',
        files: ['first-budget.csv'],
      },
      { title: 'Are you ready for your first salary?', quiz: financeQuiz },
    ],
    sections: [
      ['Earn and keep', 3],
      ['Protect and plan', 4],
    ],
  },
  {
    key: 'public-speaking',
    educator: 'meera-iyer',
    title: 'Public Speaking for Quiet People',
    subTitle: 'Say one thing well, with a calm voice and steady hands',
    description: paragraphs(
      'You do not have to become loud. The best speakers I know are quiet people who prepared one thought properly. This course shows how: find the one sentence, build three steps towards it, and practise out loud four times.',
      'We work on breath, pauses and slides with almost nothing on them. You record yourself on a phone, which is terrible the first time and useful ever after.',
    ),
    category,
    level: 'Beginner',
    priceRupees: 499,
    thumbnail: 'public-speaking.webp',
    published: true,
    createdDaysAgo: 220,
    lectures: [
      preview('Welcome, quiet people', 'welcome'),
      lesson('Find the one sentence', 'hierarchy'),
      lesson('Slides with almost nothing on them', 'hierarchy'),
      lesson('Numbers that people remember', 'chart'),
      lesson('The pause', 'welcome'),
    ],
  },
  {
    key: 'git-teamwork',
    educator: 'priya-raman',
    title: 'Git and Teamwork Without Fear',
    subTitle: 'Branches, merges and undo, for people who keep a backup folder just in case',
    description: paragraphs(
      'If you copy the whole folder before every git command, this course is for you. We draw what each command does to the graph before we type it, and afterwards you will know that almost nothing is ever lost.',
      'You learn to commit in small steps, to write messages that help, to merge without panic, and to undo each of the classic mistakes. In the last lesson two of us break the same file on purpose.',
    ),
    category,
    level: 'Beginner',
    priceRupees: 349,
    thumbnail: 'git-teamwork.webp',
    published: true,
    certificate: true,
    createdDaysAgo: 265,
    lectures: [
      preview('A history is a graph', 'navigation'),
      preview('Small commits, good messages', 'hierarchy'),
      lesson('Branch and merge', 'join'),
      lesson('Undo, undo, undo', 'navigation'),
      lesson('Two people, one file', 'join'),
      { title: 'What would you do?', quiz: gitQuiz },
    ],
  },
]
