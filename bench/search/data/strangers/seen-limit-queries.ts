import { ofKind } from '../graded-query.ts'

/** Prices, levels, both at once, and what must find nothing. */
export const seenLimitQueries = [
  ...ofKind(
    'price',
    `
    free courses | html-css=3 chatgpt=3 kali=3 cyber-safety=3 python-basics=3 git=3 yoga=3
    programming course under 300 | c-cpp=3 python-basics=3 html-css=1 copilot=1 git=1
    data courses under 500 | sql=3 statistics=3 excel=3
    web development between 500 and 1000 | javascript=3
    less than 1k mobile app course | android=3 flutter=3 mobile-ui=2
    free programming | python-basics=3 html-css=2 git=2
    sasta excel course | excel=3
    app development below ₹1000 | android=3 flutter=3 mobile-ui=2
    cybersecurity course under Rs. 1000 | hacking-zero=3 kali=3 cyber-safety=2
    design course upto 500 rupees | figma=3
    courses above 3500 | upsc=3 reinforcement=3 ds-bootcamp=3 deep-learning=3 devops=3
    AI tools 300 se kam | chatgpt=3 copilot=3
    ai course under 500 | chatgpt=3 prompt-eng=3 midjourney=3 copilot=2
    yoga free of cost | yoga=3
    full stack course within 4000 rupees | mern=3 node-api=1 react=1 django=1 nextjs-ts=1 php-laravel=1 javascript=1
    all courses under 200 | excel=3 personal-finance=3 html-css=3 chatgpt=3 kali=3 cyber-safety=3 python-basics=3 git=3 yoga=3
    government exam coaching below 1500 | ssc-cgl=3
    java course less than 700 | java=3`,
  ),
  ...ofKind(
    'level',
    `
    advanced python | python-adv=3
    java for absolute beginners | java=3
    advanced courses on artificial intelligence | deep-learning=3 nlp=3 reinforcement=3 ai-agents=3 time-series=1
    intermediate data analytics | power-bi=3 google-analytics=3
    beginner level ui ux | figma=3
    expert level web development | spring-boot=3 nextjs-ts=3 bug-bounty=1
    beginner guitar | guitar=3
    advanced devops | devops=3 docker-k8s=2 aws=1
    machine learning for beginners | ds-bootcamp=3 maths-ml=3 machine-learning=2 statistics=1 deep-learning=1 python-basics=1
    advanced excel | excel-vba=3 excel=2`,
  ),
  ...ofKind(
    'combined',
    `
    free python course for beginners | python-basics=3
    beginner app development under 1000 | android=3 flutter=3
    advanced web course below 2000 | nextjs-ts=3
    free hacking course | kali=3 cyber-safety=2
    intermediate cloud course under 3000 | aws=3 docker-k8s=2 linux-admin=1
    beginner music course under 500 | guitar=3
    machine learning intermediate less than 2000 rupees | computer-vision=3
    beginners ke liye free web development | html-css=3
    advanced ai under 3000 | nlp=3
    data visualisation for beginners under 800 | tableau=3 excel=2 statistics=1
    excel for beginners below 250 | excel=3
    advanced cyber security under 4000 | bug-bounty=3 network-security=2 hacking-zero=1 kali=1
    free coding course for school students beginner | python-basics=3 html-css=3 git=1
    intermediate frontend course under 1500 | react=3 javascript=1 html-css=1
    cheap beginner design course under 1000 | figma=3 mobile-ui=2 midjourney=1`,
  ),
  ...ofKind(
    'none by filter',
    `
    free upsc coaching |
    advanced guitar lessons |
    aws certification under 500 |
    advanced photography course |`,
  ),
  ...ofKind(
    'nonsense',
    `
    asdfghjkl |
    qwpoeiru zmxnc |
    lorem ipsum dolor sit amet |
    jjjjjjjjjjj |
    blorf grindle snop |
    !!!???### |
    xkcdvbn |
    fdsa jkl; fdsa jkl; |
    1234567890 |
    aaaa bbbb cccc |
    the of and is |
    wugs flonk zibber |
    hgfhgfhgf dfgdfg |
    😂😂😂 |
    zxcvzxcv qqq |
    plimfrax dorvent |
    lkjlkj poipoi |
    0000 9999 4242 |
    ....,,,;;; |
    hmmmmmmmmm grrrrrrr |`,
  ),
  ...ofKind(
    'off-topic',
    `
    weather in Mumbai tomorrow |
    iphone under 50000 |
    train tickets from delhi to patna |
    pizza near me |
    tell me a joke |
    who is the prime minister of india |
    buy laptop |
    ipl score today |
    cheap flights to dubai |
    how old is shah rukh khan |
    aaj ka mausam kaisa hai |
    nearest petrol pump |
    what is the capital of france |
    used cars in pune |
    movie show timings |
    hotel booking in goa |
    write a poem about my girlfriend |
    salary of a bank manager |
    mobile recharge plans |
    आज का मौसम |
    gold price today |
    2 bhk flat for rent in noida |
    netflix password |
    symptoms of dengue fever |
    election results bihar |
    order biryani online |
    pink sneakers size 5 |
    bus from nagpur to pune tonight |
    latest news parliament |
    how are you today |
    electricity bill payment |
    plumber in lucknow |
    pressure cooker 5 litre |
    passport tatkal appointment |
    good night |
    blood test at home |
    sabzi ka bhav aaj |
    pension ka paisa kab aayega |
    samsung phone cover |
    what did virat kohli score yesterday |
    are you a robot or a person |
    मेरा पार्सल कहाँ है |`,
  ),
  ...ofKind(
    'absent',
    `
    learn violin |
    scuba diving course |
    german language classes |
    pottery and clay work |
    horse riding lessons |
    car driving lessons |
    bridal makeup course |
    tailoring and stitching |
    pilot training |
    nursing course |
    vedic astrology |
    swimming coaching |
    chess for kids |
    bharatanatyam dance classes |
    silai machine sikhna hai |
    interior decoration for homes |
    learn to play tabla |
    carpentry as a hobby |
    french classes online |
    how to apply mehndi |
    karate lessons for girls |
    beekeeping training |
    autocad for civil engineers |
    watercolour painting |
    first aid and cpr |
    sign language for deaf children |`,
  ),
]
