import { inCategory } from '../written-course.ts'

const hacking = inCategory('Ethical Hacking')
const design = inCategory('UI UX Designing')

/** Courses about security and about design. */
export const safetyCourses = [
  hacking(
    'hacking-zero',
    'Beginner',
    999,
    [
      'Ethical Hacking from Zero',
      'Think like an attacker, defend like a pro',
      'Your first steps in cyber security: scanning, passwords, phishing and safe labs.',
    ],
    'Legal and ethical rules; Setting up a lab; Footprinting; Scanning with Nmap; Password attacks; Social engineering; Writing a report',
  ),
  hacking(
    'bug-bounty',
    'Advanced',
    3499,
    [
      'Web Penetration Testing and Bug Bounty',
      'OWASP Top 10 with Burp Suite',
      'Find vulnerabilities in web applications and earn rewards on HackerOne and Bugcrowd.',
    ],
    'Burp Suite; SQL injection; Cross site scripting; Broken access control; SSRF; Reporting bugs',
  ),
  hacking(
    'network-security',
    'Intermediate',
    1799,
    [
      'Network Security and Firewalls',
      'Protect company networks',
      'TCP/IP, Wireshark, VPN, firewalls and intrusion detection. Helps with CompTIA Security+ and CCNA.',
    ],
    'TCP/IP refresher; Wireshark; Firewalls; VPN; Intrusion detection; Wireless security; Exam tips',
  ),
  hacking(
    'kali',
    null,
    0,
    [
      'Kali Linux Basics',
      "Get comfortable with the hacker's operating system",
      'Install Kali, learn the terminal and try the most used tools.',
    ],
    'Installing in VirtualBox; Terminal commands; Updating packages; Nmap first scan; Metasploit tour',
  ),
  hacking(
    'cyber-safety',
    'Beginner',
    0,
    [
      'Stay Safe Online',
      'Avoid UPI fraud, OTP scams and fake calls',
      'Simple habits for families and seniors to keep accounts, phones and money safe.',
    ],
    'Strong passwords; Two factor login; UPI and OTP frauds; Fake apps; Reporting cyber crime on 1930',
  ),
  design(
    'figma',
    'Beginner',
    499,
    [
      'Figma Essentials',
      'Design screens and prototypes',
      'Learn Figma frames, components, auto layout and prototyping by designing a travel app.',
    ],
    'Interface tour; Frames and shapes; Components; Auto layout; Prototyping; Handing over to developers',
  ),
  design(
    'ux-research',
    'Intermediate',
    1299,
    [
      'UX Research and Usability Testing',
      'Know your users before you design',
      'Interviews, personas, journey maps and usability tests with real examples.',
    ],
    'Planning research; User interviews; Personas; Journey maps; Usability testing; Presenting findings',
  ),
  design(
    'mobile-ui',
    'Intermediate',
    899,
    [
      'Mobile App UI Design',
      'Beautiful interfaces for Android and iOS',
      'Typography, colour, spacing and navigation patterns for small screens.',
    ],
    'Material and Human Interface guidelines; Colour; Typography; Navigation patterns; Icons; Dark mode',
  ),
  design(
    'design-systems',
    'Advanced',
    2299,
    [
      'Design Systems at Scale',
      'Tokens, components and governance',
      'Create and maintain a design system that designers and developers share.',
    ],
    'Why design systems; Design tokens; Component library; Accessibility; Documentation; Versioning',
  ),
]
