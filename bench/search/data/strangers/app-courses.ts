import { inCategory } from '../written-course.ts'

const web = inCategory('Web Development')
const app = inCategory('App Development')

/** Courses about making websites and apps. */
export const appCourses = [
  web(
    'html-css',
    'Beginner',
    0,
    [
      'HTML and CSS from Scratch',
      'Build your first web page today',
      'A gentle start to making web pages. You will write clean markup, style it and publish a small portfolio.',
    ],
    'How the web works; HTML tags and attributes; Styling with CSS; Flexbox and Grid; Responsive pages; Publishing your portfolio',
  ),
  web(
    'javascript',
    'Beginner',
    799,
    [
      'The Complete JavaScript Course',
      'From variables to async await with real projects',
      'Learn JavaScript the practical way. We build a quiz, a weather widget and a to-do list while covering modern ES6 syntax.',
    ],
    'Variables and types; Functions and scope; Arrays and objects; DOM manipulation; Promises and async await; Fetch and JSON; Project: quiz game',
  ),
  web(
    'react',
    'Intermediate',
    1499,
    [
      'React JS Masterclass',
      'Hooks, routing and state management',
      'Build fast single page frontends with React. Includes Redux Toolkit, React Router and testing.',
    ],
    'JSX and components; Props and state; useEffect and custom hooks; React Router; Redux Toolkit; Testing components',
  ),
  web(
    'node-api',
    'Intermediate',
    1299,
    [
      'Node.js and Express: Build REST APIs',
      'Backend development with MongoDB',
      'Create secure server side applications with Node, Express and MongoDB, including login with JWT.',
    ],
    'Event loop; Express routing; Middleware; MongoDB and Mongoose; JWT authentication; Error handling; Deploying the server',
  ),
  web(
    'mern',
    'Intermediate',
    3499,
    [
      'MERN Full Stack Developer Bootcamp',
      'MongoDB, Express, React and Node in 12 weeks',
      'Become a job ready full stack developer. Build an e-commerce shop and a chat application end to end.',
    ],
    'Setting up; MongoDB data modelling; Express back end; React front end; Payments with Razorpay; Real time chat; Deployment; Resume and interview tips',
  ),
  web(
    'django',
    'Intermediate',
    1199,
    [
      'Django Web Development',
      'Python web apps with Django and PostgreSQL',
      'Learn the Django framework by building a blog and a job portal. Templates, ORM, admin and REST framework.',
    ],
    'Project structure; Models and ORM; Views and templates; Forms; Django admin; Django REST framework',
  ),
  web(
    'php-laravel',
    'Beginner',
    499,
    [
      'PHP and Laravel for Everyone',
      'Dynamic sites with MySQL',
      'Start with core PHP and move to the Laravel framework. You build a student management portal.',
    ],
    'PHP syntax; Forms and sessions; MySQL with PHP; Laravel routing; Eloquent; Blade templates; Hosting on cPanel',
  ),
  web(
    'wordpress',
    'Beginner',
    399,
    [
      'WordPress Website in a Weekend',
      'No coding needed',
      'Set up a professional business site with themes, plugins and Elementor. Also covers WooCommerce and basic SEO.',
    ],
    'Domain and hosting; Installing WordPress; Choosing a theme; Elementor page builder; WooCommerce shop; Backups and speed',
  ),
  web(
    'spring-boot',
    'Advanced',
    2499,
    [
      'Spring Boot Microservices in Depth',
      'Java enterprise backends',
      'Design and run microservices with Spring Boot, Spring Cloud, Kafka and OAuth2. For Java developers with some experience.',
    ],
    'Spring core recap; REST controllers; JPA and Hibernate; Service discovery; Kafka messaging; OAuth2 security; Observability',
  ),
  web(
    'nextjs-ts',
    'Advanced',
    1999,
    [
      'Next.js with TypeScript in Production',
      'Server components, caching and deployment',
      'Take your React knowledge further with typed code, server rendering and edge deployment.',
    ],
    'TypeScript refresher; App router; Server components; Caching; Authentication; Deploying to Vercel',
  ),
  app(
    'android',
    'Beginner',
    899,
    [
      'Android App Development with Kotlin',
      'Jetpack Compose from the first screen to the Play Store',
      'Learn Kotlin and build five Android apps. No earlier experience needed.',
    ],
    'Installing Android Studio; Kotlin basics; Compose layouts; Navigation; Room database; Retrofit networking; Publishing on Play Store',
  ),
  app(
    'ios-swift',
    'Intermediate',
    2999,
    [
      'iOS Development with Swift and SwiftUI',
      'Ship to the App Store',
      'Create apps for Apple devices with Xcode, SwiftUI and Core Data.',
    ],
    'Swift language; Xcode tour; SwiftUI views; Core Data; Push notifications; App Store submission',
  ),
  app(
    'flutter',
    'Beginner',
    699,
    [
      'Flutter and Dart: One Codebase, Two Platforms',
      'Cross platform mobile apps',
      'Write once and run on Android and iOS. We build a food delivery app with Firebase.',
    ],
    'Dart basics; Widgets; State with Provider; Firebase login; Maps; Release builds',
  ),
  app(
    'react-native',
    'Intermediate',
    1599,
    [
      'React Native in Practice',
      'Mobile apps for JavaScript developers',
      'Use your JavaScript skills to build native mobile apps with Expo.',
    ],
    'Expo setup; Core components; Navigation; Camera and location; Offline storage; Store release',
  ),
  app(
    'unity',
    'Beginner',
    1899,
    [
      'Unity Game Development',
      'Make 2D and 3D games with C#',
      'Create a platformer, a racing game and a shooter. Physics, animation, sound and mobile export.',
    ],
    'Unity editor; C# scripting; Sprites and physics; Enemies; 3D levels; Sound and menus; Export to Android',
  ),
]
