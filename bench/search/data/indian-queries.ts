import { ofKind } from './graded-query.ts'

/** Hindi in both scripts. */
export const indianQueries = [
  ...ofKind(
    'hinglish',
    `
    mujhe python sikhna hai | python-data=3 django-web=3 ml-foundations=2
    website kaise banaye | web-from-zero=3 wordpress-sites=3 php-laravel=2 django-web=2 mern-bootcamp=2
    app banana sikhna hai | flutter-first=3 android-kotlin=3 react-native=3 swift-ios=2
    hacking kaise sikhe | hacking-basics=3 kali-pentest=3 bug-bounty=2 web-security=2
    excel sikhna chahta hu | excel-pro=3 spreadsheet-analytics=2
    data science ka course chahiye | python-data=3 useful-statistics=2 r-statistics=2 kaggle-features=2
    muft me web development sikhao | css-layout=3 wordpress-sites=3
    500 se kam wala ai course | prompt-craft=3 chatgpt-work=3 midjourney-art=3 math-for-ml=2 ai-video=3
    english bolna kaise sikhe | spoken-english=3 public-speaking=1
    share market me paise kaise lagaye | stock-market=3 personal-finance=2
    video editing sikhni hai youtube ke liye | video-editing=3 ai-video=2
    sabse accha machine learning course batao | ml-foundations=3 math-for-ml=2 deep-learning=2
    mobile app kaise banate hain | flutter-first=3 react-native=3 android-kotlin=3 swift-ios=2
    logo design karna sikhna hai | canva-graphics=3
    shuruaat se coding kaise kare | c-programming=3 web-from-zero=3 python-data=2
    naukri ke liye interview ki taiyari | dsa-java=2 spoken-english=3 system-design=2
    sasta sql course | sql-analysts=3
    online thagi se kaise bache | cyber-safety=3`,
  ),
  ...ofKind(
    'devanagari',
    `
    पाइथन सीखना है | python-data=3 django-web=3 ml-foundations=2
    मशीन लर्निंग | ml-foundations=3 math-for-ml=2 deep-learning=1 mlops=1
    वेबसाइट कैसे बनाएं | web-from-zero=3 wordpress-sites=3 php-laravel=2 django-web=2 mern-bootcamp=2
    डेटा साइंस कोर्स | python-data=3 useful-statistics=2 r-statistics=2 kaggle-features=2
    एथिकल हैकिंग | hacking-basics=3 kali-pentest=3 web-security=2 bug-bounty=2
    मुफ्त कोर्स एक्सेल | spreadsheet-analytics=3
    मोबाइल ऐप बनाना | flutter-first=3 react-native=3 android-kotlin=3 swift-ios=2
    अंग्रेजी बोलना सीखें | spoken-english=3
    शेयर बाजार | stock-market=3 personal-finance=1
    ग्राफिक डिजाइन | canva-graphics=3 ui-foundations=1
    डिजिटल मार्केटिंग सीखना चाहता हूं | digital-marketing=3
    आर्टिफिशियल इंटेलिजेंस टूल्स | chatgpt-work=3 ai-office=3 prompt-craft=2 midjourney-art=2
    जावा प्रोग्रामिंग | dsa-java=3 spring-boot=3
    वीडियो एडिटिंग | video-editing=3 ai-video=2`,
  ),
]
