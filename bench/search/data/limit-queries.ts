import { ofKind } from './graded-query.ts'

/** Prices, levels, categories, and what must find nothing. */
export const limitQueries = [
  ...ofKind(
    'price',
    `
    free courses | css-layout=3 spreadsheet-analytics=3 wordpress-sites=3 ai-video=3 cyber-safety=3 linux-cli=3
    web development under 500 | web-from-zero=3 css-layout=3 wordpress-sites=3
    python under ₹1000 | python-data=3 ml-foundations=2
    react below 1500 rupees | modern-react=3 react-native=2
    hacking less than 1.5k | hacking-basics=3 bug-bounty=3
    data analytics under 1k | sql-analysts=3 power-bi=3 excel-pro=3 spreadsheet-analytics=2 ga4-web=2
    free linux | linux-cli=3
    cheap figma course | figma-zero=3
    app development under Rs. 1000 | flutter-first=3
    design courses upto 800 | ui-foundations=3 figma-zero=3 accessible-design=3 canva-graphics=3
    machine learning below 1,000 | ml-foundations=3 math-for-ml=3
    ai tools within 500 rs | prompt-craft=3 chatgpt-work=3 midjourney-art=3 ai-video=3
    no cost cyber security | cyber-safety=3
    budget friendly marketing course | digital-marketing=3
    cloud course max 1300 | aws-cloud=3`,
  ),
  ...ofKind(
    'level',
    `
    beginner machine learning | ml-foundations=3 math-for-ml=3
    advanced react | nextjs=3 full-stack-shop=1
    intermediate hacking | kali-pentest=3 web-security=3 bug-bounty=3 network-defence=2
    python for complete beginners | python-data=3 ml-foundations=2
    advanced deep learning | nlp-transformers=3 language-models=3 reinforcement=3 mlops=1
    newbie web developer | web-from-zero=3 css-layout=3 php-laravel=2 wordpress-sites=2
    expert level malware | malware-analysis=3 digital-forensics=1
    basics of design | ui-foundations=3 figma-zero=3 canva-graphics=2
    from scratch app development | flutter-first=3 swift-ios=3 unity-games=1
    advanced cyber security | malware-analysis=3 digital-forensics=3
    beginner ui ux under 700 | figma-zero=3 canva-graphics=3
    data analytics for dummies | sql-analysts=3 power-bi=3 spreadsheet-analytics=3 ga4-web=2
    senior java | spring-boot=3`,
  ),
  ...ofKind(
    'nonsense',
    `
    asdfgh qwerty |
    xkcd 9981 lorem blarg |
    zzzzzz |
    flibbertigibbet womble |
    12345 67890 |
    !!! ??? |
    lorem ipsum dolor sit amet |
    jjkl uiop bnm |
    blorptastic snarf quux |
    hahaha lol ok bye |
    .......... |
    🍕🍔🎉 |
    qpwoeiruty |
    test test 123 |
    wxyz abcd efgh |`,
  ),
  ...ofKind(
    'off-topic',
    `
    pizza near me |
    weather in mumbai tomorrow |
    cheap flights to goa |
    who won the cricket match yesterday |
    how to cook biryani |
    buy iphone 17 pro max |
    shahrukh khan new movie |
    my stomach hurts what should I do |
    train ticket booking delhi to patna |
    guitar lessons |
    yoga for back pain |
    french language |
    piano for kids |
    best restaurants in bangalore |
    cat videos |
    gold price today |
    how to lose belly fat |
    swimming classes |
    wedding dress designs for sister |
    rent a flat in pune |
    tumhara naam kya hai |
    khana kaise banaye |
    आज का मौसम |
    क्रिकेट स्कोर |
    surgery for doctors |
    car driving |
    plumbing repairs |
    write me a love poem |
    horoscope scorpio today |
    makeup tutorial |`,
  ),
]
