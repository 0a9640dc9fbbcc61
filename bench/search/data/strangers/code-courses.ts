import { inCategory } from '../written-course.ts'

const others = inCategory('Others')

/** Courses about programming and about running what was programmed. */
export const codeCourses = [
  others(
    'python-basics',
    'Beginner',
    0,
    [
      'Python for Absolute Beginners',
      'Your first programming language',
      'No earlier knowledge required. Learn variables, loops, functions and files with fun exercises in Hindi and English.',
    ],
    'Installing Python; Variables; If and else; Loops; Functions; Lists and dictionaries; Files; Mini project',
  ),
  others(
    'python-adv',
    'Advanced',
    1499,
    [
      'Advanced Python',
      'Decorators, generators, asyncio and packaging',
      'Write fast and professional Python. For programmers who know the basics.',
    ],
    'Iterators and generators; Decorators; Context managers; Asyncio; Typing; Profiling; Publishing a package',
  ),
  others(
    'java',
    'Beginner',
    649,
    [
      'Core Java and OOP',
      'Classes, collections and exceptions',
      'A complete Java course for college students, from Hello World to JDBC.',
    ],
    'JDK and IDE; Control flow; Classes and objects; Inheritance; Collections; Exceptions; Threads; JDBC',
  ),
  others(
    'c-cpp',
    'Beginner',
    299,
    [
      'C and C++ Programming',
      'Pointers, memory and the STL',
      'The base language of engineering syllabuses, with university exam questions.',
    ],
    'Hello World in C; Arrays and strings; Pointers; Structures; C++ classes; STL',
  ),
  others(
    'dsa',
    'Intermediate',
    1999,
    [
      'Data Structures and Algorithms in Java',
      'Crack coding interviews',
      '200 solved problems on arrays, trees, graphs and dynamic programming, asked at product companies.',
    ],
    'Big O; Arrays and strings; Linked lists; Stacks and queues; Trees; Graphs; Dynamic programming; Mock interview',
  ),
  others(
    'golang',
    'Intermediate',
    1399,
    [
      'Go Programming for Backend Engineers',
      'Goroutines, channels and gRPC',
      'Build concurrent network services in Go.',
    ],
    'Go syntax; Structs and interfaces; Goroutines; Channels; gRPC; Testing',
  ),
  others(
    'git',
    'Beginner',
    0,
    [
      'Git and GitHub in One Day',
      'Version control for everybody',
      'Commit, branch, merge and collaborate through pull requests.',
    ],
    'Why version control; Commits; Branches and merging; Pull requests; Resolving conflicts',
  ),
  others(
    'docker-k8s',
    'Intermediate',
    2599,
    [
      'Docker and Kubernetes',
      'Containers from laptop to cluster',
      'Package applications in images and run them on Kubernetes with Helm.',
    ],
    'Images and containers; Dockerfiles; Compose; Pods and deployments; Services and ingress; Helm',
  ),
  others(
    'aws',
    'Intermediate',
    2999,
    [
      'AWS Solutions Architect Associate',
      'Pass the SAA-C03 certification',
      'EC2, S3, VPC, IAM, RDS and Lambda with hands-on labs and practice tests.',
    ],
    'IAM; EC2 and load balancing; S3; VPC; RDS and DynamoDB; Lambda; Practice exam',
  ),
  others(
    'devops',
    'Advanced',
    3799,
    [
      'DevOps CI/CD with Jenkins and Terraform',
      'Automate build, test and release',
      'Pipelines, infrastructure as code, Ansible and monitoring with Prometheus.',
    ],
    'DevOps culture; Jenkins pipelines; Terraform; Ansible; Prometheus and Grafana; Blue green deployment',
  ),
  others(
    'linux-admin',
    'Intermediate',
    849,
    [
      'Linux System Administration',
      'Shell, users, services and networking',
      'Manage Ubuntu and Red Hat servers and write bash scripts. Useful for RHCSA.',
    ],
    'Filesystem; Users and permissions; Systemd services; Bash scripting; Networking; Backups',
  ),
]
