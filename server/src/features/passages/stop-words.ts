/** Words that say nothing of what a question or a lecture is about: those of English and of Hindi in Latin letters. */
const words = `
  a an the this that these those some any every all each both few more most other such no nor not only own same so than too very
  just also i me my mine myself we us our ours you your yours he him his she her hers it its itself they them their theirs one ones
  am is are was were be been being do does did doing done have has had having can could should would shall will may might must cant
  wont dont doesnt didnt isnt arent wasnt and or but if because as until while of at by for with about between into through during
  to from in out on off over again then once here there when where why how what which who whom whose whats hows wheres
  lets let please plz pls okay ok um umm uh hmm well like actually basically really maybe now yet whether else since
  ill im ive youre youll weve thats theres isn aren don doesn didn won re ve ll
  explain tell me mean means meaning explanation understand lecture lesson video course teacher say says said
  ka ke ki ko se me mein main par pe hai hain ho hota hoti hote hua hui tha thi the kya kyun kyu kaise kese kaun kab kahan kahaan jab tab
  aur ya bhi toh hi na nahi nahin ye yeh yah wo woh vah is us iska uska isko usko apna apne apni mera mere meri aap tum hum
  kar karna karte karti karta karo kare karen kiya jata jaata jati jaati jate raha rahe rahi gaya gayi liye wala wale wali
  batao bataiye samjhao samjhaiye chahiye sakte sakta sakti agar lekin kuch koi
  का के की को से में पर है हैं हो होता होती होते हुआ था थी थे क्या क्यों कैसे कौन कब कहां कहाँ और या भी तो ही न नहीं यह ये वह वो इस उस
  करना करते करता करती करें करे किया जाता जाती जाते रहा रहे रही गया लिए वाला वाले वाली बताओ समझाओ चाहिए सकते सकता अगर कुछ कोई एक दो तीन चार
`

const stopWords: ReadonlySet<string> = new Set(words.split(/\s+/).filter(Boolean))

export const isStopWord = (word: string): boolean => stopWords.has(word)
