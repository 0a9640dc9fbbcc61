/** Names of things about exams, money, arts and everyday life that mean the same. */
export const sameLife = [
  'government exam = competitive exam, competitive exams, civil services, civil service, government job, government jobs, govt job, govt jobs, govt exam, government service, public service commission',
  'upsc = ias, ips, civil services exam',
  'ssc = cgl, ssc cgl, staff selection commission',
  'banking exam = bank po, ibps, sbi po, bank exam, bank exams, bank clerk, banking exams',
  'accounting = bookkeeping, accounts, accountancy, book keeping, accountant, books of accounts, account books, books of a shop, manage books, keep books',
  'tally = tally prime, tally erp',
  'gst = goods and services tax',
  'music = musical, musician',
  'guitar = guitars, acoustic guitar, guitarist',
  'singing = vocals, vocal training, singer',
  'yoga = asana, asanas, pranayama',
  'meditation = mindfulness',
  'fitness = exercise, exercises, exercising, workout, workouts, gym',
  'cooking = cook, recipes, recipe, culinary, cuisine, chef',
  'baking = bake, bakery, cakes',
  'dance = dancing, choreography',
  'software testing = qa, quality assurance, manual testing, software tester, test automation, automation testing',
]

/** What helps whoever asks for something of everyday life. */
export const relatedLife = [
  'government exam, upsc, ssc, banking exam, railway exam, aptitude, reasoning > upsc, ssc, banking exam, government exam, aptitude, reasoning',
  'accounting, commerce, ledger, balance sheet, journal entries, inventory > tally, gst, accounting, excel, finance',
  'music, musical instrument, instrument, instruments, chords, melody > guitar, piano, keyboard, tabla, flute, violin, drums, singing, music production, music',
  'fitness, health, healthy, wellness, weight loss, back pain, stress, posture, flexibility, anxiety > yoga, fitness, workout, meditation, nutrition',
  'hobby, hobbies, creative, creativity > photography, guitar, drawing, painting, music, cooking, dance, video editing',
  'art, arts, artist > drawing, painting, sketching, ai image',
  'finance, financial, banking > personal finance, accounting, stock market, investing',
  'earn, earning, income, get rich, extra money > freelancing, investing, stock market, personal finance',
  'language, languages > english, spoken english, french, german, spanish, japanese',
  'data entry, typing, clerk, office job, back office, office assistant > excel, office, spreadsheet, tally, chatgpt',
  'selenium, test cases, bug reports, jmeter, postman > software testing, testing',
]

const languages =
  'french, german, spanish, japanese, chinese, mandarin, korean, russian, arabic, italian, portuguese, sanskrit, urdu, punjabi, tamil, telugu, kannada, malayalam, marathi, bengali, gujarati'
/**
 * Things to learn that stand for themselves, one name each: when no course has the one that is named, none of its
 * neighbours is what was asked for.
 */
const ownThings = [
  'violin, piano, tabla, flute, sitar, harmonium, drums, ukulele, saxophone, trumpet, cello, veena, mridangam, harmonica, bansuri',
  'sign language',
  'swimming, horse riding, scuba diving, skydiving, paragliding, surfing, skating, skiing, archery, wrestling, karate, judo, taekwondo, cricket, football, tennis, badminton, basketball, volleyball, hockey, golf, chess, carrom, poker, rock climbing, trekking',
  'driving, car driving, car repair, bike repair, flying a plane, pilot, gliding',
  'sewing, tailoring, knitting, crochet, embroidery, pottery, carpentry, woodworking, welding, masonry, plumbing, jewellery making, candle making, soap making, origami, calligraphy, mehndi, henna, rangoli, gardening, farming, beekeeping, fishing',
  'makeup, hairdressing, nail art, beautician, skin care, massage, acupuncture, ayurveda, homeopathy, first aid, nursing, pharmacy, dentistry, surgery, physiotherapy, veterinary',
  'bharatanatyam, kathak, ballet, salsa, hip hop dance, zumba, bhangra, opera',
  'autocad, solidworks, catia, revit, sap, salesforce, ansys, oracle forms, cobol, mainframe, creo, staad',
  'watercolour, watercolor, oil painting, acrylic painting, sculpture',
  'astronomy, astrology, numerology, tarot, palmistry, vastu, palm reading, magic tricks, hypnosis',
  'geography, political science, sociology, philosophy, archaeology, anthropology, journalism, library science, biology, chemistry, physics, zoology, botany, geology',
  'interior design, fashion design, civil engineering, mechanical engineering, event management, hotel management, air hostess, aviation, real estate, import export, stock keeping, wine tasting, bartending, barista, flower arrangement, dog training, parenting, acting, stand up comedy, screenwriting, film direction, voice acting, beatboxing',
]
export const ownNames = [
  ...ownThings.flatMap((line) => line.split(', ')),
  ...languages.split(', ').flatMap((name) => [name, `${name} language`]),
]
