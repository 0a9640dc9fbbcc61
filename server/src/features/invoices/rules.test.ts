import { gstinCheckDigit, indianStates, isGstin } from '@virtual-courses/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWhole } from '#test/support/in-all.ts'
import { distribute } from '../ledger/index.ts'
import { financialYear, numberOf, placeOfSupply, splitTax, stateTaxName, taxesBack, totalsOf } from './rules.ts'

describe('the financial year', () => {
  test.each([
    ['2026-04-01T00:00:00+05:30', '2627'],
    ['2026-03-31T23:59:59.999+05:30', '2526'],
    ['2027-03-31T18:29:59Z', '2627'],
    ['2027-03-31T18:30:00Z', '2728'],
    ['2099-12-31T00:00:00Z', '9900'],
  ])('of %s is %s in India', (at, year) => {
    expect(financialYear(new Date(at))).toBe(year)
  })
})

test('numbers have at most 16 characters, and no two kinds share one', () => {
  expect(numberOf('VC', 'invoice', '2627', 1)).toBe('VC/2627/000001')
  expect(numberOf('VC', 'receipt', '2627', 12)).toBe('VC/2627/R000012')
  expect(numberOf('ABC', 'credit_note', '2627', 999_999)).toBe('ABC/2627/C999999')
  expect(numberOf('ABC', 'credit_note', '2627', 999_999)).toHaveLength(16)
})

describe('a GSTIN', () => {
  test.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4'])('%s is valid', (gstin) => expect(isGstin(gstin)).toBe(true))
  test.each([
    '27AAPFU0939F1ZW',
    '27AAPFU0939F1Z',
    '27AAPFU0939F1ZVV',
    '27aapfu0939f1zv',
    '369296450896540',
    '27AAPFU0939F0ZV',
    `28AAPFU0939F1Z${gstinCheckDigit('28AAPFU0939F1Z')}`,
    `99AAPFU0939F1Z${gstinCheckDigit('99AAPFU0939F1Z')}`,
    '',
  ])('%s is not', (gstin) => expect(isGstin(gstin)).toBe(false))
  test('any one wrong character is found', () => {
    const valid = '27AAPFU0939F1ZV'
    for (const [at, sign] of [...valid].entries())
      for (const other of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
        if (other !== sign) expect(isGstin(valid.slice(0, at) + other + valid.slice(at + 1))).toBe(false)
  })
})

const anAmount = fc.integer({ min: 1, max: 1_000_000_00 })
const aPercent = fc.integer({ min: 0, max: 4000 }).map((hundredths) => hundredths / 100)

describe('the tax in a price', () => {
  test('of 18 % is what everyone expects', () => {
    expect(splitTax(118_00, 18, true)).toEqual({ taxable: 100_00, cgst: 9_00, sgst: 9_00, igst: 0 })
    expect(splitTax(118_00, 18, false)).toEqual({ taxable: 100_00, cgst: 0, sgst: 0, igst: 18_00 })
    expect(splitTax(499_00, 18, true)).toEqual({ taxable: 42288, cgst: 3806, sgst: 3806, igst: 0 })
    expect(splitTax(1, 18, true)).toEqual({ taxable: 1, cgst: 0, sgst: 0, igst: 0 })
  })
  test('adds up exactly, with equal halves, and is right to the paisa', () => {
    fc.assert(
      fc.property(anAmount, aPercent, fc.boolean(), (amount, percent, intra) => {
        const { taxable, cgst, sgst, igst } = splitTax(amount, percent, intra)
        expect(taxable + cgst + sgst + igst).toBe(amount)
        expect(cgst).toBe(sgst)
        expect(intra ? igst : cgst).toBe(0)
        expect(Math.min(taxable, cgst, igst)).toBeGreaterThanOrEqual(0)
        const exact = (amount * percent) / (100 + percent)
        expect(Math.abs(cgst + sgst + igst - exact)).toBeLessThanOrEqual(intra ? 1.000001 : 0.500001)
      }),
      { numRuns: isWhole ? 5000 : 1000 },
    )
  })
})

test('the place of supply is the state of the GSTIN, of the address on record, else of the seller', () => {
  expect(placeOfSupply({ gstin: '27AAPFU0939F1ZV', state: '' }, '29')).toBe('27')
  expect(placeOfSupply({ gstin: '', state: '33' }, '29')).toBe('33')
  expect(placeOfSupply({ gstin: '', state: '' }, '29')).toBe('29')
})

test('the second half of the tax is UTGST in territories without a legislature', () => {
  const territories = Object.keys(indianStates).filter((state) => stateTaxName(state) === 'UTGST')
  expect(territories.sort()).toEqual(['04', '26', '31', '35', '38', '97'])
})

test('credit notes of a sale that went back whole add up to its invoice, whatever the parts were', () => {
  const aSale = fc.record({
    prices: fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 10 }),
    percent: aPercent,
    intra: fc.boolean(),
    parts: fc.array(fc.integer({ min: 1, max: 40_000 }), { maxLength: 8 }),
  })
  fc.assert(
    fc.property(aSale, ({ prices, percent, intra, parts }) => {
      const lines = prices.map((amount) => ({ amount, ...splitTax(amount, percent, intra) }))
      const before = prices.map(() => totalsOf([]))
      const back: (typeof lines)[number][] = []
      const credit = (amount: number) => {
        const shares = distribute(
          amount,
          prices.map((price, index) => price - (before[index]?.amount ?? 0)),
        )
        for (const [index, line] of lines.entries()) {
          const share = shares[index] ?? 0
          const earlier = before[index] ?? totalsOf([])
          const taxes = taxesBack(line, earlier, share)
          expect(taxes.cgst).toBe(taxes.sgst)
          expect(Math.min(...Object.values(taxes))).toBeGreaterThanOrEqual(0)
          expect(totalsOf([{ amount: share, ...taxes }])).toMatchObject({ amount: share })
          back.push({ amount: share, ...taxes })
          before[index] = totalsOf([earlier, { amount: share, ...taxes }])
        }
      }
      const left = () => totalsOf(lines).amount - totalsOf(before).amount
      for (const part of parts) credit(Math.min(part, left()))
      credit(left())
      const [credited, sold] = [totalsOf(back), totalsOf(lines)]
      // a paisa of which half a tax each would be one keeps both
      const kept = 2 * back.filter(({ amount }) => amount === 1).length
      expect(credited.amount).toBe(sold.amount)
      const tax = ({ cgst, sgst, igst }: typeof sold) => cgst + sgst + igst
      expect(tax(sold) - tax(credited)).toBeLessThanOrEqual(kept)
      if (kept === 0) expect(credited).toEqual(sold)
    }),
    { numRuns: isWhole ? 2000 : 500 },
  )
})
