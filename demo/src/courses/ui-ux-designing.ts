import { lesson, paragraphs, preview } from '../lessons.ts'
import type { DemoCourse } from '../types.ts'

const category = 'UI UX Designing'

export const uiUxDesigning: readonly DemoCourse[] = [
  {
    key: 'ui-foundations',
    educator: 'neha-kulkarni',
    title: 'UI Design Foundations: Hierarchy, Colour, Type',
    subTitle: 'Four quiet tools that make any screen calmer',
    description: paragraphs(
      'Good screens are not decorated, they are ordered. You will learn the four tools that create order: size, weight, space and colour. With these alone we turn a confusing event page into one that a grandmother books with.',
      'Every lesson has a before and an after, and a small exercise that takes fifteen minutes. You may use any drawing program, or paper. The squint test in lesson two costs nothing and will stay with you for ever.',
      'For developers who say "I cannot design", and for designers who would like to say why.',
    ),
    category,
    level: 'Beginner',
    priceRupees: 749,
    thumbnail: 'ui-foundations.webp',
    published: true,
    createdDaysAgo: 400,
    lectures: [
      preview('What do you see first?', 'hierarchy'),
      preview('The squint test', 'hierarchy'),
      lesson('The grid you never see', 'grid'),
      lesson('One accent is enough', 'hierarchy'),
      lesson('Type: two sizes, two weights', 'hierarchy'),
      lesson('Space as a material', 'grid'),
      lesson('From sketch to screen', 'boxes'),
    ],
  },
  {
    key: 'design-systems',
    educator: 'neha-kulkarni',
    title: 'Design Systems That Scale',
    subTitle: 'Tokens, components and the meetings nobody tells you about',
    description: paragraphs(
      'A design system is half parts and half agreements. The parts are the easier half. This course covers both: naming colours so that dark mode is not a second project, building components with all of their states, and getting forty people to use them.',
      'We build a small but complete system for a public library: tokens, eleven components, documentation and a change process. You will see which decisions are cheap to change later and which are not.',
      'For designers and front-end developers with some years of practice.',
    ),
    category,
    level: 'Advanced',
    priceRupees: 1999,
    thumbnail: 'design-systems.webp',
    published: true,
    createdDaysAgo: 140,
    lectures: [
      preview('Parts and agreements', 'grid'),
      lesson('Tokens: names for decisions', 'hierarchy'),
      lesson('A button has nine states', 'reactState'),
      lesson('Components on a grid', 'grid'),
      lesson('Write it down', 'boxes'),
      lesson('Change without breaking', 'navigation'),
    ],
  },
  {
    key: 'ux-research',
    educator: 'neha-kulkarni',
    title: 'UX Research With Five Users',
    subTitle: 'Small tests, kind questions, and findings that get built',
    description: paragraphs(
      'Five people, one afternoon, a quiet room: that is enough to find most of what is wrong with a product. You will plan such a test, run it, and survive the silence while somebody looks for the button that you find obvious.',
      'We practise questions that do not lead, notes that do not judge, and a way to sort forty sticky notes into three findings. The final lesson is about the hardest part: getting one of them repaired this week.',
    ),
    category,
    level: 'Intermediate',
    priceRupees: 999,
    thumbnail: 'ux-research.webp',
    published: true,
    createdDaysAgo: 60,
    lectures: [
      preview('Watch, do not explain', 'welcome'),
      lesson('A task, not a tour', 'navigation'),
      lesson('Questions that do not lead', 'prompt'),
      lesson('From notes to three findings', 'table'),
      lesson('Show one chart, tell one story', 'chart'),
    ],
  },
]
