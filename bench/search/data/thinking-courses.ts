import { inCategory } from './written-course.ts'

const ml = inCategory('AI/ML')
const tools = inCategory('AI Tools')
const science = inCategory('Data Science')
const analytics = inCategory('Data Analytics')

/** Courses about data and models. */
export const thinkingCourses = [
  ml(
    'nlp-transformers',
    'Advanced',
    2799,
    [
      'Natural Language Processing With Transformers',
      'BERT, embeddings and fine-tuning',
      'Text classification, named entities, question answering and translation with Hugging Face. You fine-tune your own models and measure them properly.',
    ],
    'Tokenizing text; Word embeddings; Attention; Fine-tuning BERT; Evaluating text models',
  ),
  ml(
    'reinforcement',
    'Advanced',
    2599,
    [
      'Reinforcement Learning by Playing',
      'Agents, rewards and policies',
      'Teach an agent to balance, drive and play. Q-learning, policy gradients and their traps, each in a small simulated world.',
    ],
    'Rewards and states; Q-learning; Deep Q networks; Policy gradients; When agents cheat',
  ),
  ml(
    'mlops',
    'Advanced',
    2399,
    [
      'MLOps: Models in Production',
      'Deploy, watch and retrain',
      'A model in a notebook helps nobody. Package it, serve it behind an API, track experiments, watch for drift, and retrain with a pipeline.',
    ],
    'From notebook to package; Serving a model; Tracking experiments; Drift; Pipelines',
  ),
  ml(
    'math-for-ml',
    'Beginner',
    499,
    [
      'Mathematics for Machine Learning',
      'Linear algebra, calculus and probability, drawn first',
      'Vectors, matrices, derivatives and probability, only as much as models need, with pictures before formulas.',
    ],
    'Vectors and dot products; Matrices; Derivatives; Probability; Gradient by hand',
  ),
  ml(
    'tensorflow-keras',
    'Intermediate',
    1699,
    [
      'TensorFlow and Keras for Image Classification',
      'Convolutional networks on real photos',
      'Train convolutional neural networks that tell leaves, clothes and faults apart. Augmentation, transfer learning and export to a phone.',
    ],
    'Tensors; A first CNN; Augmentation; Transfer learning; Export to mobile',
  ),
  tools(
    'chatgpt-work',
    'Beginner',
    299,
    [
      'ChatGPT for Everyday Productivity',
      'Mails, plans and summaries in half the time',
      'Practical recipes with ChatGPT, Gemini and Copilot for students and office workers: summarise, plan, translate, draft, and check what comes back.',
    ],
    'What a chatbot can do; Summaries; Mails and letters; Study plans; Checking facts',
  ),
  tools(
    'midjourney-art',
    'Beginner',
    499,
    [
      'AI Image Generation: Midjourney and Stable Diffusion',
      'From words to pictures',
      'Generate illustrations, product photos and posters from text. Styles, negative prompts, inpainting, and the rights to the result.',
    ],
    'Your first picture; Styles and lenses; Inpainting; Stable Diffusion at home; Copyright',
  ),
  tools(
    'rag-agents',
    'Advanced',
    1999,
    [
      'Build AI Agents With LangChain and RAG',
      'Language models that use your documents and tools',
      'Retrieval augmented generation, vector databases, tool calling, memory and evaluation. At the end an agent answers questions from your company’s files.',
    ],
    'Chunks and embeddings; Vector databases; Tool calling; Agents that plan; Evaluation',
  ),
  tools(
    'nocode-automation',
    'Intermediate',
    799,
    [
      'Automate Your Work With n8n and Zapier',
      'Workflows without programming',
      'Connect forms, sheets, mail and language models so that routine work does itself: triggers, branches, errors and costs.',
    ],
    'Triggers and actions; Sheets and mail; Adding a language model; Errors; Costs',
  ),
  tools(
    'ai-video',
    'Beginner',
    0,
    [
      'AI Video and Voice for Creators',
      'Scripts, avatars, dubbing and subtitles',
      'Make short videos with AI: write the script, generate voice, dub into Hindi and Tamil, and add subtitles, without a studio.',
    ],
    'A script in minutes; Voices; Dubbing; Subtitles',
  ),
  science(
    'r-statistics',
    'Beginner',
    599,
    [
      'R Programming for Statistics',
      'tidyverse, ggplot2 and honest inference',
      'Learn R with real surveys: import, tidy, plot with ggplot2, test hypotheses and write a report that can be repeated.',
    ],
    'Hello R; dplyr verbs; ggplot2; Hypothesis tests; Reports',
  ),
  science(
    'kaggle-features',
    'Intermediate',
    1199,
    [
      'Feature Engineering and Kaggle Competitions',
      'Gradient boosting that wins',
      'Turn raw columns into signal: encoding, leakage, cross-validation, XGBoost and LightGBM, and stacking, on three past competitions.',
    ],
    'Reading a competition; Encoding categories; Cross-validation; XGBoost; Stacking',
  ),
  science(
    'spark-bigdata',
    'Advanced',
    2499,
    [
      'Big Data With Spark and Hadoop',
      'When it no longer fits on one machine',
      'Distributed files, PySpark data frames, partitioning, streaming and cost, on a cluster that you start yourself.',
    ],
    'HDFS; PySpark data frames; Partitions and shuffles; Streaming; Costs',
  ),
  science(
    'ab-testing',
    'Intermediate',
    899,
    [
      'A/B Testing and Experiments',
      'Know whether the change worked',
      'Plan, size and read online experiments. Power, peeking, novelty, and what to do when you cannot randomise.',
    ],
    'A question worth testing; Sample size; Peeking; Reading results; Quasi-experiments',
  ),
  analytics(
    'power-bi',
    'Beginner',
    999,
    [
      'Microsoft Power BI for Beginners',
      'From a spreadsheet to an interactive report',
      'Load data with Power Query, model it, write your first DAX measures and publish an interactive report to your team.',
    ],
    'Power Query; The data model; DAX measures; Visuals; Publishing',
  ),
  analytics(
    'excel-pro',
    'Intermediate',
    499,
    [
      'Excel Like a Professional',
      'Pivot tables, XLOOKUP and a little VBA',
      'For people who use Excel every day and suspect it can do more: pivot tables, lookups, dynamic arrays, charts, macros with VBA.',
    ],
    'Tables first; XLOOKUP; Pivot tables; Dynamic arrays; Macros with VBA',
  ),
  analytics(
    'tableau-stories',
    'Intermediate',
    1099,
    [
      'Tableau: Stories With Data',
      'Charts, maps and dashboards',
      'Connect, join and draw. Calculated fields, level of detail expressions, maps and a story that managers remember.',
    ],
    'Connecting data; Chart types; Calculated fields; Maps; Stories',
  ),
  analytics(
    'ga4-web',
    'Beginner',
    399,
    [
      'Web Analytics With Google Analytics 4',
      'What visitors do, and what to do about it',
      'Set up GA4 and Tag Manager, define events and conversions, read funnels, and respect consent.',
    ],
    'Setting up GA4; Events; Tag Manager; Funnels; Consent',
  ),
  analytics(
    'warehouse-etl',
    'Advanced',
    1999,
    [
      'Data Warehousing and ETL With dbt',
      'Star schemas, pipelines and tests',
      'Design a warehouse that analysts trust: dimensional modelling, incremental loads with Airflow, dbt models and tests, and cost in the cloud.',
    ],
    'Facts and dimensions; Slowly changing dimensions; dbt models; Airflow; Tests',
  ),
]
