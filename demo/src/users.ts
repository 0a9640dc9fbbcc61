import type { DemoUser } from './types.ts'

type Person = Pick<DemoUser, 'key' | 'name' | 'role' | 'description'>

const person = ({ key, ...person }: Person, photo: boolean): DemoUser => ({
  key,
  ...person,
  email: `${key.replace('-', '.')}@demo.example`,
  ...(photo ? { photo: `${key}.webp` } : {}),
})

const student = (key: string, name: string, description: string, photo = false): DemoUser =>
  person({ key, name, role: 'student', description }, photo)

const educator = (key: string, name: string, description: string): DemoUser =>
  person({ key, name, role: 'educator', description }, true)

/** The three accounts that the start prints come first. */
export const users: readonly DemoUser[] = [
  {
    ...student(
      'aarav-mehta',
      'Aarav Mehta',
      'Final-year commerce student from Indore who is teaching himself to build web pages after college.',
      true,
    ),
    email: 'student@demo.example',
  },
  {
    ...educator(
      'priya-raman',
      'Priya Raman',
      'I have built web and mobile products for eleven years, most of them for small Indian businesses where every kilobyte and every rupee counts. I teach the way I would have liked to be taught: one idea at a time, always with something on the screen that you can try yourself.',
    ),
    email: 'educator@demo.example',
  },
  {
    ...person(
      {
        key: 'vikram-shetty',
        name: 'Vikram Shetty',
        role: 'admin',
        description: 'Looks after the platform and answers the difficult mails.',
      },
      true,
    ),
    email: 'admin@demo.example',
  },
  educator(
    'neha-kulkarni',
    'Neha Kulkarni',
    'Product designer in Pune. I have led design systems for a bank and for a bus-ticket start-up, and I still draw on paper first. My courses are about seeing: once you notice why a screen feels restless, you can repair it.',
  ),
  educator(
    'harpreet-singh',
    'Harpreet Singh',
    'Statistician turned data scientist. Eight years of forecasting onions, tractors and electricity. I like plain words, small data sets, and charts that do not need a paragraph of excuses.',
  ),
  educator(
    'arjun-nair',
    'Arjun Nair',
    'Security engineer from Kochi. I test systems for hospitals and co-operative banks, always with a signed letter in my bag. I teach careful people to find the holes before careless people do.',
  ),
  educator(
    'farah-siddiqui',
    'Farah Siddiqui',
    'Machine learning researcher and patient explainer. I spent six years on models that read handwriting in four scripts. In my lessons no formula appears before the picture that it belongs to.',
  ),
  educator(
    'meera-iyer',
    'Meera Iyer',
    'Thirty years in offices, from typist to head of operations, then trainer. I help people with the things nobody teaches at work: money, speaking up, and handing the dull tasks to a machine.',
  ),
  educator(
    'rohan-das',
    'Rohan Das',
    'Mobile developer and reluctant spreadsheet wizard from Kolkata. I have shipped fourteen apps, three of them good. I will show you what the other eleven taught me.',
  ),
  student('ananya-bose', 'Ananya Bose', 'Physics teacher. Learning data science for a school weather station.', true),
  student(
    'imran-qureshi',
    'Imran Qureshi',
    'Runs a hardware shop in Bhopal and wants to understand his own numbers.',
    true,
  ),
  student(
    'lakshmi-venkat',
    'Lakshmi Venkat',
    'Returned to work after six years at home. Aiming for a front-end job.',
    true,
  ),
  student('tenzin-dolma', 'Tenzin Dolma', 'Illustrator from Dharamshala, moving into interface design.', true),
  student('joseph-mathew', 'Joseph Mathew', 'System administrator at a hospital in Thrissur.', true),
  student('kavya-reddy', 'Kavya Reddy', 'Business analyst, Hyderabad. Collects good charts and bad puns.', true),
  student('dev-patel', 'Dev Patel', 'Second-year engineering student. Built one app, broke three.', true),
  student('riya-sharma', 'Riya Sharma', 'Marketing executive who would like to ask better questions of her data.'),
  student('siddharth-joshi', 'Siddharth Joshi', 'Back-end developer of five years, curious about everything in front.'),
  student('zoya-khan', 'Zoya Khan', 'Architecture student in Lucknow. Grids are my thing.'),
  student('manpreet-kaur', 'Manpreet Kaur', 'Works at a co-operative bank. Learning security after office hours.'),
  student('arnav-gupta', 'Arnav Gupta', 'School leaver, preparing for his first internship.'),
  student('divya-menon', 'Divya Menon', 'Nurse, part-time science communicator.'),
  student('rahul-verma', 'Rahul Verma', 'Tester who wants to write the code for a change.'),
  student('nikita-pawar', 'Nikita Pawar', 'Freelance web designer from Nashik.'),
  student('faisal-ansari', 'Faisal Ansari', 'Android developer, mostly for schools.'),
  student('gayatri-rao', 'Gayatri Rao', 'Retired bank officer. Never too late.'),
  student(
    'karthik-subramanian',
    'Karthik Subramanian',
    'Mechanical engineer moving to machine learning, slowly and on purpose.',
  ),
  student('mary-kharkongor', 'Mary Kharkongor', 'Runs a homestay in Shillong and its website.'),
  student('pooja-chauhan', 'Pooja Chauhan', 'First job in an accounts department.'),
  student('suresh-yadav', 'Suresh Yadav', 'Drives a cab at night, studies by day.'),
  student('ishita-ghosh', 'Ishita Ghosh', 'Doctoral student in linguistics.'),
  student('abdul-rahim', 'Abdul Rahim', 'Network technician, Chennai.'),
  student('sneha-thakur', 'Sneha Thakur', 'Human resources by day, spreadsheets by night.'),
  student('vivek-mishra', 'Vivek Mishra', 'Journalist who wants to read data without fear.'),
  student('lobsang-tsering', 'Lobsang Tsering', 'Teaches computers at a school in Leh.'),
  student('maria-fernandes', 'Maria Fernandes', 'Pastry chef in Panaji, building her own order page.'),
  student('harish-gowda', 'Harish Gowda', 'Farmer’s son, agriculture graduate, forecasting enthusiast.'),
  student('chloe-martin', 'Chloé Martin', 'Volunteer in Auroville, keeps three small websites alive.'),
  student('samuel-okafor', 'Samuel Okafor', 'Exchange student from Lagos at a college in Manipal.'),
]
