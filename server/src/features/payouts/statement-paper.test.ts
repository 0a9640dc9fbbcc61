import { expect, test } from 'vitest'
import { english } from '#core/languages/language.ts'
import { toStatement } from './statement-paper.ts'

const month = {
  month: '2026-10',
  opening_paise: '10000',
  sales_paise: '90000',
  refunds_paise: '-5000',
  payouts_paise: '-120000',
  closing_paise: '-25000',
}
const sold = [
  { title: 'Two\nlines', count: 2, amount_paise: '100000', gst_paise: '15254', fee_paise: '8474', courses: 3 },
]
const now = new Date('2026-11-23T12:00:00Z')
const one = { month, sold, educator: 'Asha Iyer', payer: ['A Site'], now, zone: 'Asia/Kolkata' }

test('lists what was sold and how the balance changed; courses beyond the limit share one line', () => {
  const { facts, table, totals, foot } = toStatement(one, english)
  expect(facts).toEqual([
    { label: 'Month', value: 'October 2026' },
    { label: 'Made on', value: '23 Nov 2026' },
  ])
  expect(table.rows).toEqual([
    ['Two lines', '2', '₹1,000.00', '₹152.54', '₹84.74', '₹762.72'],
    ['2 other courses', '', '', '', '', '₹137.28'],
  ])
  expect(totals.map(({ value }) => value)).toEqual(['₹100.00', '₹900.00', '−₹50.00', '−₹1,200.00', '−₹250.00'])
  expect(foot).toHaveLength(1)
})

test('of the current month states that it has not ended', () => {
  const paper = toStatement({ ...one, month: { ...month, month: '2026-11' }, sold: [] }, english)
  expect(paper.table.rows).toEqual([])
  expect(paper.foot[1]).toMatch(/not ended/)
})
