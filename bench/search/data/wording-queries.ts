import { ofKind } from './graded-query.ts'

/** Queries in English: by name, by other words, misspelt, as acronyms, as people speak. */
export const wordingQueries = [
  ...ofKind(
    'plain',
    `
    machine learning | ml-foundations=3 math-for-ml=2 deep-learning=2 mlops=1 tensorflow-keras=1 reinforcement=1
    react | modern-react=3 mern-bootcamp=2 react-native=2 nextjs=2
    python | python-data=3 django-web=3 ml-foundations=2
    figma | figma-zero=3 ui-foundations=1
    power bi | power-bi=3 dashboards=1 tableau-stories=1
    docker | docker-k8s=3
    git | git-teamwork=3
    sql | sql-analysts=3 warehouse-etl=1
    excel pivot tables | excel-pro=3 spreadsheet-analytics=1
    android app development | android-kotlin=3 react-native=2 flutter-first=2 offline-apps=1
    kali linux | kali-pentest=3 linux-cli=1
    deep learning | deep-learning=3 tensorflow-keras=2 computer-vision=1 nlp-transformers=1
    public speaking | public-speaking=3 spoken-english=1
    html css | web-from-zero=3 css-layout=3
    time series forecasting | forecasting=3
    statistics | useful-statistics=3 r-statistics=3 ab-testing=1
    spring boot | spring-boot=3
    design systems | design-systems=3 figma-zero=1
    stock market | stock-market=3 personal-finance=1
    digital marketing | digital-marketing=3 ga4-web=1
    web development | web-from-zero=3 mern-bootcamp=2 django-web=2 full-stack-shop=2 modern-react=2 php-laravel=2 node-apis=1 nextjs=1 angular-apps=1 wordpress-sites=1
    ui design | ui-foundations=3 figma-zero=3 design-systems=2 mobile-ux=2
    ethical hacking | hacking-basics=3 kali-pentest=3 web-security=2 bug-bounty=2
    AI tools | chatgpt-work=3 ai-office=3 prompt-craft=2 ai-coding=2 midjourney-art=2 nocode-automation=2 rag-agents=2 ai-video=2`,
  ),
  ...ofKind(
    'synonym',
    `
    build websites | web-from-zero=3 wordpress-sites=3 django-web=2 php-laravel=2 mern-bootcamp=2 full-stack-shop=1 css-layout=1
    make iphone apps | swift-ios=3 react-native=2 flutter-first=1
    become a hacker | hacking-basics=3 kali-pentest=3 bug-bounty=2 web-security=2
    neural networks | deep-learning=3 tensorflow-keras=3 computer-vision=1 nlp-transformers=1
    charts and reports for my boss | dashboards=3 power-bi=3 tableau-stories=3 excel-pro=1
    talk in front of people without fear | public-speaking=3
    version control | git-teamwork=3
    cloud computing | aws-cloud=3 docker-k8s=1
    containers orchestration | docker-k8s=3
    manage my salary and savings | personal-finance=3 stock-market=2
    image recognition | computer-vision=3 tensorflow-keras=3
    cross platform mobile apps | flutter-first=3 react-native=3
    backend development | node-apis=3 spring-boot=2 django-web=2 php-laravel=2 mern-bootcamp=2
    front end developer | modern-react=3 web-from-zero=2 angular-apps=2 css-layout=2 nextjs=2 js-deep=2
    user testing and interviews | ux-research=3 product-management=1
    write better prompts | prompt-craft=3 chatgpt-work=2
    create pictures with artificial intelligence | midjourney-art=3
    coding interview preparation | dsa-java=3 system-design=3
    text classification | nlp-transformers=3
    protect company network | network-defence=3
    website security holes | web-security=3 bug-bounty=2
    animation for interfaces | motion-design=3
    online payments integration | full-stack-shop=3
    logo making | canva-graphics=3
    make games | unity-games=3
    hypothesis testing | r-statistics=3 ab-testing=3 useful-statistics=2
    vlogging | video-editing=3 ai-video=1
    investing | stock-market=3 personal-finance=2
    chatbot over my documents | rag-agents=3 language-models=1 chatgpt-work=1
    wireframes and prototypes | figma-zero=3 ui-foundations=1
    robotics and sensors | iot-arduino=3
    data pipelines | warehouse-etl=3 spark-bigdata=2 mlops=1
    find out why customers leave my site | ga4-web=3
    disabled users friendly websites | accessible-design=3
    online store | full-stack-shop=3 wordpress-sites=2
    computer viruses | malware-analysis=3 cyber-safety=1
    demand planning | forecasting=3`,
  ),
  ...ofKind(
    'typo',
    `
    machin lerning | ml-foundations=3 math-for-ml=2 deep-learning=1 mlops=1
    pyhton | python-data=3 django-web=3 ml-foundations=2
    javscript | js-deep=3 web-from-zero=2
    flutr app | flutter-first=3
    ethcal haking | hacking-basics=3 kali-pentest=3 web-security=2 bug-bounty=2
    exel formulas | excel-pro=3 spreadsheet-analytics=2
    kubernets | docker-k8s=3
    dashbord | dashboards=3 power-bi=2 tableau-stories=2
    figmaa | figma-zero=3
    reinforcment learning | reinforcement=3
    tablaeu | tableau-stories=3
    photshop | canva-graphics=3
    postgress sql querys | sql-analysts=3 warehouse-etl=1
    algoritms | dsa-java=3
    arduno | iot-arduino=3
    statistcs for beginers | useful-statistics=3 r-statistics=3
    wordpres | wordpress-sites=3
    tensorflo | tensorflow-keras=3
    reactjs tutrial | modern-react=3 mern-bootcamp=2 nextjs=2 react-native=1
    angulr | angular-apps=3
    digitl marketting | digital-marketing=3
    pubic speeking | public-speaking=3
    larvel | php-laravel=3
    prompt enginering | prompt-craft=3 chatgpt-work=1`,
  ),
  ...ofKind(
    'acronym',
    `
    MERN | mern-bootcamp=3 modern-react=2 node-apis=2 full-stack-shop=1
    DSA | dsa-java=3
    ML | ml-foundations=3 math-for-ml=2 mlops=2 deep-learning=2 tensorflow-keras=1
    NLP | nlp-transformers=3 language-models=2
    k8s | docker-k8s=3
    AWS | aws-cloud=3
    DL | deep-learning=3 tensorflow-keras=2
    CV with opencv | computer-vision=3 tensorflow-keras=1
    LLM | language-models=3 rag-agents=3 nlp-transformers=2 prompt-craft=1
    RAG | rag-agents=3
    GA4 | ga4-web=3
    PBI | power-bi=3
    JS | js-deep=3 web-from-zero=2
    RL | reinforcement=3
    SEO | digital-marketing=3
    CNN | tensorflow-keras=3 deep-learning=2 computer-vision=2
    XSS | bug-bounty=3 web-security=3
    WCAG | accessible-design=3
    IoT | iot-arduino=3
    ETL | warehouse-etl=3
    OOP java | spring-boot=2 dsa-java=3
    RN | react-native=3
    VAPT | kali-pentest=3 web-security=3 hacking-basics=2 bug-bounty=1
    gen ai | language-models=3 rag-agents=3 chatgpt-work=2 midjourney-art=2 prompt-craft=2 ai-coding=1 ai-video=1 ai-office=1`,
  ),
  ...ofKind(
    'spoken',
    `
    hey can you show me some courses about learning to make android apps please | android-kotlin=3 flutter-first=2 react-native=2
    I want to learn how to draw good charts from my sales data | dashboards=3 tableau-stories=3 power-bi=3 excel-pro=1 spreadsheet-analytics=2
    um I am looking for something on data science for a fresher | python-data=3 useful-statistics=2 r-statistics=2 kaggle-features=1
    what should I study to get a job as a web developer | web-from-zero=3 mern-bootcamp=3 modern-react=2 full-stack-shop=2 django-web=2
    is there any class where I can learn to speak english confidently | spoken-english=3 public-speaking=2
    teach me how chat gpt works inside | language-models=3 nlp-transformers=2
    okay so find me a course on sql for data analysis | sql-analysts=3
    I would like to understand how hackers break into websites | web-security=3 bug-bounty=3 hacking-basics=2 kali-pentest=2
    my son wants to make video games which course is good | unity-games=3
    tell me the best course for learning figma | figma-zero=3
    how do I keep my bank account safe from online fraud | cyber-safety=3 personal-finance=1
    I need help preparing for amazon and google coding rounds | dsa-java=3 system-design=3
    can I learn python without any experience | python-data=3 ml-foundations=1 django-web=1
    show me how to deploy my app on the cloud | aws-cloud=3 docker-k8s=3
    I run a small shop and want to understand my numbers | spreadsheet-analytics=3 excel-pro=1 power-bi=1 dashboards=1`,
  ),
]
