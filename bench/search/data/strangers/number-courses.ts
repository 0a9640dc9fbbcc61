import { inCategory } from '../written-course.ts'

const science = inCategory('Data Science')
const analytics = inCategory('Data Analytics')

/** Courses about data. */
export const numberCourses = [
  science(
    'ds-bootcamp',
    'Beginner',
    4499,
    [
      'Data Science Bootcamp 2025',
      'Python, statistics, SQL and machine learning in one place',
      'A six month programme for graduates who want to become data scientists. Includes capstone and placement help.',
    ],
    'Python for data; NumPy and Pandas; Statistics; Data visualisation; SQL; Machine learning basics; Capstone; Interview preparation',
  ),
  science(
    'statistics',
    'Beginner',
    299,
    [
      'Statistics for Data Science',
      'Averages, distributions and hypothesis tests',
      'Learn to reason with data, from mean and median to p-values and A/B tests.',
    ],
    'Mean, median, mode; Distributions; Sampling; Confidence intervals; Hypothesis testing; Correlation',
  ),
  science(
    'r-programming',
    null,
    549,
    [
      'R Programming for Researchers',
      'Analyse and plot data with RStudio',
      'Tidyverse, ggplot2 and regression in R for students of economics, biology and psychology.',
    ],
    'RStudio; Vectors and data frames; dplyr; ggplot2; Linear models; R Markdown reports',
  ),
  science(
    'time-series',
    'Advanced',
    1699,
    ['Time Series Forecasting', 'ARIMA, Prophet and LSTM', 'Predict demand, prices and traffic from historical data.'],
    'Trend and seasonality; ARIMA; Prophet; LSTM forecasting; Backtesting; Sales forecast project',
  ),
  science(
    'big-data',
    'Advanced',
    2199,
    [
      'Big Data Engineering with Hadoop and Spark',
      'Pipelines at scale',
      'Process terabytes with PySpark, Hive, Kafka and Airflow.',
    ],
    'HDFS and MapReduce; PySpark DataFrames; Hive; Streaming with Kafka; Airflow pipelines; Data lake project',
  ),
  analytics(
    'excel',
    'Beginner',
    199,
    [
      'Microsoft Excel: Zero to Hero',
      'Formulas, pivot tables and charts',
      'Everything an office worker needs: VLOOKUP, XLOOKUP, pivot tables, conditional formatting and dashboards.',
    ],
    'Cells and formulas; Sorting and filtering; VLOOKUP and XLOOKUP; Pivot tables; Charts; Printing',
  ),
  analytics(
    'power-bi',
    'Intermediate',
    899,
    [
      'Power BI Dashboards',
      'Power Query and DAX',
      'Connect data, model it and publish interactive reports for management.',
    ],
    'Power Query; Data model; DAX measures; Visuals; Row level security; Publishing reports',
  ),
  analytics(
    'tableau',
    'Beginner',
    749,
    [
      'Tableau for Data Visualisation',
      'Tell stories with data',
      'Drag and drop your way from raw data to beautiful interactive dashboards.',
    ],
    'Connecting data; Bar and line charts; Maps; Calculated fields; Dashboards; Stories',
  ),
  analytics(
    'sql',
    'Beginner',
    399,
    [
      'SQL for Data Analysts',
      'Query any database with MySQL',
      'SELECT, joins, grouping, window functions and case studies from retail and banking.',
    ],
    'Tables and keys; SELECT and WHERE; Joins; GROUP BY; Subqueries; Window functions; Case study',
  ),
  analytics(
    'google-analytics',
    'Intermediate',
    599,
    [
      'Google Analytics 4',
      'Understand your website visitors',
      'Set up GA4 and Tag Manager, track conversions and read the reports.',
    ],
    'GA4 setup; Events; Conversions; Tag Manager; Funnels; Looker Studio report',
  ),
  analytics(
    'excel-vba',
    'Advanced',
    1099,
    [
      'Excel Macros and VBA',
      'Automate boring spreadsheets',
      'Record macros and write VBA to create reports, send mail and clean data with one click.',
    ],
    'Recording macros; VBA editor; Loops and conditions; User forms; Emailing reports; Debugging',
  ),
]
