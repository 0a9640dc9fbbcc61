import { inCategory } from '../written-course.ts'

const others = inCategory('Others')

/** Courses about exams, work and life. */
export const lifeCourses = [
  others(
    'photography',
    'Beginner',
    599,
    [
      'DSLR and Mobile Photography',
      'Take photos you are proud of',
      'Aperture, shutter, ISO, composition and light, plus editing in Lightroom.',
    ],
    'Know your camera; Exposure triangle; Composition; Portraits; Night shots; Lightroom editing',
  ),
  others(
    'guitar',
    'Beginner',
    499,
    [
      'Acoustic Guitar for Beginners',
      'Play Bollywood songs in 30 days',
      'Learn chords, strumming and finger picking with popular Hindi songs.',
    ],
    'Holding and tuning; First chords; Strumming patterns; Chord changes; Finger picking; Three full songs',
  ),
  others(
    'cooking',
    null,
    299,
    [
      'North Indian Home Cooking',
      'Dal, paneer, rotis and biryani',
      'Tasty everyday recipes and tips for hostel students and newly weds.',
    ],
    'Kitchen basics; Dal tadka; Paneer butter masala; Soft rotis; Veg biryani; Sweets',
  ),
  others(
    'yoga',
    'Beginner',
    0,
    [
      'Morning Yoga and Meditation',
      '20 minutes a day for body and mind',
      'Asanas, pranayama and guided meditation for flexibility and calm.',
    ],
    'Warm up; Surya namaskar; Standing asanas; Pranayama; Guided meditation; Back pain routine',
  ),
  others(
    'ssc-cgl',
    null,
    999,
    [
      'SSC CGL and Bank PO Preparation',
      'Quant, reasoning and English',
      'Complete preparation for government and banking exams with shortcuts and mock tests.',
    ],
    'Exam pattern; Number system; Percentage and profit; Puzzles; English grammar; Mock test',
  ),
  others(
    'upsc',
    'Intermediate',
    9999,
    [
      'UPSC Civil Services Foundation',
      'Prelims and Mains with answer writing',
      'Polity, history, geography, economy and ethics for IAS and IPS aspirants.',
    ],
    'Strategy; Indian polity; Modern history; Geography; Economy; Ethics case studies; Answer writing; Current affairs',
  ),
  others(
    'tally',
    'Beginner',
    699,
    [
      'Tally Prime with GST',
      'Practical accounting for jobs',
      'Vouchers, ledgers, inventory, GST returns and payroll in Tally Prime.',
    ],
    'Accounting basics; Company creation; Ledgers and vouchers; Inventory; GST returns; Payroll',
  ),
  others(
    'spoken-english',
    'Beginner',
    349,
    [
      'Spoken English and Confidence',
      'Speak fluently without fear',
      'Daily conversation, pronunciation and interview English for Hindi speakers.',
    ],
    'Introducing yourself; Everyday sentences; Tenses made easy; Pronunciation; Telephone talk; Interview answers',
  ),
  others(
    'personal-finance',
    'Beginner',
    199,
    [
      'Personal Finance for Young Indians',
      'Budget, save, insure and invest',
      'Plan your salary, choose insurance, start SIPs and save income tax.',
    ],
    'Budgeting; Emergency fund; Insurance; Mutual funds and SIP; Saving tax; Retirement plan',
  ),
  others(
    'stock-market',
    'Intermediate',
    1499,
    [
      'Stock Market Trading and Technical Analysis',
      'Charts, indicators and risk',
      'Understand NSE and BSE, read candlesticks and build a trading plan.',
    ],
    'How exchanges work; Demat account; Candlesticks; Indicators; Options basics; Risk management',
  ),
  others(
    'digital-marketing',
    'Beginner',
    1299,
    [
      'Digital Marketing Complete Course',
      'SEO, Google Ads and social media',
      'Grow any business online with search, ads, Instagram, email and content.',
    ],
    'Marketing funnel; SEO; Google Ads; Facebook and Instagram ads; Email marketing; Content calendar',
  ),
  others(
    'video-editing',
    'Intermediate',
    799,
    [
      'Video Editing with Premiere Pro',
      'YouTube videos and reels that get views',
      'Cut, colour, titles, sound and export for social platforms.',
    ],
    'Project setup; Cutting; Transitions and titles; Colour grading; Sound; Vertical reels; Export',
  ),
  others(
    'freelancing',
    'Beginner',
    249,
    [
      'Freelancing on Upwork and Fiverr',
      'Earn from home with your skills',
      'Create a profile, write proposals, set prices and win your first client.',
    ],
    'Choosing a skill; Your profile; Proposals; Pricing; Client calls; Getting paid in India',
  ),
]
