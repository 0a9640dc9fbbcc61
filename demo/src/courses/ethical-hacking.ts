import { lesson, paragraphs, preview } from '../lessons.ts'
import type { DemoCourse } from '../types.ts'

const category = 'Ethical Hacking'

export const ethicalHacking: readonly DemoCourse[] = [
  {
    key: 'hacking-basics',
    educator: 'arjun-nair',
    title: 'Ethical Hacking: Start Safely, Start Legally',
    subTitle: 'Your own lab, written permission, and the five steps of a test',
    description: paragraphs(
      'The difference between a tester and a burglar is a signature. We begin there: who may allow a test, what belongs in the agreement, and what to do when you find something you did not expect.',
      'Then you build a lab of three machines on your own laptop and go through the five steps of a test: plan, look, probe, prove, report. Everything you attack is yours. You finish with a report that a shop owner could read and act upon.',
      'You should be able to use a terminal, or be willing to learn it in the first lesson.',
    ),
    category,
    level: 'Beginner',
    priceRupees: 1299,
    thumbnail: 'hacking-basics.webp',
    published: true,
    createdDaysAgo: 320,
    lectures: [
      preview('Ask first, then scan', 'scan'),
      preview('Build your own lab', 'welcome'),
      lesson('Look: what is running here?', 'scan'),
      lesson('Passwords, and how they leak', 'hash'),
      lesson('Prove it without breaking it', 'scan'),
      {
        ...lesson('A report that repairs', 'scan'),
        description: 'What belongs into a report, and in which order. The **template** below is yours to use.',
        files: ['report-template.md'],
      },
    ],
    sections: [
      ['Before you begin', 2],
      ['Looking', 2],
      ['Proving and repairing', 2],
    ],
  },
  {
    key: 'web-security',
    educator: 'arjun-nair',
    title: 'Web Application Security Testing',
    subTitle: 'Find the ten usual holes, and show the developers how to close them',
    description: paragraphs(
      'Most break-ins use holes that have been known for twenty years. In this course you find them all in a training application that you run yourself: injection, broken access, cross-site scripts, forgotten admin pages and six more.',
      'For every hole there are two lessons: one in which you use it, and one in which you close it and write the test that keeps it closed. Developers are welcome; they tend to become the best testers.',
      'You should know what a request, a cookie and an SQL query are.',
    ),
    category,
    level: 'Intermediate',
    priceRupees: 2299,
    thumbnail: 'web-security.webp',
    published: true,
    createdDaysAgo: 185,
    lectures: [
      preview('The journey of a hostile request', 'request'),
      lesson('Injection, and parameters as the cure', 'join'),
      lesson('Whose order is this? Broken access', 'scan'),
      lesson('Scripts from strangers', 'boxes'),
      lesson('Sessions and stored passwords', 'hash'),
      lesson('Write the test that keeps it closed', 'scan'),
    ],
  },
  {
    key: 'network-defence',
    educator: 'arjun-nair',
    title: 'Network Defence for Small Teams',
    subTitle: 'Firewalls, updates, backups and a plan for the bad day',
    description: paragraphs(
      'A clinic with twelve computers has the same enemies as a bank and one part-time administrator. This course is for that administrator. We set priorities instead of buying boxes.',
      'You will draw a map of your network, close what nobody needs, separate what must not meet, automate updates, and practise a restore until it is boring. The last lesson is a plan on one page for the day on which something happens anyway.',
    ),
    category,
    level: 'Intermediate',
    priceRupees: 1599,
    thumbnail: 'network-defence.webp',
    published: true,
    createdDaysAgo: 110,
    lectures: [
      preview('Draw the map', 'scan'),
      lesson('Close what nobody needs', 'scan'),
      lesson('Accounts, passwords, second factors', 'hash'),
      lesson('Updates that happen by themselves', 'automate'),
      lesson('Practise the restore', 'table'),
    ],
  },
]
