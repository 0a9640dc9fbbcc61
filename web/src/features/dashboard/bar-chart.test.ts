import { expect, it } from 'vitest'
import { shortName } from './bar-chart.tsx'

it.each([
  ['Deep Learning with Python', 'Deep Learn...'],
  ['0123456789', '0123456789'],
  ['0123456789a', '0123456789...'],
  ['Yoga', 'Yoga'],
  ['👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻', `${'👩‍💻'.repeat(10)}...`],
  ['', ''],
])('%s is %s', (title, short) => expect(shortName(title)).toBe(short))
