/**
 * States and union territories of India by the codes of the GST law, the first two digits of a GSTIN. Codes 25 (merged into 26) and 28
 * (Andhra Pradesh before its division) are no longer given. `ut` marks territories without a legislature, where UTGST replaces SGST (UTGST
 * Act, 2017, section 1).
 */
export const indianStates = {
  '01': { name: 'Jammu and Kashmir' },
  '02': { name: 'Himachal Pradesh' },
  '03': { name: 'Punjab' },
  '04': { name: 'Chandigarh', ut: true },
  '05': { name: 'Uttarakhand' },
  '06': { name: 'Haryana' },
  '07': { name: 'Delhi' },
  '08': { name: 'Rajasthan' },
  '09': { name: 'Uttar Pradesh' },
  '10': { name: 'Bihar' },
  '11': { name: 'Sikkim' },
  '12': { name: 'Arunachal Pradesh' },
  '13': { name: 'Nagaland' },
  '14': { name: 'Manipur' },
  '15': { name: 'Mizoram' },
  '16': { name: 'Tripura' },
  '17': { name: 'Meghalaya' },
  '18': { name: 'Assam' },
  '19': { name: 'West Bengal' },
  '20': { name: 'Jharkhand' },
  '21': { name: 'Odisha' },
  '22': { name: 'Chhattisgarh' },
  '23': { name: 'Madhya Pradesh' },
  '24': { name: 'Gujarat' },
  '26': { name: 'Dadra and Nagar Haveli and Daman and Diu', ut: true },
  '27': { name: 'Maharashtra' },
  '29': { name: 'Karnataka' },
  '30': { name: 'Goa' },
  '31': { name: 'Lakshadweep', ut: true },
  '32': { name: 'Kerala' },
  '33': { name: 'Tamil Nadu' },
  '34': { name: 'Puducherry' },
  '35': { name: 'Andaman and Nicobar Islands', ut: true },
  '36': { name: 'Telangana' },
  '37': { name: 'Andhra Pradesh' },
  '38': { name: 'Ladakh', ut: true },
  '97': { name: 'Other Territory', ut: true },
} as const satisfies Record<string, { name: string; ut?: true }>
export type StateCode = keyof typeof indianStates

export const isStateCode = (text: string): text is StateCode => Object.hasOwn(indianStates, text)
