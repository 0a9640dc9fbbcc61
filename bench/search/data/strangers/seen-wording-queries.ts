import { ofKind } from '../graded-query.ts'

/** Queries in English: by name, by other words, misspelt, as acronyms, as people speak. */
export const seenWordingQueries = [
  ...ofKind(
    'plain',
    `
    javascript course | javascript=3 react-native=1 nextjs-ts=1 react=1 node-api=1
    machine learning | machine-learning=3 maths-ml=2 ds-bootcamp=2 deep-learning=2 reinforcement=1
    figma | figma=3 mobile-ui=1 design-systems=1
    docker kubernetes | docker-k8s=3 devops=1
    photography | photography=3
    excel pivot table | excel=3 excel-vba=1
    spring boot | spring-boot=3 java=1
    tally gst | tally=3
    flutter app development | flutter=3 android=2 react-native=2 ios-swift=1 mobile-ui=1
    stock market | stock-market=3 personal-finance=1
    power bi | power-bi=3 tableau=1 excel=1
    react hooks | react=3 nextjs-ts=1 mern=1
    bug bounty | bug-bounty=3 hacking-zero=1
    guitar chords | guitar=3
    window functions | sql=3
    firewall and vpn | network-security=3
    golang | golang=3
    linux commands | linux-admin=3 kali=3
    node express rest api | node-api=3 mern=2 spring-boot=1 django=1
    mutual fund sip | personal-finance=3 stock-market=1
    unity c# | unity=3
    jenkins terraform | devops=3 docker-k8s=1 aws=1
    google ads seo | digital-marketing=3 google-analytics=1 wordpress=1
    user interviews and personas | ux-research=3
    probability and statistics | statistics=3 maths-ml=3 ds-bootcamp=2 r-programming=1
    hadoop spark | big-data=3
    java | java=3 dsa=2 spring-boot=2`,
  ),
  ...ofKind(
    'synonym',
    `
    I want to build apps for iPhones | ios-swift=3 flutter=2 react-native=2 mobile-ui=1
    make my own website without writing code | wordpress=3 html-css=1
    teach a computer to recognise faces in photos | computer-vision=3 deep-learning=2 machine-learning=1
    keep criminals from stealing money from my bank account | cyber-safety=3 network-security=1
    strum and sing songs with an instrument | guitar=3
    where should I put my salary so that it grows | personal-finance=3 stock-market=2
    reduce stress and become flexible | yoga=3
    get better pictures with my camera | photography=3
    talk confidently to foreigners | spoken-english=3
    manage the books of a small shop | tally=3 excel=1 personal-finance=1
    become an IAS officer | upsc=3 ssc-cgl=1
    break into systems legally and get paid for it | bug-bounty=3 hacking-zero=3 kali=2 network-security=1
    show company numbers as graphs to my boss | power-bi=3 tableau=3 excel=2
    work for overseas clients from my bedroom | freelancing=3
    make my own video game | unity=3
    keep history of code changes in a team | git=3
    rent servers from Amazon | aws=3 devops=1 docker-k8s=1
    get more customers for my shop through the internet | digital-marketing=3 wordpress=1 google-analytics=1
    software that understands human language | nlp=3 ai-agents=2 deep-learning=1 chatgpt=1
    estimate how much we will sell next month | time-series=3 machine-learning=1 excel=1
    prepare for coding rounds at Google and Microsoft | dsa=3 java=1 c-cpp=1
    find out what people really need before drawing screens | ux-research=3 mobile-ui=1 figma=1
    draw pictures by typing a sentence | midjourney=3 prompt-eng=1
    save time writing mails at my desk job | chatgpt=3 excel-vba=1 prompt-eng=1
    publish the same thing for samsung and apple handsets | flutter=3 react-native=3 android=1 ios-swift=1
    join the clips from my cousin's wedding into a short film | video-editing=3
    know where people click and leave on my site | google-analytics=3 ux-research=2 digital-marketing=1
    get a secure babu post with pension | ssc-cgl=3 upsc=2
    let a machine improve by trial and error like a dog gets treats | reinforcement=3 machine-learning=1 deep-learning=1
    a helper that types my functions while I program | copilot=3 prompt-eng=1 ai-agents=1 chatgpt=1
    handle enormous amounts of logs that do not fit on one computer | big-data=3
    feed my roommates a decent dinner | cooking=3
    keep buttons and colours the same in all our products | design-systems=3 figma=1 mobile-ui=1
    intruders in our office wifi | network-security=3 hacking-zero=1 kali=1
    put my sarees on an online store | wordpress=3 digital-marketing=2 mern=1
    is a difference between two groups of patients real or luck | statistics=3 r-programming=2 ds-bootcamp=1 maths-ml=1`,
  ),
  ...ofKind(
    'typo',
    `
    pyhton | python-basics=3 python-adv=2 django=1 machine-learning=1 ds-bootcamp=1
    javascrpit | javascript=3 react-native=1 react=1 nextjs-ts=1 node-api=1
    machin lerning | machine-learning=3 maths-ml=2 ds-bootcamp=2 deep-learning=2 reinforcement=1
    photografy | photography=3
    kubernates | docker-k8s=3 devops=1
    ethicl haking | hacking-zero=3 bug-bounty=2 kali=2 network-security=1
    digital marketting | digital-marketing=3
    andriod app devlopment | android=3 flutter=2 react-native=2 mobile-ui=1 ios-swift=1
    exel formulas | excel=3 excel-vba=1
    wordpres website | wordpress=3 html-css=1
    spokn inglish | spoken-english=3
    gitar | guitar=3
    tablo dashboard | tableau=3 power-bi=2 excel=1
    djnago | django=3
    deta science | ds-bootcamp=3 statistics=2 machine-learning=1 r-programming=1 big-data=1 sql=1
    premier pro vedio editing | video-editing=3
    stok markit treding | stock-market=3 personal-finance=1
    medtation and yogga | yoga=3
    powr bi dashbord | power-bi=3 tableau=2 excel=1
    artifical inteligence | machine-learning=3 deep-learning=3 ai-agents=3 nlp=3 computer-vision=3 reinforcement=3 maths-ml=2 chatgpt=2 prompt-eng=2 midjourney=2 copilot=1
    lenux adminstration | linux-admin=3 kali=2
    javva programing | java=3 dsa=2 spring-boot=2
    freelansing upwrok | freelancing=3
    figmma protoype | figma=3 mobile-ui=1`,
  ),
  ...ofKind(
    'acronym',
    `
    ML | machine-learning=3 maths-ml=2 ds-bootcamp=1 deep-learning=2 reinforcement=1
    DSA | dsa=3
    NLP | nlp=3 ai-agents=1
    GA4 | google-analytics=3
    k8s | docker-k8s=3
    CCNA | network-security=3
    RAG | ai-agents=3
    JS | javascript=3 react=1 node-api=1 nextjs-ts=1 react-native=1 mern=1
    OOPs concepts | java=3 c-cpp=2
    CNN | deep-learning=3 computer-vision=2
    SIP | personal-finance=3
    IAS | upsc=3 ssc-cgl=1
    CI/CD | devops=3 docker-k8s=1
    OWASP | bug-bounty=3 hacking-zero=1
    UI/UX | figma=3 mobile-ui=3 ux-research=3 design-systems=3
    LLM | ai-agents=3 prompt-eng=3 nlp=3 chatgpt=2 copilot=1`,
  ),
  ...ofKind(
    'spoken',
    `
    hi I am a commerce student and would like to learn something that helps me get an accounting job | tally=3 excel=2
    hello can you please suggest me a course so that I can start programming, I have never written a single line of code | python-basics=3 c-cpp=2 java=2 javascript=2 html-css=2 unity=1 git=1
    my daughter is scared of speaking in front of people in English, what do you have for her | spoken-english=3
    I already know react and now I want to go one step further, what should I take | nextjs-ts=3 react-native=2 mern=2 react=1
    I am working as a network engineer and want to move into security, which course is suitable for me | network-security=3 hacking-zero=3 bug-bounty=2 kali=2
    hey there, my parents keep getting fake calls from the bank and I want them to learn how to be safe | cyber-safety=3
    can you show me something for making youtube videos look more professional | video-editing=3 photography=1
    I am a mechanical engineer and I want to switch to data science, where do I start | ds-bootcamp=3 statistics=2 python-basics=2 machine-learning=2 maths-ml=1 r-programming=1 sql=1
    please tell me which course will help me to pass the amazon cloud certification exam | aws=3
    we are a team of developers and every release takes us days, we would like to automate that | devops=3 docker-k8s=2
    I spend hours every week copying data between spreadsheets and I want it to happen automatically | excel-vba=3 excel=2 power-bi=1
    I live in a hostel and I'm tired of mess food, I want to make something on my own | cooking=3
    I just got my first job and have no idea what to do with my money | personal-finance=3 stock-market=1
    which course should I do if I want to create a chatbot that answers from my company documents | ai-agents=3 nlp=2 prompt-eng=1 chatgpt=1
    ok so I want to be a full stack developer in about three months, what is the best course | mern=3 react=1 node-api=2 javascript=1 nextjs-ts=1 django=1
    good morning, I have a back pain from sitting all day and I want some exercises for home | yoga=3
    hello I retired from the army last year and have lots of free time, I would like to learn to take nice pictures of birds | photography=3
    I am in class nine and our computer teacher said we should know some coding before eleventh, what is easy for me | python-basics=3 html-css=3 c-cpp=2 java=2 javascript=2 unity=1 git=1
    I run a small sweet shop in Indore and nobody finds me on google or instagram, can you help | digital-marketing=3 wordpress=2 google-analytics=1
    I'm a nurse on night duty, I can't sleep well and feel tense all the time, is there something calming | yoga=3
    my manager wants a weekly report that everyone can click through and filter, I only know basic spreadsheets | power-bi=3 tableau=3 excel=2 excel-vba=1 google-analytics=1
    I have been drawing posters by hand for years and now want to move to designing apps, what should I begin with | figma=3 mobile-ui=3 ux-research=2 design-systems=1
    we have a campus interview at TCS next month and the seniors say they ask about trees and linked lists | dsa=3 c-cpp=2 java=1
    can someone teach me how to make a proper web page for my school science project please | html-css=3 wordpress=2 javascript=2
    I type letters the whole day in a government office, my nephew told me there is some AI that can write them for me | chatgpt=3 prompt-eng=2
    I know a little python already but my scripts are slow and ugly, how do I get to a professional level | python-adv=3 python-basics=1
    somebody in our colony lost two lakh rupees by sharing a code on the phone, I want to know how not to fall for that | cyber-safety=3
    I got selected as a store keeper and they want me to do the billing and stock entries on the computer | tally=3 excel=2
    my brother keeps asking which course he should take to become a cloud engineer after bca | aws=3 docker-k8s=2 devops=2 linux-admin=2
    I want to make a game like temple run and put it on my phone | unity=3 android=1
    I failed maths in twelfth but I really want to get into AI, is there something that explains the basics slowly | maths-ml=3 statistics=2 machine-learning=2 ds-bootcamp=1 python-basics=1
    I am doing my phd in psychology and need to run regressions and make good looking graphs for my thesis | r-programming=3 statistics=2 tableau=1 ds-bootcamp=1`,
  ),
]
