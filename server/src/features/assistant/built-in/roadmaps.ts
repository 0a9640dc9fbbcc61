/** Ways to common goals: what to learn one after the other, as searches. A step without a course is left out. */
export const roadmaps: readonly {
  goal: RegExp
  name: string
  steps: readonly (readonly [step: string, search: string])[]
}[] = [
  {
    goal: /full ?-?stack|mern|mean stack|web dev|website|web ?site|वेब/,
    name: 'full-stack web development',
    steps: [
      ['Pages: HTML, CSS, JavaScript', 'html css javascript from zero'],
      ['Looks and layout', 'css layout'],
      ['Interfaces', 'react'],
      ['Servers and APIs', 'node apis'],
      ['Everything together', 'full stack project'],
      ['Working in a team', 'git'],
    ],
  },
  {
    goal: /front ?-?end|react|javascript developer/,
    name: 'front-end development',
    steps: [
      ['Pages: HTML, CSS, JavaScript', 'html css javascript from zero'],
      ['Looks and layout', 'css layout'],
      ['Interfaces', 'react'],
      ['Apps in the browser', 'progressive web apps'],
    ],
  },
  {
    goal: /back ?-?end|node|server side|\bapi/,
    name: 'back-end development',
    steps: [
      ['The language of the web', 'javascript'],
      ['Servers and APIs', 'node apis'],
      ['Databases', 'sql'],
      ['Everything together', 'full stack project'],
    ],
  },
  {
    goal: /data scien|डेटा साइंस/,
    name: 'data science',
    steps: [
      ['Python for data', 'python data'],
      ['Statistics', 'statistics'],
      ['Asking databases', 'sql'],
      ['Machine learning', 'machine learning foundations'],
      ['Forecasts', 'forecasting'],
    ],
  },
  {
    goal: /data anal|business anal|analytics|power ?bi|tableau|excel/,
    name: 'data analytics',
    steps: [
      ['Tables', 'spreadsheets'],
      ['Asking databases', 'sql'],
      ['Charts and dashboards', 'dashboards'],
      ['Statistics', 'statistics'],
    ],
  },
  {
    goal: /machine learn|deep learn|\bml\b|\bai\b|artificial|neural|data engineer/,
    name: 'machine learning and AI',
    steps: [
      ['Python for data', 'python data'],
      ['Statistics', 'statistics'],
      ['Foundations', 'machine learning foundations'],
      ['Neural networks', 'deep learning'],
      ['Pictures or language', 'computer vision'],
      ['Language models', 'language models'],
    ],
  },
  {
    goal: /hack|cyber|security|pentest|penetration/,
    name: 'ethical hacking',
    steps: [
      ['Foundations', 'ethical hacking basics'],
      ['Networks', 'network defence'],
      ['The web', 'web security'],
      ['Advanced', 'penetration testing'],
    ],
  },
  {
    goal: /\bapp\b|mobile|android|ios|flutter|kotlin|swift/,
    name: 'app development',
    steps: [
      ['A first app for every phone', 'flutter app'],
      ['Android', 'android kotlin'],
      ['Without a network', 'offline mobile apps'],
    ],
  },
  {
    goal: /\bui\b|\bux\b|design|figma/,
    name: 'UI and UX design',
    steps: [
      ['Foundations', 'ui design foundations'],
      ['Users', 'ux research'],
      ['Tools', 'figma'],
      ['Systems', 'design systems'],
    ],
  },
]
