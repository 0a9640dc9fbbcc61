import type { RedisClientType } from '@redis/client'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import type { RateLimitStore } from '#ports/rate-limit-store.ts'
import { sharedCounter } from './shared-counter.ts'

/** Opens a store in Redis. Keys expire with their windows. The client stays open; it must reject commands while it is not connected. */
export const redisStore = (client: Pick<RedisClientType, 'isReady'>): RateLimitStore => ({
  counter: (name, points, seconds) =>
    sharedCounter(
      (options) =>
        new RateLimiterRedis({ ...options, storeClient: client, useRedisPackage: true, rejectIfRedisNotReady: true }),
      name,
      points,
      seconds,
    ),
  close: async () => {},
})
