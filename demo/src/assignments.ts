import type { DemoAssignment } from './types.ts'

const level = (id: string, title: string, points: number) => ({ id, title, description: '', points })

/** Assignments at the ends of courses, with answers that wait, that came back, and that were accepted. */
export const assignments: readonly DemoAssignment[] = [
  {
    course: 'css-layout',
    title: 'Repair a page that is slightly wrong',
    task: [
      'Choose a page on which something jumps, sticks out or does not line up. Any page of yours will do.',
      '## What to hand in',
      '1. **The box that decides**, and how you found it.',
      '2. **The lines that you changed**, as few as you can.',
      '3. A picture of it before and after.',
    ].join('\n\n'),
    rubric: [
      {
        id: 'box',
        title: 'The box',
        description: 'Names the box that decides, not the one that looks wrong.',
        levels: [level('none', 'Not found', 0), level('full', 'Found', 5)],
      },
      {
        id: 'lines',
        title: 'The lines',
        description: 'Few of them, and none fights the content.',
        levels: [level('many', 'Works, with more than needed', 2), level('few', 'Only what is needed', 5)],
      },
    ],
    answers: [
      {
        student: 'aarav-mehta',
        text: [
          'On my recipe page the photo pushed the text out of the window on a phone.',
          'The box that decides is the flex item around the text: it has `min-width: auto`, and one long word in it. I added `min-width: 0` and `overflow-wrap: anywhere`. Two lines.',
        ].join('\n\n'),
        daysAgo: 27,
        accepted: {
          comment: 'Exactly the right box, and nothing that you do not need. Well seen.',
          levels: { box: 'full', lines: 'few' },
          daysAgo: 26,
        },
      },
      {
        student: 'mary-kharkongor',
        text: 'My footer did not line up with the page above. I gave both the same grid, with `grid-template-columns: subgrid` in the footer.',
        daysAgo: 3,
      },
    ],
  },
  {
    course: 'personal-finance',
    title: 'Your plan on one page',
    task: [
      'Make the plan of the last lesson for yourself. Invent the numbers if you like; no one needs your salary.',
      '## What to hand in',
      '1. **What comes in and goes out** in a month, in five lines.',
      '2. **How large your emergency fund** should be, and when it is full.',
      '3. **One standing order** that you set up this week.',
    ].join('\n\n'),
    rubric: [
      {
        id: 'plan',
        title: 'The plan',
        description: 'Adds up, and fits on one page.',
        levels: [level('none', 'Does not add up', 0), level('full', 'Adds up', 6)],
      },
      {
        id: 'fund',
        title: 'The fund',
        description: 'Three to six months of what goes out, with a date.',
        levels: [level('none', 'Missing', 0), level('part', 'Without a date', 2), level('full', 'With a date', 4)],
      },
    ],
    answers: [
      {
        student: 'dev-patel',
        text: 'In ₹42,000, out ₹31,000: rent 12, food 8, family 6, travel 3, phone and small things 2. The fund has to be ₹93,000 to ₹1,86,000. With ₹8,000 a month the smaller one is full in twelve months. Standing order: ₹8,000 on the 2nd.',
        daysAgo: 2,
      },
      {
        student: 'mary-kharkongor',
        text: 'In ₹28,000, out ₹24,500. Fund: as much as I can.',
        daysAgo: 6,
        returned: {
          comment: 'Your month adds up. Now give the fund a size and a date: how many months of ₹24,500, and by when?',
          comments: { fund: 'See the third lesson, from the second half on.' },
          daysAgo: 5,
        },
      },
    ],
  },
  {
    course: 'git-teamwork',
    title: 'Repair a broken history',
    task: [
      'Clone any small project of yours and break its history on purpose: commit a secret, merge the wrong branch, or delete a file that you need.',
      '## What to hand in',
      '1. **What you broke**, in two sentences.',
      '2. **The commands** that repaired it, each with a word on what it did to the graph.',
      '3. What you would do so that it does not happen again.',
      'Draw the graph before and after, on paper if you like: a photo is fine.',
    ].join('\n\n'),
    rubric: [
      {
        id: 'repair',
        title: 'The repair',
        description: 'Nothing is lost, and nothing is left behind.',
        levels: [
          level('none', 'Does not work', 0),
          level('part', 'Works, loses something', 4),
          level('full', 'Works', 8),
        ],
      },
      {
        id: 'why',
        title: 'The explanation',
        description: 'Says what each command did to the graph.',
        levels: [level('none', 'Missing', 0), level('part', 'Some commands', 3), level('full', 'All of them', 7)],
      },
    ],
    answers: [
      {
        student: 'nikita-pawar',
        text: [
          'I merged `main` into a feature branch that was two months old, and pushed it.',
          '`git reflog` showed the commit before the merge, `git reset --hard` moved the branch back to it, and `git push --force-with-lease` replaced it on the server. The merge commit is still in the reflog, but no branch leads to it.',
          'Next time I look at `git log --graph` *before* I push.',
        ].join('\n\n'),
        daysAgo: 2,
      },
      {
        student: 'lakshmi-venkat',
        text: 'I deleted `config.json` and committed. I got it back from my backup folder.',
        daysAgo: 9,
        returned: {
          comment:
            'You are safe again, but the history still says that the file is gone: bring it back with git, from the commit before. Then write what each command did to the graph.',
          comments: { repair: 'A backup folder is what this course wants to get rid of.' },
          daysAgo: 8,
        },
      },
    ],
  },
]
