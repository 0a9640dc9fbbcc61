import { inCategory } from '../written-course.ts'

const ai = inCategory('AI/ML')
const tools = inCategory('AI Tools')

/** Courses about artificial intelligence and its tools. */
export const machineCourses = [
  ai(
    'machine-learning',
    'Intermediate',
    2499,
    [
      'Machine Learning with Python',
      'Regression, classification and clustering using scikit-learn',
      'Understand the algorithms and train your own models on real data sets from Indian companies.',
    ],
    'What is machine learning; Linear regression; Logistic regression; Decision trees and forests; K-means; Model evaluation; Kaggle project',
  ),
  ai(
    'deep-learning',
    'Advanced',
    3999,
    [
      'Deep Learning with PyTorch',
      'Neural networks from perceptron to CNN and RNN',
      'Build and train neural networks on GPUs. Covers backpropagation, convolution, sequence models and transfer learning.',
    ],
    'Tensors; Backpropagation; Convolutional networks; Recurrent networks; Transfer learning; Training on GPU',
  ),
  ai(
    'nlp',
    'Advanced',
    2799,
    [
      'Natural Language Processing with Transformers',
      'From bag of words to BERT',
      'Classify text, extract entities, translate and summarise with Hugging Face models, including Hindi and Tamil.',
    ],
    'Tokenisation; Word embeddings; Attention; BERT fine-tuning; Translation; Sentiment analysis',
  ),
  ai(
    'computer-vision',
    'Intermediate',
    1799,
    [
      'Computer Vision with OpenCV',
      'Image processing and object detection',
      'Face detection, number plate reading and object tracking with OpenCV and YOLO.',
    ],
    'Pixels and filters; Edges and contours; Face detection; YOLO object detection; Tracking; OCR of number plates',
  ),
  ai(
    'maths-ml',
    null,
    599,
    [
      'Mathematics for Machine Learning',
      'Linear algebra, calculus and probability',
      'The maths you need before any AI course, explained with pictures and small exercises.',
    ],
    'Vectors and matrices; Eigenvalues; Derivatives; Gradient descent; Probability; Bayes theorem',
  ),
  ai(
    'reinforcement',
    'Advanced',
    4999,
    [
      'Reinforcement Learning Explained',
      'Q-learning to policy gradients',
      'Teach agents to play games and control robots by reward.',
    ],
    'Markov decision processes; Q-learning; Deep Q networks; Policy gradients; PPO; Robot arm project',
  ),
  tools(
    'chatgpt',
    'Beginner',
    0,
    [
      'ChatGPT for Everyday Office Work',
      'Emails, reports and presentations in half the time',
      'Use ChatGPT and Gemini to write letters, summarise documents and plan your day. For anyone, no technical knowledge.',
    ],
    'Creating an account; Writing emails; Summarising PDFs; Slides in minutes; What not to share',
  ),
  tools(
    'prompt-eng',
    'Intermediate',
    449,
    [
      'Prompt Engineering',
      'Get better answers from large language models',
      'Patterns such as few-shot, chain of thought and role prompts, with templates for marketing, coding and study.',
    ],
    'How LLMs answer; Few-shot prompts; Chain of thought; Output formats; Prompt library',
  ),
  tools(
    'midjourney',
    'Beginner',
    349,
    [
      'AI Art with Midjourney and Stable Diffusion',
      'Generate images from text',
      'Create posters, product photos and illustrations using generative AI.',
    ],
    'First image; Styles and parameters; Consistent characters; Inpainting; Upscaling; Selling your art',
  ),
  tools(
    'ai-agents',
    'Advanced',
    3299,
    [
      'Build AI Agents with LangChain',
      'RAG, tools and memory',
      'Develop chatbots and autonomous assistants on top of LLM APIs with your own documents.',
    ],
    'LLM APIs; Embeddings and vector databases; Retrieval augmented generation; Tool calling; Memory; Deploying a chatbot',
  ),
  tools(
    'copilot',
    'Intermediate',
    249,
    [
      'GitHub Copilot for Developers',
      'Code faster with an AI pair programmer',
      'Write, test and refactor code with Copilot and Cursor inside VS Code.',
    ],
    'Setup in VS Code; Writing good comments; Generating tests; Refactoring; Reviewing AI code',
  ),
]
