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
      lesson(
        'The emergency fund',
        'compound',
        'Six months of what you spend, not of what you earn: rent, food, instalments, fees. Nine to twelve months if your income varies. Keep it where you reach it within two days and where it cannot fall: a savings account, a sweep-in deposit, a liquid fund. It comes before any share, and after it was used it is filled up first.',
      ),
      lesson(
        'Insurance: compare two offers',
        'chart',
        'Compare the cover and not only the premium: the limit for the room, the waiting time for older illnesses, the share that you pay yourself, the hospitals without cash payment. For life insurance take a term plan of ten to fifteen times your yearly income; plans that pay money back insure little and grow little. Hide nothing in the form.',
      ),
      lesson(
        'Let it run by itself',
        'automate',
        'Put the transfer on the day after your salary arrives: what is gone first is not missed. Raise it by ten percent each year when your pay rises. Bills go by standing instruction, with a limit. Once a quarter, look at all of it for half an hour: subscriptions that no one uses, nominees that are missing, fees that crept in.',
      ),
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
      lesson(
        'Branch and merge',
        'join',
        'A branch is only a name that points to a commit, so it costs nothing. `git switch -c idea` makes one. To merge, stand on the branch that should get the changes and say `git merge idea`. If nothing else happened there it is a fast-forward; otherwise a merge commit with two parents. Delete the name afterwards, the commits stay.',
      ),
      lesson(
        'Undo, undo, undo',
        'navigation',
        'Not added yet: `git restore FILE`. Added: `git restore --staged FILE`. Wrong message, not pushed: `git commit --amend`. Last commit away, keep the work: `git reset HEAD~1`. Already pushed: `git revert`, which makes an opposite commit. And if all seems lost, `git reflog` remembers where you were for about ninety days.',
      ),
      lesson(
        'Two people, one file',
        'join',
        'A conflict means that both changed the same lines, and git asks you which is right. Between `<<<<<<<` and `=======` is yours, below it theirs. Edit until it is right, remove the markers, `git add`, `git commit`. Run the tests before. `git merge --abort` takes you back. Small branches that live for a day rarely meet.',
      ),
      { title: 'What would you do?', quiz: gitQuiz },
    ],
  },
]
