import { inCategory } from './written-course.ts'

const web = inCategory('Web Development')
const app = inCategory('App Development')
const design = inCategory('UI UX Designing')

/** Courses about making things for screens. */
export const buildingCourses = [
  web(
    'mern-bootcamp',
    'Intermediate',
    1999,
    [
      'The Complete MERN Stack Bootcamp',
      'MongoDB, Express, React and Node in one project',
      'Build a social network from an empty folder to a deployed site. You model data in MongoDB, write a REST API with Express and Node, and a React front end with login, uploads and comments.',
    ],
    'Setting up the project; Schemas with Mongoose; Login with JWT; React pages and routing; Deploying to a server',
  ),
  web(
    'django-web',
    'Intermediate',
    1299,
    [
      'Django by Building',
      'Python on the server, from models to templates',
      'Write a job board with Django: models, migrations, forms, the admin site, authentication and tests. For people who know basic Python and want to make websites with it.',
    ],
    'Models and migrations; Views and templates; The admin site; Users and permissions; A REST API with Django',
  ),
  web(
    'nextjs',
    'Advanced',
    1799,
    [
      'Next.js in Production',
      'Server components, caching and deployment',
      'For React developers who need speed and search engines. Server rendering, static generation, caching rules that people get wrong, and measuring what visitors feel.',
    ],
    'Routing by folders; Server and client components; Caching explained; Core Web Vitals; Shipping it',
  ),
  web(
    'php-laravel',
    'Beginner',
    699,
    [
      'PHP and Laravel From Scratch',
      'The quiet workhorse of the web',
      'Start with plain PHP forms and sessions, then let Laravel carry the load: routes, Eloquent, Blade, queues and mail. At the end a small booking site is online.',
    ],
    'Your first PHP page; Forms and sessions; Laravel routes; Eloquent models; Blade templates',
  ),
  web(
    'wordpress-sites',
    'Beginner',
    0,
    [
      'WordPress Websites Without Code',
      'A site for your shop by Sunday',
      'Choose a theme, arrange pages with blocks, add a contact form and a small store with WooCommerce, and keep it all updated and safe. No programming needed.',
    ],
    'Domain and hosting; Themes and blocks; A shop with WooCommerce; Backups',
  ),
  web(
    'js-deep',
    'Intermediate',
    899,
    [
      'JavaScript Beyond the Basics',
      'Closures, prototypes, promises and the event loop',
      'You can write JavaScript, but some of it still surprises you. We take the language apart: scope, this, async and await, modules, and how to debug them.',
    ],
    'Scope and closures; What is this?; Promises and async; The event loop; Modules',
  ),
  web(
    'spring-boot',
    'Advanced',
    2199,
    [
      'Spring Boot Microservices',
      'Java services that talk, fail and recover',
      'Design microservices in Java with Spring Boot: REST, messaging with Kafka, security with OAuth, tracing and tests with containers.',
    ],
    'REST with Spring; Data with JPA; Events with Kafka; OAuth and security; Tracing',
  ),
  web(
    'angular-apps',
    'Intermediate',
    1499,
    [
      'Angular for Large Applications',
      'Signals, routing and forms that stay in order',
      'Angular gives big teams one way to do things. Learn components, dependency injection, reactive forms, RxJS and signals by building an insurance office.',
    ],
    'Components and templates; Services and injection; Reactive forms; RxJS without fear; Signals',
  ),
  app(
    'react-native',
    'Intermediate',
    1499,
    [
      'React Native: Two Phones, One Code Base',
      'iOS and Android apps with the React you know',
      'Use your React knowledge to build a delivery app for iPhone and Android with Expo: navigation, camera, maps, push notifications, and the way into both stores.',
    ],
    'Expo and first screen; Navigation; Camera and maps; Push notifications; Publishing to the stores',
  ),
  app(
    'swift-ios',
    'Beginner',
    1599,
    [
      'iOS Apps With Swift and SwiftUI',
      'From Xcode to the App Store',
      'Learn Swift, Apple’s language, and build three small iPhone apps with SwiftUI. You need a Mac and patience, nothing more.',
    ],
    'Hello, Xcode; Swift in an hour; Lists and navigation; Saving data; Into the App Store',
  ),
  app(
    'unity-games',
    'Beginner',
    1299,
    [
      'Game Development With Unity and C#',
      'A platformer, a racer and a puzzle',
      'Make three games that your friends will play. You learn C# as you need it, then physics, sprites, sound, menus, and builds for phone and PC.',
    ],
    'The Unity editor; C# for games; Physics and collisions; Sound and menus; Building for mobile',
  ),
  app(
    'mobile-testing',
    'Advanced',
    1399,
    [
      'Testing Mobile Apps',
      'Unit, screen and device tests that do not flake',
      'Automated testing for Android and iOS with Appium, Espresso and XCTest, device farms, crash reports and a pipeline that tells the truth.',
    ],
    'The testing pyramid; Espresso; XCTest; Appium; Device farms',
  ),
  design(
    'figma-zero',
    'Beginner',
    599,
    [
      'Figma From Zero',
      'Frames, components and clickable prototypes',
      'Learn the design tool that most teams use. Draw screens with auto layout, make components and variants, link a prototype and hand it to developers.',
    ],
    'Frames and grids; Auto layout; Components and variants; Prototyping; Handing over',
  ),
  design(
    'mobile-ux',
    'Intermediate',
    999,
    [
      'Designing for Small Screens',
      'Thumbs, patterns and patience',
      'Mobile user experience: navigation patterns, forms that people finish, empty states, gestures, and the differences between Android and iOS guidelines.',
    ],
    'Where thumbs reach; Navigation patterns; Forms on phones; Empty states; Platform guidelines',
  ),
  design(
    'motion-design',
    'Intermediate',
    1199,
    [
      'Motion and Micro-Interactions',
      'Animation that explains',
      'Easing, timing and choreography for interfaces. Animate in After Effects and Lottie, and know when to leave things still.',
    ],
    'Twelve principles; Easing and timing; After Effects for interfaces; Lottie files; Reduced motion',
  ),
  design(
    'accessible-design',
    'Intermediate',
    799,
    [
      'Accessible Design for Everyone',
      'WCAG in practice, with real people',
      'Contrast, keyboard, screen readers, captions and plain language. Check your own site against WCAG and repair what you find.',
    ],
    'Who is left out; Contrast and colour; Keyboard first; Screen readers; An audit',
  ),
  design(
    'canva-graphics',
    'Beginner',
    399,
    [
      'Graphic Design With Canva and Photoshop',
      'Logos, posters and social posts',
      'Composition, fonts and colour for people who are not designers. Make a logo, a poster, a thumbnail and a set of social media posts.',
    ],
    'Fonts that fit; Making a logo; Posters; Photoshop essentials; Social media posts',
  ),
]
