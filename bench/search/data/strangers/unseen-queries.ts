import { ofKind } from '../graded-query.ts'

/** Queries of every kind, written after the search had been improved with the others. Do not look at them while tuning. */
export const unseenQueries = [
  ...ofKind(
    'plain',
    `
    opencv yolo | computer-vision=3 deep-learning=1
    kotlin jetpack compose | android=3
    redux toolkit | react=3 nextjs-ts=1 mern=1
    pandas numpy | ds-bootcamp=3 machine-learning=2 python-basics=1 python-adv=1
    vlookup xlookup | excel=3 excel-vba=1
    wireshark | network-security=3 hacking-zero=1 kali=1
    lightroom photo editing | photography=3
    langchain vector database | ai-agents=3
    microservices kafka | spring-boot=3 big-data=2 docker-k8s=1 golang=1`,
  ),
  ...ofKind(
    'synonym',
    `
    budgeting for newly married couple | personal-finance=3
    read vehicle registration plates with camera | computer-vision=3 deep-learning=1
    look after ubuntu servers | linux-admin=3 devops=1 docker-k8s=1 kali=1 aws=1
    maths behind neural nets | maths-ml=3 deep-learning=3 machine-learning=1
    crack wifi password | hacking-zero=3 kali=3 network-security=2 bug-bounty=1
    predict house prices | machine-learning=3 time-series=2 ds-bootcamp=2 deep-learning=1 statistics=1 r-programming=1
    pull numbers out of company database | sql=3 power-bi=1 tableau=1 ds-bootcamp=1
    merge conflicts with teammates | git=3
    product photos without a photographer | midjourney=3 photography=2
    grow my channel with shorts | video-editing=3 digital-marketing=2
    translate tamil text automatically | nlp=3 deep-learning=1 chatgpt=1
    learn a musical instrument | guitar=3`,
  ),
  ...ofKind(
    'typo',
    `
    yotube video editting | video-editing=3
    cyber secuirty | hacking-zero=3 network-security=3 bug-bounty=3 kali=2 cyber-safety=2
    raect native | react-native=3 react=2 flutter=1
    algorythms | dsa=3 machine-learning=1 java=1 c-cpp=1
    goverment exam | ssc-cgl=3 upsc=3
    chat gbt | chatgpt=3 prompt-eng=2 ai-agents=1
    biryani recepie | cooking=3
    persnal finace | personal-finance=3 stock-market=2`,
  ),
  ...ofKind(
    'acronym',
    `
    SEO | digital-marketing=3 wordpress=2 google-analytics=1
    VBA | excel-vba=3 excel=1
    CPP | c-cpp=3
    genai | ai-agents=3 prompt-eng=3 midjourney=3 chatgpt=3 nlp=2 copilot=2 deep-learning=1
    SSC | ssc-cgl=3 upsc=1
    BI tools | power-bi=3 tableau=3 excel=1 google-analytics=1`,
  ),
  ...ofKind(
    'spoken',
    `
    I'm a wedding photographer and clients now ask for short films too, what can I take | video-editing=3 photography=2
    which of your courses will teach me to write code for banks and big enterprise systems | spring-boot=3 java=3 node-api=1 golang=1
    my friends all trade on zerodha and I don't understand a single chart | stock-market=3 personal-finance=1
    I want to check whether my company's website can be broken into before someone else does | bug-bounty=3 hacking-zero=2 network-security=2 kali=2
    hi just bought a macbook, want to publish an app on the app store | ios-swift=3 flutter=2 react-native=2 mobile-ui=1
    after b.sc in maths which course gets me into AI the fastest | machine-learning=3 ds-bootcamp=3 deep-learning=2 maths-ml=2 nlp=1 computer-vision=1 ai-agents=1 statistics=1 reinforcement=1 python-basics=1
    someone got into my facebook, how do I protect my accounts from now on | cyber-safety=3 hacking-zero=1 network-security=1
    I've made a few screens in figma but nobody at work understands how to code them | figma=3 design-systems=3 mobile-ui=1
    I get thousands of feedback comments from customers and want to know if they are happy or angry | nlp=3 machine-learning=2 deep-learning=1 chatgpt=1 ux-research=1
    my neighbour plays arijit singh songs at parties and I want to do that too | guitar=3
    final year btech cse here, which language should I pick for backend, node or something else | node-api=3 golang=3 spring-boot=3 django=2 java=2 php-laravel=2 mern=2 python-basics=1
    I write unit tests all day, can some AI do that part for me | copilot=3 prompt-eng=1 chatgpt=1 ai-agents=1
    we have to move a java app to containers and no one in the team has done this before | docker-k8s=3 devops=2 spring-boot=2 aws=1
    how can I sound better on client calls, my accent is heavy | spoken-english=3 freelancing=1
    I want to make websites for local restaurants and charge them, what is the quickest way | wordpress=3 html-css=2 php-laravel=2 freelancing=2 javascript=1 mern=1
    the doctor told me to exercise but I hate the gym | yoga=3`,
  ),
  ...ofKind(
    'hinglish',
    `
    machine learning hindi me | machine-learning=3 maths-ml=2 ds-bootcamp=2 deep-learning=2 reinforcement=1
    tension kam karne ka upay | yoga=3
    hostel me kya pakaye | cooking=3
    mobile se achhi photo kaise le | photography=3
    java sikhna hai placement ke liye | java=3 dsa=3 spring-boot=1 c-cpp=1
    website ki ranking badhani hai | digital-marketing=3 wordpress=2 google-analytics=2
    apna phone hack hone se bachana | cyber-safety=3 hacking-zero=1 network-security=1
    mutual fund kya hota hai | personal-finance=3 stock-market=1
    fiverr pe kaam kaise mile | freelancing=3
    sql aur excel dono | sql=3 excel=3 ds-bootcamp=2 power-bi=1 excel-vba=1
    apna chatbot banana hai | ai-agents=3 nlp=2 prompt-eng=1 chatgpt=1
    figma me app design karna | figma=3 mobile-ui=3 ux-research=1 design-systems=1
    cloud computing sikhna hai | aws=3 docker-k8s=2 devops=2
    github pe code kaise dale | git=3 copilot=1`,
  ),
  ...ofKind(
    'devanagari',
    `
    कंप्यूटर हैकिंग | hacking-zero=3 kali=2 bug-bounty=2 network-security=1
    डेटा साइंस कोर्स | ds-bootcamp=3 statistics=2 machine-learning=2 r-programming=1 big-data=1 sql=1 python-basics=1
    सरकारी नौकरी परीक्षा | ssc-cgl=3 upsc=3
    गेम बनाना | unity=3
    आर्टिफिशियल इंटेलिजेंस | machine-learning=3 deep-learning=3 ai-agents=3 nlp=3 computer-vision=3 reinforcement=3 chatgpt=2 maths-ml=2 prompt-eng=2 midjourney=2 copilot=1 ds-bootcamp=1
    म्यूचुअल फंड में निवेश | personal-finance=3 stock-market=2
    रिएक्ट जेएस | react=3 nextjs-ts=2 react-native=2 mern=2
    लिनक्स | linux-admin=3 kali=3`,
  ),
  ...ofKind(
    'price',
    `
    photography course under 1000 | photography=3
    cloud course under 5000 | aws=3 docker-k8s=3 devops=2 linux-admin=1
    free ai course | chatgpt=3
    machine learning course less than 3000 | machine-learning=3 maths-ml=2 computer-vision=2 nlp=2 statistics=1
    website making under 500 | wordpress=3 html-css=3 php-laravel=3
    trading course 2000 ke andar | stock-market=3 personal-finance=1`,
  ),
  ...ofKind(
    'level',
    `
    java advanced | spring-boot=3 dsa=2 java=2
    intermediate javascript | node-api=3 react=3 react-native=3 mern=2 javascript=2 nextjs-ts=1
    advanced hacking | bug-bounty=3 network-security=2 hacking-zero=2 kali=2
    sql for complete beginners | sql=3 ds-bootcamp=1`,
  ),
  ...ofKind(
    'combined',
    `
    beginner java under 1000 | java=3
    advanced data engineering below 2500 | big-data=3 time-series=1
    intermediate app course under 2000 | react-native=3 mobile-ui=2 android=1 flutter=1 unity=1
    free linux for beginners | kali=3
    video editing for beginners upto 1000 rs | video-editing=3`,
  ),
  ...ofKind(
    'nonsense',
    `
    mnbvcx lkjhg |
    tralopi vensk drubble |
    qqqqqqqqq |
    5555 777 31 |
    @@ ## %% |
    bleh blehh nnngh |`,
  ),
  ...ofKind(
    'off-topic',
    `
    cricket bat price |
    room heater under 2000 |
    cab to airport |
    sbi ifsc code |
    ration card status |
    kesariya song lyrics |
    how tall is mount everest |
    tumhara naam kya hai |
    dosa near railway station |
    best hospital in chennai |
    dollar to inr |
    lost my aadhaar card |
    wedding hall booking |
    dell charger |
    birthday wishes for mother |
    मुझे भूख लगी है |`,
  ),
  ...ofKind(
    'absent',
    `
    welding course |
    knitting sweaters |
    cricket coaching |
    organic farming |
    salon hair cutting |
    solar panel installation |
    air hostess training |
    calligraphy |
    neet biology |
    dog training |`,
  ),
]
