import { msg } from '@lingui/core/runtime-macro'
import type { Sentence } from '#core/languages/language.ts'

type Step = { name: Sentence; search: string }

/**
 * Ways to common goals: what to learn one after the other, as searches. A step without a course is left out. A goal fits when the subject
 * of the message has all words of one of its names; the first roadmap that fits counts.
 */
export const roadmaps: readonly { name: Sentence; goals: readonly string[]; steps: readonly Step[] }[] = [
  {
    name: msg`full-stack web development`,
    goals: [
      'full stack',
      'fullstack',
      'mern',
      'mean stack',
      'web development',
      'web developer',
      'website',
      'web designing',
    ],
    steps: [
      { name: msg`Pages: HTML, CSS, JavaScript`, search: 'html css javascript from zero' },
      { name: msg`Looks and layout`, search: 'css layout' },
      { name: msg`Interfaces`, search: 'react' },
      { name: msg`Servers and APIs`, search: 'node apis' },
      { name: msg`Everything together`, search: 'full stack project' },
      { name: msg`Working in a team`, search: 'git' },
    ],
  },
  {
    name: msg`front-end development`,
    goals: ['frontend', 'front end', 'react developer', 'javascript developer', 'react'],
    steps: [
      { name: msg`Pages: HTML, CSS, JavaScript`, search: 'html css javascript from zero' },
      { name: msg`Looks and layout`, search: 'css layout' },
      { name: msg`Interfaces`, search: 'react' },
      { name: msg`Apps in the browser`, search: 'progressive web apps' },
    ],
  },
  {
    name: msg`back-end development`,
    goals: ['backend', 'back end', 'node', 'server side', 'api'],
    steps: [
      { name: msg`The language of the web`, search: 'javascript' },
      { name: msg`Servers and APIs`, search: 'node apis' },
      { name: msg`Databases`, search: 'sql' },
      { name: msg`Everything together`, search: 'full stack project' },
    ],
  },
  {
    name: msg`data science`,
    goals: ['data science', 'data scientist'],
    steps: [
      { name: msg`Python for data`, search: 'python data' },
      { name: msg`Statistics`, search: 'statistics' },
      { name: msg`Asking databases`, search: 'sql' },
      { name: msg`Machine learning`, search: 'machine learning foundations' },
      { name: msg`Forecasts`, search: 'forecasting' },
    ],
  },
  {
    name: msg`data analytics`,
    goals: [
      'data analytics',
      'data analysis',
      'data analyst',
      'business analyst',
      'business analytics',
      'power bi',
      'tableau',
      'excel',
      'analytics',
    ],
    steps: [
      { name: msg`Tables`, search: 'spreadsheets' },
      { name: msg`Asking databases`, search: 'sql' },
      { name: msg`Charts and dashboards`, search: 'dashboards' },
      { name: msg`Statistics`, search: 'statistics' },
    ],
  },
  {
    name: msg`machine learning and AI`,
    goals: [
      'machine learning',
      'deep learning',
      'ml',
      'ai',
      'artificial intelligence',
      'neural network',
      'data engineer',
      'ai engineer',
    ],
    steps: [
      { name: msg`Python for data`, search: 'python data' },
      { name: msg`Statistics`, search: 'statistics' },
      { name: msg`Foundations`, search: 'machine learning foundations' },
      { name: msg`Neural networks`, search: 'deep learning' },
      { name: msg`Pictures or language`, search: 'computer vision' },
      { name: msg`Language models`, search: 'language models' },
    ],
  },
  {
    name: msg`ethical hacking`,
    goals: ['ethical hacking', 'hacking', 'hacker', 'cyber security', 'security', 'penetration testing', 'pentest'],
    steps: [
      { name: msg`Foundations`, search: 'ethical hacking basics' },
      { name: msg`Networks`, search: 'network defence' },
      { name: msg`The web`, search: 'web security' },
      { name: msg`Advanced`, search: 'penetration testing' },
    ],
  },
  {
    name: msg`app development`,
    goals: ['app development', 'app developer', 'app', 'mobile', 'android', 'ios', 'flutter', 'kotlin', 'swift'],
    steps: [
      { name: msg`A first app for every phone`, search: 'flutter app' },
      { name: msg`Android`, search: 'android kotlin' },
      { name: msg`Without a network`, search: 'offline mobile apps' },
    ],
  },
  {
    name: msg`UI and UX design`,
    goals: ['ui', 'ux', 'ui ux', 'design', 'designer', 'figma'],
    steps: [
      { name: msg`Foundations`, search: 'ui design foundations' },
      { name: msg`Users`, search: 'ux research' },
      { name: msg`Tools`, search: 'figma' },
      { name: msg`Systems`, search: 'design systems' },
    ],
  },
]
