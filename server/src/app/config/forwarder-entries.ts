import { z } from 'zod'

/** As many people one room has had through the forwarder when it was measured (record 137). */
export const embeddedPeople = 60

/** Variables of the forwarder that this server starts. */
export const forwarderEntries = {
  LIVE_MEDIA_PORT: {
    schema: z.coerce.number().int().min(1025).max(65_535).default(40_000),
    default: '40000',
    description: 'UDP port of that forwarder, which browsers must reach; one for everyone',
  },
  LIVE_MEDIA_ADDRESS: {
    schema: z.union([z.ipv4(), z.ipv6()]).optional(),
    default: 'those of this machine',
    description: 'the address at which browsers reach that port, where it is not one of this machine, as behind NAT',
  },
}
