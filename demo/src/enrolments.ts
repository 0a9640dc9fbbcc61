import { reviews } from './reviews.ts'
import type { DemoEnrolment } from './types.ts'

/** Who is enrolled without having written a review, and since how many days. */
const silent: Readonly<Record<string, readonly (readonly [student: string, daysAgo: number])[]>> = {
  'web-from-zero': [
    ['aarav-mehta', 48],
    ['zoya-khan', 230],
    ['vivek-mishra', 155],
    ['manpreet-kaur', 91],
    ['imran-qureshi', 63],
    ['riya-sharma', 19],
    ['harish-gowda', 7],
    ['lobsang-tsering', 264],
  ],
  'modern-react': [
    ['faisal-ansari', 88],
    ['zoya-khan', 42],
    ['lobsang-tsering', 16],
    ['arnav-gupta', 6],
  ],
  'node-apis': [
    ['dev-patel', 70],
    ['abdul-rahim', 25],
  ],
  'full-stack-shop': [
    ['lakshmi-venkat', 11],
    ['chloe-martin', 59],
  ],
  'css-layout': [
    ['lakshmi-venkat', 121],
    ['nikita-pawar', 177],
    ['dev-patel', 140],
    ['chloe-martin', 93],
    ['rahul-verma', 75],
    ['samuel-okafor', 50],
    ['arnav-gupta', 31],
    ['maria-fernandes', 14],
    ['suresh-yadav', 4],
  ],
  'flutter-first': [
    ['nikita-pawar', 73],
    ['tenzin-dolma', 40],
    ['chloe-martin', 9],
  ],
  'android-kotlin': [
    ['lobsang-tsering', 61],
    ['samuel-okafor', 29],
  ],
  'offline-apps': [
    ['faisal-ansari', 90],
    ['dev-patel', 37],
    ['siddharth-joshi', 21],
    ['harish-gowda', 5],
  ],
  'ml-foundations': [
    ['divya-menon', 99],
    ['lobsang-tsering', 67],
    ['siddharth-joshi', 45],
    ['imran-qureshi', 20],
    ['abdul-rahim', 10],
  ],
  'deep-learning': [
    ['kavya-reddy', 71],
    ['siddharth-joshi', 26],
  ],
  'computer-vision': [
    ['ananya-bose', 80],
    ['karthik-subramanian', 44],
    ['zoya-khan', 22],
    ['samuel-okafor', 8],
  ],
  'language-models': [['vivek-mishra', 27]],
  'prompt-craft': [
    ['lakshmi-venkat', 90],
    ['mary-kharkongor', 77],
    ['ananya-bose', 54],
    ['suresh-yadav', 23],
    ['maria-fernandes', 15],
    ['sneha-thakur', 3],
  ],
  'ai-office': [
    ['kavya-reddy', 24],
    ['imran-qureshi', 12],
  ],
  'ai-coding': [
    ['rahul-verma', 34],
    ['dev-patel', 18],
    ['nikita-pawar', 6],
  ],
  'python-data': [
    ['siddharth-joshi', 83],
    ['divya-menon', 60],
    ['ishita-ghosh', 36],
    ['samuel-okafor', 11],
  ],
  'useful-statistics': [
    ['ishita-ghosh', 94],
    ['harish-gowda', 52],
    ['kavya-reddy', 30],
  ],
  forecasting: [
    ['ananya-bose', 41],
    ['karthik-subramanian', 20],
  ],
  'sql-analysts': [
    ['pooja-chauhan', 86],
    ['harish-gowda', 57],
    ['siddharth-joshi', 33],
    ['manpreet-kaur', 15],
    ['arnav-gupta', 5],
  ],
  dashboards: [
    ['vivek-mishra', 49],
    ['gayatri-rao', 22],
  ],
  'spreadsheet-analytics': [
    ['gayatri-rao', 130],
    ['suresh-yadav', 84],
    ['mary-kharkongor', 53],
    ['sneha-thakur', 28],
    ['harish-gowda', 17],
    ['riya-sharma', 7],
  ],
  'hacking-basics': [
    ['faisal-ansari', 76],
    ['rahul-verma', 38],
    ['lobsang-tsering', 13],
  ],
  'web-security': [
    ['joseph-mathew', 60],
    ['nikita-pawar', 24],
    ['rahul-verma', 9],
  ],
  'network-defence': [
    ['joseph-mathew', 47],
    ['abdul-rahim', 35],
    ['manpreet-kaur', 12],
  ],
  'ui-foundations': [
    ['aarav-mehta', 21],
    ['maria-fernandes', 58],
    ['chloe-martin', 32],
    ['arnav-gupta', 14],
  ],
  'design-systems': [['zoya-khan', 33]],
  'ux-research': [
    ['tenzin-dolma', 26],
    ['nikita-pawar', 10],
    ['riya-sharma', 4],
  ],
  'personal-finance': [
    ['aarav-mehta', 35],
    ['dev-patel', 68],
    ['rahul-verma', 51],
    ['sneha-thakur', 29],
    ['samuel-okafor', 6],
  ],
  'public-speaking': [
    ['lakshmi-venkat', 74],
    ['pooja-chauhan', 46],
    ['arnav-gupta', 18],
  ],
  'git-teamwork': [
    ['lakshmi-venkat', 55],
    ['nikita-pawar', 31],
    ['zoya-khan', 12],
  ],
}

/** Everyone who reviewed had been enrolled for some days before, so that reviews are always by enrolled students. */
export const enrolments: readonly DemoEnrolment[] = [
  ...reviews.map(({ course, student, daysAgo }, index) => ({
    course,
    student,
    daysAgo: daysAgo + 5 + ((index * 7) % 19),
  })),
  ...Object.entries(silent).flatMap(([course, entries]) =>
    entries.map(([student, daysAgo]) => ({ course, student, daysAgo })),
  ),
]
