import type { DemoAssignment } from './types.ts'

const level = (id: string, title: string, points: number) => ({ id, title, description: '', points })

/** An assignment at the end of a course of the main educator, with an answer that waits and one that came back. */
export const assignments: readonly DemoAssignment[] = [
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
