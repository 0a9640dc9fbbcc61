import type { Entry } from '../types.ts'

/** Reviews of the courses on data, models, security and everything else. */
export const thinking: Readonly<Record<string, readonly Entry[]>> = {
  'ml-foundations': [
    [
      'karthik-subramanian',
      5,
      188,
      'I came from mechanical engineering and expected a wall of formulas. Instead there was a ball rolling into a valley, and then the formula was easy.',
    ],
    ['ananya-bose', 5, 150, 'I teach physics and I have stolen three of these drawings for my lessons.'],
    ['harish-gowda', 4, 110, 'The scooter prices made it real. The last two lessons are dense, take your time.'],
    [
      'ishita-ghosh',
      5,
      72,
      'Farah never hides the doubt. "When the model is too sure" should be taught in every faculty.',
    ],
    ['kavya-reddy', 4, 51, 'Very good for analysts. I can finally read the reports of our data team critically.'],
    ['samuel-okafor', 5, 34, 'Clear voice, no hype. I did every exercise on a ten-year-old laptop.'],
    ['vivek-mishra', 4, 14, 'I am a journalist, and now I ask better questions about algorithms.'],
    ['dev-patel', 2, 163, 'I expected more code and less drawing. It is probably good, but it was not for me.'],
    ['riya-sharma', 5, 92, 'The lesson on explaining it to your manager got me a budget.'],
  ],
  'deep-learning': [
    ['karthik-subramanian', 5, 84, 'Forty lines of network and suddenly nothing is magic. I typed them three times.'],
    ['ishita-ghosh', 5, 57, 'I particularly liked the models that fail. You learn so much more from those.'],
    ['ananya-bose', 4, 101, 'Excellent. Please add a lesson about choosing the number of layers.'],
    [
      'samuel-okafor',
      4,
      16,
      'All exercises really do finish in minutes. Thank you for thinking of us without expensive machines.',
    ],
    ['harish-gowda', 5, 39, 'The learning-rate lesson explained a month of my failures.'],
  ],
  'computer-vision': [
    ['harish-gowda', 5, 25, 'We count mangoes now. Ninety-six of a hundred, and I know which four we miss and why.'],
  ],
  'language-models': [
    [
      'ishita-ghosh',
      5,
      31,
      'As a linguist I was sceptical about the film songs. They are the perfect data set: short, repetitive, full of rhyme.',
    ],
    [
      'karthik-subramanian',
      4,
      11,
      'Hard work, and worth it. Attention as a weighted average is the explanation that I was missing.',
    ],
  ],
  'prompt-craft': [
    [
      'gayatri-rao',
      5,
      106,
      'I wrote to my housing society with it and for the first time everybody understood the letter.',
    ],
    ['riya-sharma', 5, 63, 'Role, task, context, format is printed and hangs above my desk.'],
    ['divya-menon', 4, 42, 'Good that there is a whole lesson about what not to paste. In a hospital that matters.'],
    [
      'imran-qureshi',
      5,
      29,
      'I am a shopkeeper, and the example is a shopkeeper. My supplier letters now take five minutes.',
    ],
    ['vivek-mishra', 3, 85, 'Useful, but some of it was familiar. Best for beginners.'],
    ['pooja-chauhan', 5, 8, 'Short, cheap and immediately useful.'],
  ],
  'ai-office': [
    [
      'sneha-thakur',
      5,
      70,
      'Fifty leave requests a week went through my hands. Now I approve, and the sheet fills itself.',
    ],
    [
      'pooja-chauhan',
      4,
      35,
      'My manager did not believe the minutes saved until I showed him the chart from lesson five.',
    ],
    ['gayatri-rao', 5, 55, 'Mrs Iyer explains as my best boss did: calmly, and only once, because once is enough.'],
  ],
  'ai-coding': [
    ['siddharth-joshi', 4, 13, 'Sober and practical. "I say no surprisingly often" is the sentence that I quote most.'],
  ],
  'python-data': [
    [
      'ananya-bose',
      5,
      215,
      'Our school weather station has its own notebook now, and the children find the spelling mistakes faster than I do.',
    ],
    ['riya-sharma', 4, 138, 'I was afraid of Python. After two lessons I was more afraid of my old spreadsheets.'],
    ['vivek-mishra', 5, 94, 'Cleaning first! Half of our newsroom data was wrong in the city column.'],
    ['harish-gowda', 5, 76, 'Monsoon data, mandi prices, the same steps. It fits my work exactly.'],
    ['kavya-reddy', 4, 48, 'Well structured. The lesson about time zones saved me a very embarrassing meeting.'],
    ['arnav-gupta', 5, 27, 'Harpreet sir makes jokes about onions and suddenly you know groupby.'],
    ['karthik-subramanian', 5, 156, ''],
    [
      'imran-qureshi',
      3,
      119,
      'Good lessons, but typing is slow for me. I would need a version for complete beginners.',
    ],
  ],
  'useful-statistics': [
    ['divya-menon', 5, 129, 'The first course in which "standard deviation" is a picture and not a punishment.'],
    ['vivek-mishra', 5, 67, 'Every newsroom should watch "Saying we do not know" once a year.'],
    ['ananya-bose', 4, 46, 'Two classes, same average: I used it in a staff meeting the next morning.'],
    ['gayatri-rao', 4, 174, 'I calculated interest for thirty years and never knew what a sample was.'],
    ['riya-sharma', 5, 21, 'Now I know when my campaign result is only noise. Mostly it is.'],
  ],
  forecasting: [
    ['harish-gowda', 5, 53, 'The fan instead of the line has changed how our co-operative orders seed.'],
    ['kavya-reddy', 4, 17, 'Rigorous. "The method to beat" is humbling: last week was better than my fancy model.'],
  ],
  'sql-analysts': [
    [
      'imran-qureshi',
      5,
      141,
      'I asked my own sales data a question, in SQL, and it answered. I called my wife to look.',
    ],
    ['kavya-reddy', 5, 112, 'I do not wait for the data team any more. Window functions, gently: exactly right.'],
    ['sneha-thakur', 4, 79, 'Joins and the rows they lose was the lesson I did not know I needed.'],
    ['riya-sharma', 4, 59, 'Good questions from real people. It made the commands stick.'],
    ['rahul-verma', 5, 37, 'I use it to check test data every day now.'],
    ['abdul-rahim', 3, 196, 'Fine, but a little slow for someone who already knows some SQL.'],
    ['vivek-mishra', 5, 23, 'The coloured lines between the tables did it for me.'],
  ],
  dashboards: [
    ['kavya-reddy', 5, 87, 'I removed eleven charts from our weekly report and people started reading it.'],
    ['riya-sharma', 5, 44, 'Start at zero. I will never trust a bar chart again without looking at the axis.'],
    ['sneha-thakur', 4, 69, 'Great before and after examples. I would like the source sheets as well.'],
    ['imran-qureshi', 4, 10, 'One screen on the shop counter. I see it, I order, finished.'],
  ],
  'spreadsheet-analytics': [
    ['imran-qureshi', 5, 115, 'My screws pay the rent. I always thought it was the paint.'],
    ['maria-fernandes', 5, 62, 'Four lessons, one evening, and I know that February is my dangerous month.'],
    ['pooja-chauhan', 4, 40, 'Free and better than a paid one that I took last year.'],
  ],
  'hacking-basics': [
    [
      'joseph-mathew',
      5,
      167,
      'The agreement template alone was worth it. Our hospital management finally allowed a test, because there was a paper to sign.',
    ],
    ['manpreet-kaur', 5, 104, 'Serious, legal and calm. No hoodies, no drama.'],
    [
      'abdul-rahim',
      5,
      81,
      'The three-machine lab runs on my old laptop. I found two forgotten services at work the week after.',
    ],
    ['arnav-gupta', 4, 56, 'I expected more "hacking" and got more thinking. That turned out to be the point.'],
    ['samuel-okafor', 5, 32, 'The report lesson is gold. My finding was repaired in one day.'],
    ['dev-patel', 4, 18, 'Now I know why you do not scan the hostel network. Ask first, then scan.'],
  ],
  'web-security': [
    ['manpreet-kaur', 5, 50, 'I showed the salted-hash lesson to our vendor. They have changed their login since.'],
    ['siddharth-joshi', 5, 28, 'As a developer I was embarrassed for about three lessons and then very grateful.'],
    ['abdul-rahim', 4, 73, 'Use it, close it, test it. The rhythm works well.'],
  ],
  'personal-finance': [
    ['pooja-chauhan', 5, 108, 'I finally know what all those lines on my salary slip mean, and one of them was wrong.'],
    ['suresh-yadav', 5, 65, 'I started with five hundred rupees a month. The picture with the bars keeps me going.'],
    ['arnav-gupta', 4, 39, 'I wish they taught this in school.'],
    ['lakshmi-venkat', 5, 86, 'My husband and I watched it together and have a plan on one page.'],
    ['faisal-ansari', 4, 147, 'Honest: nothing is sold here. More about home loans, please.'],
    ['mary-kharkongor', 5, 13, 'Plain words, and every example in rupees.'],
  ],
  'public-speaking': [
    ['divya-menon', 5, 95, 'I spoke before two hundred nurses. My hands were steady.'],
    ['ishita-ghosh', 5, 61, 'My conference talk had four slides and people came to me afterwards.'],
    ['karthik-subramanian', 4, 33, 'Recording myself was awful, as promised. It works.'],
    ['manpreet-kaur', 4, 124, 'Gentle and useful. I still speak softly, but I am heard.'],
  ],
}
