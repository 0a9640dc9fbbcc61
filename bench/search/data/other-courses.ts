import { inCategory } from './written-course.ts'

const hacking = inCategory('Ethical Hacking')
const others = inCategory('Others')

/** Courses about security, and about everything else. */
export const otherCourses = [
  hacking(
    'kali-pentest',
    'Intermediate',
    1999,
    [
      'Penetration Testing With Kali Linux',
      'Nmap, Metasploit, Burp and a good report',
      'Work through eight vulnerable machines: scanning, exploitation, privilege escalation, and the report that a client pays for.',
    ],
    'Setting up Kali; Scanning with Nmap; Exploits with Metasploit; Privilege escalation; Writing the report',
  ),
  hacking(
    'bug-bounty',
    'Intermediate',
    1499,
    [
      'Bug Bounty Hunter',
      'Earn from finding flaws, by the rules',
      'Choose a programme, do recon, find XSS, IDOR and SSRF, and write submissions that get paid. Ethics and scope first.',
    ],
    'Programmes and scope; Recon; Cross-site scripting; Broken access control; A report that is paid',
  ),
  hacking(
    'digital-forensics',
    'Advanced',
    2199,
    [
      'Digital Forensics and Incident Response',
      'Evidence, timelines and calm',
      'After a breach: take images, read memory and logs, build the timeline, keep the chain of custody, and tell people what happened.',
    ],
    'The first hour; Disk images; Memory; Log timelines; The report',
  ),
  hacking(
    'malware-analysis',
    'Advanced',
    2699,
    [
      'Malware Analysis and Reverse Engineering',
      'Open the bad file without being bitten',
      'Build a safe lab, read assembly with Ghidra, unpack samples, and describe what ransomware does.',
    ],
    'A safe lab; Static analysis; Assembly; Ghidra; Ransomware',
  ),
  hacking(
    'cyber-safety',
    'Beginner',
    0,
    [
      'Cyber Safety for Families',
      'Passwords, scams and privacy',
      'Recognise phishing mails, UPI fraud and fake calls. Set up a password manager, two-factor login and a backup, and talk about it at home.',
    ],
    'Passwords; Phishing; UPI fraud; Privacy on the phone; Backups',
  ),
  others(
    'dsa-java',
    'Intermediate',
    999,
    [
      'Data Structures and Algorithms in Java',
      'Crack the coding interview',
      'Arrays to graphs, recursion to dynamic programming, with 150 interview problems, solved first on paper and then in Java.',
    ],
    'Big O; Arrays and strings; Trees; Graphs; Dynamic programming',
  ),
  others(
    'docker-k8s',
    'Intermediate',
    1599,
    [
      'Docker and Kubernetes for Developers',
      'Containers, from laptop to cluster',
      'Write images that stay small, compose services, and run them on Kubernetes with deployments, services, secrets and a CI/CD pipeline.',
    ],
    'Images and layers; Compose; Pods and deployments; Services and ingress; CI/CD',
  ),
  others(
    'aws-cloud',
    'Beginner',
    1299,
    [
      'AWS Cloud Practitioner',
      'Cloud computing and the first certificate',
      'EC2, S3, RDS, Lambda, IAM and the bill. Prepares for the certificate with two practice exams.',
    ],
    'What the cloud is; EC2; S3; IAM; Practice exam',
  ),
  others(
    'linux-cli',
    'Beginner',
    0,
    [
      'Linux Command Line for Beginners',
      'Shell, files, permissions, scripts',
      'Move around, search, pipe, edit and automate. From the first ls to a backup script in Bash.',
    ],
    'First commands; Files and permissions; Pipes; Editing; Bash scripts',
  ),
  others(
    'digital-marketing',
    'Beginner',
    699,
    [
      'Digital Marketing: SEO, Ads and Social Media',
      'Be found and be liked',
      'Search engine optimisation, Google and Instagram ads, mail campaigns, and reading what worked, for small businesses and freelancers.',
    ],
    'Keywords; SEO on the page; Google Ads; Instagram; Measuring',
  ),
  others(
    'spoken-english',
    'Beginner',
    349,
    [
      'Spoken English for Interviews and Work',
      'Speak without translating first',
      'Pronunciation, everyday sentences, interviews, phone calls and small talk, for Hindi speakers.',
    ],
    'Sounds that differ; Introducing yourself; Interview answers; Phone calls; Small talk',
  ),
  others(
    'stock-market',
    'Beginner',
    799,
    [
      'Stock Market Investing for Beginners',
      'Shares, funds and risk',
      'How shares, mutual funds and index funds work, how to read a balance sheet, open a demat account and not be fooled.',
    ],
    'What a share is; Mutual funds; Reading a balance sheet; Demat account; Risk',
  ),
  others(
    'video-editing',
    'Beginner',
    599,
    [
      'Video Editing With Premiere Pro',
      'Cut, colour and sound for YouTube',
      'Edit a vlog, an interview and a short film: cuts, transitions, colour, sound, titles, and export for YouTube.',
    ],
    'The timeline; Cuts; Colour; Sound; Export',
  ),
  others(
    'iot-arduino',
    'Beginner',
    899,
    [
      'Electronics and IoT With Arduino',
      'Sensors, motors and the internet',
      'Blink a lamp, read sensors, drive motors and send readings over WiFi with an ESP32. For school and hobby.',
    ],
    'Blink; Sensors; Motors; WiFi with ESP32; A weather station',
  ),
  others(
    'c-programming',
    'Beginner',
    299,
    [
      'C Programming From the First Line',
      'Variables to pointers',
      'The language of first semesters: variables, loops, functions, arrays, pointers and files, with exercises for each.',
    ],
    'First program; Loops; Functions; Arrays; Pointers',
  ),
  others(
    'system-design',
    'Advanced',
    1999,
    [
      'System Design Interviews',
      'Scale, trade-offs and drawing boxes',
      'Design a chat, a feed and a ride service. Load balancing, caching, queues, sharding, consistency, and how to talk while you draw.',
    ],
    'How to begin; Caching; Queues; Sharding; A chat service',
  ),
  others(
    'product-management',
    'Intermediate',
    1499,
    [
      'Product Management From Inside',
      'Roadmaps, interviews and saying no',
      'Discover what users need, write short specifications, set priorities, work with engineers, and measure after launch.',
    ],
    'What a PM does; User interviews; Priorities; Roadmaps; Launch',
  ),
]
