export type HelpTopic = {
  key: string
  title: string
  /** Any of them in a message, in lower case, makes it this topic. They must not fit what somebody wants to learn. */
  patterns: readonly RegExp[]
  /** Other ways to ask; the nearest one counts when no pattern fits. */
  examples: readonly string[]
  text: string
}

/** What people ask about the site, and what is true of it. Keep it true: nothing here may promise what the site does not do. */
export const helpTopics = ({ support }: { support: string }): readonly HelpTopic[] => {
  const write = support === '' ? 'write to the support of this site' : `write to ${support}`
  return [
    {
      key: 'payment',
      title: 'Payments',
      patterns: [
        /\b(payment|paymnt|pament|transaction) (fail|failed|failure|stuck|pending|declined|option|method|mode|problem|issue|not|nahi|kaise)/,
        /\b(how|kaise|kese|where|can i|do you|which) .*\b(pay|payment|payments|upi|emi|netbanking|checkout)\b/,
        /\b(pay|payment) (by|with|via|using|kaise|karu|karna|kare)\b/,
        /\bmoney (was )?(deducted|cut|debited)|pais[ae] (kat|cut)|make payment\b/,
        /\b(upi|credit card|debit card|netbanking|net banking|invoice|receipt)\b(?!.*\b(course|learn|design)\b)/,
      ],
      examples: ['payment methods', 'how do i pay for a course', 'my card was charged twice', 'bhugtan kaise kare'],
      text: 'Open a course and press Enroll Now: the payment opens in a window of the payment provider, and you are enrolled as soon as it is confirmed. When you close the window nothing is charged. If money left your account and the course is not there yet, wait a few minutes: payments are checked again by themselves, and a second payment for the same course is sent back.',
    },
    {
      key: 'refund',
      title: 'Refunds',
      patterns: [
        /\brefunds?\b|\brefnd\b|mone?y back|pais[ae] (wapas|wapis|vapas|return)|return (my |the )?(money|payment|course)/,
        /\bcancel (my |the |a )?(order|enrol+ment|purchase|course|payment|subscription)/,
      ],
      examples: ['i want my money back', 'i did not like the course can i return it', 'refund policy'],
      text: `A payment that came twice for the same course is sent back by itself, and you get a notification. Other refunds cannot be asked for on the site: ${write}. Courses are bought one by one; there is no subscription that could be cancelled.`,
    },
    {
      key: 'certificate',
      title: 'Certificates',
      patterns: [
        /\b(certificates?|certificat|sertificate|certificte|diploma)\b|\bcertification (after|milega|dete|do you|at the end)|प्रमाणपत्र|सर्टिफिकेट/,
      ],
      examples: ['do i get a certificate at the end', 'certificate milega kya'],
      text: 'This site does not give out certificates. You see your progress in each course, and what you have learned stays yours.',
    },
    {
      key: 'live',
      title: 'Live sessions',
      patterns: [
        /\blive (class|classes|session|sessions|lecture|lectures|room|meeting|video)\b/,
        /\b(join|attend|start|schedule)\b.*\blive\b/,
        /\blive\b.*\b(kaise|kab|how|when|join)\b/,
      ],
      examples: ['how do i join a live class', 'when does the live lecture begin'],
      text: 'Some lectures have a live session with the educator. When you are enrolled, open the course with Watch Now: from its start time on, the lecture shows Join Live Session. Your browser asks for camera and microphone. You get a notification when a session is scheduled and when it begins.',
    },
    {
      key: 'wishlist',
      title: 'Wishlist',
      patterns: [
        /\bwish ?lists?\b|\bfavou?rites?\b|\bheart (icon|button)\b|\bsave (a |the |this )?course (for )?later\b/,
      ],
      examples: ['how can i save a course for later', 'what is the heart on the card'],
      text: 'Press the heart on a course card to put the course on your wishlist, and press it again to take it off. The heart at the top leads to [your wishlist](/wishlist). You get a notification when a course on it becomes cheaper. Wishlists are for students.',
    },
    {
      key: 'enrol',
      title: 'Enrolling',
      patterns: [
        /\b(how|kaise|kese|where) .*\b(enrol+|enrol+ment|buy|purchase|join|admission|register for|kharid\w*)\b(?!.*\blive\b)/,
        /\b(enrol+|admission|kharid\w*) (kaise|kese|process|karna|kare|karu)\b/,
        /\b(my|mere|enrolled|bought|purchased) courses?\b.*\b(where|find|see|kaha|not showing|missing)\b|\bwhere .*\bmy (enrolled |purchased )?courses?\b/,
        /\blifetime access\b|\bhow long .*\baccess\b/,
      ],
      examples: ['how can i buy a course', 'where are the courses that i bought', 'course kaise kharide'],
      text: 'Open a course and press Enroll Now. A free course is yours at once; for others the payment window opens. Your courses are under [My Courses](/enrolledcourses), and you keep them for as long as the site exists. Some lectures can be watched as a preview before you enroll.',
    },
    {
      key: 'password',
      title: 'Passwords',
      patterns: [
        /\b(forgot|forget|forgotten|reset|change|lost|bhool\w*|recover)\b.*\b(password|passwrod|pasword|passcode|login)\b/,
        /\b(password|passwrod|pasword)\b.*\b(forgot|forget|forgotten|reset|change|lost|bhool\w*|kaise|not working|wrong)\b/,
        /\b(otp|verification code)\b.*\b(not|nahi|kaise|where|resend|expired|wrong)\b/,
        /\b(cannot|can t|cant|unable to|not able to) (log ?in|sign ?in)\b|\blogin (problem|issue|nahi)/,
      ],
      examples: ['i cannot log in', 'the code did not arrive'],
      text: 'Press "Forget your password?" on the [login page](/login), enter your email address and send the OTP. The mail has a code of 4 digits that holds for 5 minutes; after it you set a new password. If no mail comes, look into the spam folder and wait a moment before you ask for another code.',
    },
    {
      key: 'educator',
      title: 'Becoming an educator',
      patterns: [
        /\b(become|becoming|be|register as|sign ?up as|apply as) (an? )?(educator|instructor|teacher|tutor|trainer)\b/,
        /\b(teach|sell|publish|upload|create|make|launch) (my |a |own |my own )?(course|courses|lecture|lectures|videos?) ?(here|on this|on your|on virtual|$)/,
        /\b(padhana|teacher banna|instructor banna|teach (here|on this|on your))\b/,
      ],
      examples: ['i want to teach here', 'how do i sell my own course', 'mujhe padhana hai is site par'],
      text: 'Choose Educator when you [sign up](/signup). From your [dashboard](/dashboard) you create a course, add lectures with videos, set a price (0 makes it free) and publish it. There you see your students and earnings too, and you can start live sessions for your lectures. The role of an account cannot be changed by yourself.',
    },
    {
      key: 'progress',
      title: 'Watching and progress',
      patterns: [
        /\b(video|videos|lecture|lectures) (not|nahi|is not|are not|won t|wont|does not|doesn t) ?(play\w*|load\w*|work\w*|chal\w*)/,
        /\b(download|offline)\b.*\b(video|videos|lecture|lectures|course|courses)\b(?!.*\b(learn|build)\b)/,
        /\b(my|course) progress\b|\bmark .*\b(complete|done)\b|\bresume (the |a |my )?(lecture|video|course)/,
      ],
      examples: ['the video does not play', 'can i download the lectures', 'continue where i stopped'],
      text: 'Open a course from [My Courses](/enrolledcourses) with Watch Now. The player remembers where you stopped. Videos are watched in the browser; the site offers no download. If one does not play, reload the page and check your connection.',
    },
    {
      key: 'review',
      title: 'Reviews',
      patterns: [
        /\b(write|give|post|leave|add|edit|change|submit) (a |my |the )?(review|rating|feedback)\b|\brate (a |the |this )course\b/,
      ],
      examples: ['how do i review a course', 'i want to give five stars'],
      text: 'Students who are enrolled can rate a course with 1 to 5 stars and a comment, at Write a Review on the page of the course. Sending it again replaces your earlier review.',
    },
    {
      key: 'account',
      title: 'Account and profile',
      patterns: [
        /\b(edit|update|change|upload) (my |the )?(profile|name|photo|picture|avatar|bio|email)\b/,
        /\b(delete|close|remove|deactivate) (my |the )?account\b/,
        /\b(create|make|open|register) (an? |new |my )?account\b|\b(sign|log) ?(up|in) with google\b|\bhow .*\b(sign ?up|register)\b/,
      ],
      examples: ['change my profile picture', 'how do i make an account'],
      text: `You make an account on the [sign-up page](/signup), with an email address or with Google. Name, photo and description are changed at [Edit Profile](/editprofile); the email address cannot be changed. To have an account deleted, ${write}.`,
    },
    {
      key: 'support',
      title: 'Support',
      patterns: [
        /\b(contact|talk to|speak to|call|reach|email|mail) (you|us|support|customer|a human|someone|somebody|a person|an agent|the team|admin)\b|\bcustomer (care|support|service)\b|\b(support|helpline) (number|email|team)\b/,
        /\b(complain\w*|report) (about |a |the )?(course|educator|problem|bug|user|teacher)\b/,
      ],
      examples: ['i need to talk to a human', 'customer care number'],
      text:
        support === ''
          ? 'I can help with courses and with how the site works. This site has not named an address for support; ask the people who run it.'
          : `For anything that I cannot help with, write to ${support}.`,
    },
  ]
}
