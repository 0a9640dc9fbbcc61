import { lesson, paragraphs, preview } from '../lessons.ts'
import type { DemoCourse } from '../types.ts'

const category = 'AI Tools'

export const aiTools: readonly DemoCourse[] = [
  {
    key: 'prompt-craft',
    educator: 'farah-siddiqui',
    title: 'Prompt Craft: Clear Questions, Useful Answers',
    subTitle: 'Role, task, context, format, and then your own judgement',
    description: paragraphs(
      'Assistants answer the question that you asked, not the one that you meant. This short course teaches you to close that gap. You will rewrite twenty weak prompts into strong ones, and see the difference side by side.',
      'We use four parts: a role, a task, the context and the format. Then we add examples, limits and a way to check the answer. The last lessons are about what to keep away from such tools: private data, final decisions and anything you could not explain yourself.',
      'No programming is needed. The examples come from shops, schools, clinics and offices.',
    ),
    category,
    level: 'Beginner',
    priceRupees: 399,
    thumbnail: 'prompt-craft.webp',
    published: true,
    createdDaysAgo: 210,
    lectures: [
      preview('Ask clearly, get more', 'prompt'),
      preview('Four parts of a good prompt', 'prompt'),
      lesson('Examples beat adjectives', 'prompt'),
      lesson('Tables, lists and other formats', 'table'),
      lesson('Check the answer', 'chart'),
      lesson('What not to paste', 'hash'),
    ],
  },
  {
    key: 'ai-office',
    educator: 'meera-iyer',
    title: 'AI Tools for Everyday Office Work',
    subTitle: 'Mails, minutes, lists and tables: keep the judgement, drop the typing',
    description: paragraphs(
      'Every office has an hour a day that nobody enjoys: sorting mail, writing minutes, copying numbers from one place to another. This course hands that hour to a machine, with you as the one who approves.',
      'We build five small flows with tools that need no code. Each has a person before the last step, a log of what was done, and a way to switch it off. You will also count the minutes before and after, so that your manager believes you.',
    ),
    category,
    level: 'Beginner',
    priceRupees: 699,
    thumbnail: 'ai-office.webp',
    published: true,
    createdDaysAgo: 175,
    lectures: [
      preview('Let the boring part run itself', 'automate'),
      lesson('Ask for a summary you can use', 'prompt'),
      lesson('From mail to sheet, with your approval', 'automate'),
      lesson('Minutes of a meeting in ten minutes', 'prompt'),
      lesson('Count what you saved', 'chart'),
    ],
  },
  {
    key: 'ai-coding',
    educator: 'priya-raman',
    title: 'Coding With an AI Partner',
    subTitle: 'Small steps, tests first, and code that you could have written',
    description: paragraphs(
      'A coding assistant is a fast colleague with no memory and a lot of confidence. Working with one is a skill: you describe, it drafts, you test, and you say no surprisingly often.',
      'We build the order page of a bakery this way. You learn to cut work into pieces that can be checked, to write the test before you ask for the code, to read a change like a reviewer, and to notice when explaining takes longer than typing.',
    ),
    category,
    level: 'Intermediate',
    priceRupees: 899,
    thumbnail: 'ai-coding.webp',
    published: true,
    createdDaysAgo: 80,
    lectures: [
      preview('A colleague with no memory', 'prompt'),
      lesson('Write the test first', 'request'),
      lesson('Small steps, small changes', 'reactState'),
      lesson('Review before you accept', 'scan'),
      lesson('When to type it yourself', 'automate'),
    ],
  },
]
