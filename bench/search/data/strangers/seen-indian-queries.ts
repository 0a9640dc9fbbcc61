import { ofKind } from '../graded-query.ts'

/** Hindi in both scripts. */
export const seenIndianQueries = [
  ...ofKind(
    'hinglish',
    `
    python sikhna hai | python-basics=3 python-adv=2 django=1 machine-learning=1 ds-bootcamp=1
    ghar baithe paise kamane ke liye kuch | freelancing=3 stock-market=1 bug-bounty=1
    app banana sikhna hai | android=3 flutter=3 ios-swift=3 react-native=3 mobile-ui=1
    english bolna sikhao | spoken-english=3
    khana banana kaise seekhe | cooking=3
    website kaise banaye | wordpress=3 html-css=3 mern=2 php-laravel=2 javascript=2 django=2 react=1 nextjs-ts=1 node-api=1
    sarkari naukri ki taiyari | ssc-cgl=3 upsc=3
    share bazaar me paisa lagana | stock-market=3 personal-finance=2
    hacking kaise karte hain | hacking-zero=3 kali=2 bug-bounty=2 network-security=1
    photo khichna sikhna chahta hoon | photography=3
    gaadi nahi, game banana sikhna hai | unity=3
    online fraud se kaise bache | cyber-safety=3
    computer ka hisab kitab wala course | tally=3 excel=2
    mujhe coding nahi aati, kahan se shuru karu | python-basics=3 c-cpp=2 html-css=2 java=2 javascript=2 wordpress=1 git=1
    job ke liye excel chahiye | excel=3 excel-vba=2
    gitar bajana | guitar=3
    ai se photo banane wala course | midjourney=3
    coding interview ki tayyari karni hai | dsa=3 mern=1 ds-bootcamp=1 java=1
    video edit karna hai reels ke liye | video-editing=3
    bank PO ki padhai | ssc-cgl=3
    dal aur roti banana | cooking=3
    subah uthke kasrat aur dhyan | yoga=3
    instagram se dukaan ka business badhana hai | digital-marketing=3
    paise bachane ka tarika | personal-finance=3
    data analyst banna hai | sql=3 excel=3 power-bi=3 tableau=3 statistics=2 ds-bootcamp=2 excel-vba=1 google-analytics=1 r-programming=1 python-basics=1
    chatgpt se kaam kaise karwaye | chatgpt=3 prompt-eng=3 copilot=1
    backend seekhna hai node me | node-api=3 mern=2 javascript=1
    cyber security me career banana hai | hacking-zero=3 network-security=3 bug-bounty=3 kali=2 cyber-safety=1
    interview me angrezi me jawab dena | spoken-english=3
    C language college exam ke liye | c-cpp=3
    naye logo ke liye linux | linux-admin=3 kali=3
    gst return bharna seekhe | tally=3`,
  ),
  ...ofKind(
    'devanagari',
    `
    पायथन सीखना है | python-basics=3 python-adv=2 django=1 machine-learning=1 ds-bootcamp=1
    मशीन लर्निंग | machine-learning=3 maths-ml=2 ds-bootcamp=2 deep-learning=2 reinforcement=1
    अंग्रेजी बोलना सीखें | spoken-english=3
    योग और ध्यान | yoga=3
    वेबसाइट कैसे बनाएं | wordpress=3 html-css=3 mern=2 php-laravel=2 javascript=2 django=2 react=1 nextjs-ts=1 node-api=1
    शेयर बाजार | stock-market=3 personal-finance=1
    खाना बनाना | cooking=3
    मोबाइल ऐप बनाना सीखना है | android=3 flutter=3 ios-swift=3 react-native=3 mobile-ui=2
    मुफ्त कोर्स | html-css=3 chatgpt=3 kali=3 cyber-safety=3 python-basics=3 git=3 yoga=3
    फोटोग्राफी | photography=3
    वीडियो एडिटिंग | video-editing=3
    गिटार बजाना सिखाइए | guitar=3
    यूपीएससी की तैयारी | upsc=3 ssc-cgl=1
    टैली और जीएसटी | tally=3
    एक्सेल में चार्ट बनाना | excel=3 power-bi=1 tableau=1 excel-vba=1
    ऑनलाइन ठगी से बचाव | cyber-safety=3
    डिजिटल मार्केटिंग | digital-marketing=3
    जावा प्रोग्रामिंग | java=3 dsa=2 spring-boot=2`,
  ),
]
