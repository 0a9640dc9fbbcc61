/**
 * Words by which a search says what it does not want, in English, Hinglish and Hindi. The Hindi "mat" is left out but for its commands: it
 * is an English word too.
 */
const excluding = [
  ...[
    'not',
    'no',
    'nor',
    'never',
    'without',
    'w/o',
    'minus',
    'excluding',
    'exclude',
    'except',
    'other than',
    'apart from',
    'besides',
    'leave out',
    'nothing (?:about|by|from|with)',
    "isn[’']?t",
  ],
  ...['instead', 'rather', 'avoid', 'skip', 'hate', 'but', "don[’']?t"],
  ...['nahi', 'nahin', 'nhi', 'mat (?:dikhao|sikhao|chahiye)', 'bina', 'chhod', 'chhodkar', 'alawa', 'alava'],
  ...['नहीं', 'नही', 'मत', 'बिना', 'छोड़कर', 'अलावा'],
]
// without lookbehind, which older browsers lack
const excludes = new RegExp(`(?:^|[^\\p{L}\\p{M}])(?:${excluding.join('|')})(?![\\p{L}\\p{M}])`, 'iu')

/** True when a search has words that may leave courses out, so that it may find more as written. */
export const mayExclude = (text: string): boolean => excludes.test(text.normalize('NFC'))
