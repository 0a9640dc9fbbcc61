import type { DemoQuiz } from './types.ts'

/** The quiz of "Git and Teamwork Without Fear". */
export const gitQuiz: DemoQuiz = {
  intro: 'Six questions about the graph, small commits and undo. Take your time; you may try it as often as you like.',
  questions: [
    {
      kind: 'one',
      prompt: 'You have committed on the wrong branch and pushed nothing yet. What loses no work?',
      explanation: 'A branch is only a name for a commit. Put a new name on it first; then the old one can move back.',
      points: 2,
      options: [
        { text: 'Make a branch here, then move the old branch back', right: true },
        { text: 'Delete the folder and clone again', right: false },
        { text: 'Copy the files, reset, and paste them', right: false },
      ],
    },
    {
      kind: 'several',
      prompt: 'Which of these belong into a good commit message?',
      explanation: 'The change itself can be read in the diff. What and why cannot.',
      points: 2,
      options: [
        { text: 'What changes for the reader of the code', right: true },
        { text: 'Why it was needed', right: true },
        { text: 'The names of all files', right: false },
        { text: 'The time of day', right: false },
      ],
    },
    {
      kind: 'truth',
      prompt: 'A merge commit has two parents.',
      explanation: 'That is what makes the history a graph and not a list.',
      right: true,
    },
    {
      kind: 'order',
      prompt: 'Put the steps of a shared change in order.',
      explanation: 'Fetch last, just before you push, and you merge what the others did meanwhile.',
      points: 2,
      items: [
        { text: 'Make a branch' },
        { text: 'Commit in small steps' },
        { text: 'Fetch and merge what others did' },
        { text: 'Push and ask for a review' },
      ],
    },
    {
      kind: 'match',
      prompt: 'What undoes what?',
      explanation: '',
      points: 3,
      pairs: [
        { left: 'A change that is not staged', right: '`git restore file`' },
        { left: 'A commit that others have', right: '`git revert`' },
        { left: 'A message with a typing mistake, not pushed', right: '`git commit --amend`' },
      ],
    },
    {
      kind: 'gaps',
      prompt: '`git` [[1]] shows the history, `git` [[2]] what is not committed yet.',
      explanation: '',
      points: 2,
      gaps: [{ accepted: ['log'] }, { accepted: ['status', 'diff'] }],
    },
  ],
}

/** The quiz of "CSS Layout Without Tears". */
export const cssQuiz: DemoQuiz = {
  intro: 'Four puzzles. Draw the boxes first; then the answer is easy.',
  questions: [
    {
      kind: 'one',
      prompt: 'Which box decides how wide a flex item becomes when there is too little room?',
      explanation: 'Items shrink by their `flex-shrink`, down to their `min-width`, which is the longest word.',
      points: 2,
      options: [
        { text: 'The item itself, down to its smallest content', right: true },
        { text: 'The container, always', right: false },
        { text: 'The item with the longest text, for all', right: false },
      ],
    },
    {
      kind: 'several',
      prompt: 'When is `grid` the better choice?',
      explanation: 'Flexbox knows one direction at a time.',
      points: 2,
      options: [
        { text: 'Rows and columns have to line up', right: true },
        { text: 'The layout is known before the content', right: true },
        { text: 'Buttons stand in one row', right: false },
      ],
    },
    {
      kind: 'number',
      prompt: 'Three columns share 620 px, with two gaps of 10 px between them. How wide is one, in px?',
      explanation: '$(620 - 2 \\cdot 10) : 3 = 200$',
      points: 2,
      value: 200,
      units: ['px'],
    },
    {
      kind: 'truth',
      prompt: 'Margins of two blocks, one above the other, are added up.',
      explanation: 'They collapse: the larger one counts. In flexbox and grid they do not.',
      points: 1,
      right: false,
    },
  ],
}

/** The quiz of "Personal Finance for Your First Job". */
export const financeQuiz: DemoQuiz = {
  intro: 'What you need of the course in one page: five questions, twenty minutes, three attempts.',
  minutes: 20,
  attempts: 3,
  negativePercent: 25,
  questions: [
    {
      kind: 'number',
      prompt:
        'You put ₹10,000 aside at 7 % a year and touch nothing. What is there after two years?\n\n$$A = P\\left(1 + \\frac{r}{100}\\right)^n$$',
      explanation: '$10000 \\cdot 1.07^2 = 11449$: in the second year the interest of the first earns interest, too.',
      points: 3,
      value: 11449,
      tolerance: 1,
    },
    {
      kind: 'one',
      prompt: 'How large should an emergency fund be?',
      explanation: 'It has to carry you while you look for work. Returns come later.',
      points: 1,
      options: [
        { text: 'Three to six months of what you spend', right: true },
        { text: 'One month of your salary', right: false },
        { text: 'As much as the tax allows', right: false },
      ],
    },
    {
      kind: 'text',
      prompt: 'What is the pay called that arrives in your account after all deductions: … salary?',
      explanation: '',
      points: 1,
      accepted: ['net', 'in-hand', 'in hand', 'take home', 'take-home'],
    },
    {
      kind: 'several',
      prompt: 'Which of these are taken off the salary before it reaches you?',
      explanation: 'Rent is yours to pay.',
      points: 2,
      options: [
        { text: 'Provident fund', right: true },
        { text: 'Income tax', right: true },
        { text: 'Rent', right: false },
      ],
    },
    {
      kind: 'truth',
      prompt: 'Term insurance pays back all premiums at its end.',
      explanation: 'It pays only if you die in the term. That is why it is cheap.',
      points: 1,
      right: false,
    },
  ],
}
